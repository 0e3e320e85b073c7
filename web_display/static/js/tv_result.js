// How the hand ended: the laid-out tiles, each fan with its figure, the sum, and who pays whom.

import { el, paint, show } from "./dom.js";
import { fanName, formula as sumOf, signed, t, why } from "./i18n.js";
import { named } from "./names.js";
import { tile } from "./tiles.js";
import { flyChips } from "./tv_chips.js";
import { showScore } from "./tv_score.js";

const MANY_TILES = 15;

const HELD_MS = 20000;
let timer = null;
let held = { hand: null, until: 0 };

/** Show the result while the finished hand stands; new walls take it away only once people had time to read it. */
export function paintResult(node, state, layer) {
  if (state.phase === "settled" && (state.win !== null || state.drawn)) {
    clearTimeout(timer);
    hold(`${state.match}/${state.hand}`);
    show(node, true);
    node.classList.toggle("drawn", state.win === null);
    const shown = [state.win, state.drawn, state.last_settlement, state.seats.map((seat) => [seat.name, seat.score])];
    paint(node, shown, () => [
      headline(state),
      state.win && laidOut(state.win),
      state.win && fans(state.win),
      state.win && formula(state.win),
      state.last_settlement && accounts(state, state.last_settlement),
    ]);
    if (state.last_settlement) flyChips(layer, node, state.last_settlement, `${state.match}/${state.hand}`);
    return;
  }
  const left = state.phase === "dealing" ? held.until - performance.now() : 0;
  clearTimeout(timer);
  if (left > 0) timer = setTimeout(() => show(node, false), left);
  else show(node, false);
}

/** Count the reading time of a result from when it first appeared. */
function hold(hand) {
  if (held.hand !== hand) held = { hand, until: performance.now() + HELD_MS };
}

function headline(state) {
  if (state.win === null) {
    return el("div", { class: "headline" }, el("span", { class: "seal", text: t("draw_game") }), el("span", { class: "name", text: t("draw_game_why") }));
  }
  const winner = state.seats[state.win.winner];
  return el(
    "div",
    { class: winner.dealer ? "headline dealer" : "headline" },
    el("span", { class: "seal", text: t("wins") }),
    wind(winner),
    named(winner.name),
    el("span", { class: "worth" }, el("b", { text: String(state.win.fan) }), ` ${t("fan")}`),
  );
}

function laidOut(win) {
  const tiles = win.groups.reduce((sum, group) => sum + group.pieces.length, 0);
  const groups = win.groups.map((group) =>
    el("div", { class: group.melded ? "set melded" : "set" }, ...group.pieces.map((piece, place) => placed(group, piece, place))),
  );
  return el("div", { class: tiles > MANY_TILES ? "laid tight" : "laid" }, ...groups);
}

function placed(group, piece, place) {
  const last = group.last === place;
  const classes = ["place", group.is_wild[place] && "wild", last && "last"].filter(Boolean).join(" ");
  const under = el("span", { class: "under" });
  if (group.is_wild[place]) {
    const as = group.wild[place] ? tile(group.tiles[place], "stands-for") : null;
    under.append(el("span", { class: "as", text: as ? `${t("stands_for")} ` : t("wild_mark") }));
    if (as) under.lastElementChild.append(as);
  }
  if (last) under.append(el("span", { class: "last-word", text: t("winning_tile") }));
  return el("div", { class: classes }, tile(piece), under.childElementCount ? under : null);
}

function fans(win) {
  return el("div", { class: "fans" }, ...win.fans.map((fan) =>
    el("span", { class: "fan" }, fanName(fan.name), el("b", { text: fan.adds ? `+${fan.worth}` : `×${fan.worth}` }))));
}

function formula(win) {
  const kongs = win.kong ? el("span", { class: "kongs", text: t("kong_points", { n: win.kong }) }) : null;
  return el("p", { class: "formula", text: sumOf(win) }, kongs);
}

function accounts(state, settlement) {
  return el("div", { class: "accounts" }, ...state.seats.map((seat) => account(state, settlement, seat)));
}

function account(state, settlement, seat) {
  const net = settlement.net[seat.seat];
  const winner = settlement.winner === seat.seat;
  const paid = settlement.lines.filter((line) => line.from === seat.seat);
  const receivers = [...new Set(paid.map((line) => line.to))];
  return el(
    "div",
    { class: ["account", winner && "winner", seat.dealer && "dealer"].filter(Boolean).join(" "), "data-seat": String(seat.seat) },
    el("div", { class: "who" }, wind(seat), named(seat.name)),
    el(
      "div",
      { class: "delta" },
      el("b", { class: net > 0 ? "plus" : net < 0 ? "minus" : "even", text: signed(net) }),
      el("span", { class: "now" }, `${t("total")} `, standing(settlement, seat.seat)),
    ),
    ...receivers.flatMap((to) => payment(state, settlement, paid.filter((line) => line.to === to))),
  );
}

/** The score after the hand, counted up or down from the one before it. */
function standing({ scores, net }, seat) {
  const node = el("strong");
  showScore(node, scores[seat], scores[seat] - net[seat]);
  return node;
}

function payment(state, settlement, lines) {
  const receiver = state.seats[lines[0].to];
  const sum = lines.reduce((total, line) => total + line.points, 0);
  const line = el("div", { class: receiver.dealer ? "pay dealer" : "pay" }, t("pays"), wind(receiver), el("b", { text: String(sum) }));
  return [line, ...lines.slice(0, 2).map((one) => el("div", { class: "why", text: why(one) }))];
}

function wind(seat) {
  return el("span", { class: "wind", text: t(`wind.${seat.wind}`) });
}
