// How a finished hand went for one player: what was won with, and what this player pays and gets and why.

import { el } from "./dom.js";
import { formula, score, signed, t, why } from "./i18n.js";
import { tile } from "./tiles.js";

/** The explanation of the settled hand to `number`; `onWrong(kind)` says that its win or its sum is wrong. */
export function explained(state, number, onWrong) {
  const settled = state.last_settlement;
  const net = settled.net[number];
  const names = state.seats.map((seat) => seat.name);
  const mine = settled.lines.filter((line) => line.from === number || line.to === number);
  return [
    el("h2", { text: `${t("hand_no", { n: settled.hand })} · ${state.win ? "" : t("draw_game")}`.replace(/ · $/, "") }),
    state.win && settled.winner !== null ? wonWith(state.win, names) : null,
    el("p", { class: net < 0 ? "big minus" : "big plus", text: signed(net) }),
    el("ul", { class: "payments" }, ...mine.map((line) => payment(line, number, names))),
    mine.length ? null : el("p", { text: t("nothing_paid") }),
    el("div", { class: "row" }, el("button", { type: "button", text: t("wrong_long"), on: { click: () => onWrong(state.win ? "hand_won" : "settled") } })),
  ].filter(Boolean);
}

/** The laid-out hand with its wilds standing for what they stand for, and its sum. */
export function wonWith(win, names) {
  return el(
    "div",
    { class: "won-with" },
    el("p", {}, el("bdi", { dir: "auto", class: "player", text: names[win.winner] }), ` ${t("wins")} `, el("b", { text: `${win.fan} ${t("fan")}` })),
    el("div", { class: "laid" }, ...win.groups.map((group) => el("span", { class: "set" }, ...group.pieces.map((piece, place) => placed(group, piece, place))))),
    el("p", { text: formula(win) }),
  );
}

function placed(group, piece, place) {
  const stands = group.wild[place] ? el("small", {}, `${t("stands_for")} `, tile(group.tiles[place])) : null;
  return el("span", { class: "place" }, tile(piece, group.last === place && "drawn-tile"), stands);
}

function payment(line, number, names) {
  const paying = line.from === number;
  const other = names[paying ? line.to : line.from];
  const figure = paying ? `−${score(line.points)}` : `+${score(line.points)}`;
  return el("li", {}, el("b", { class: paying ? "minus" : "plus", text: figure }), " ", el("bdi", { dir: "auto", text: other }), " ", el("small", { text: why(line) }));
}
