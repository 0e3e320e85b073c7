// The middle of the table and the corners: wilds, tiles left, dice, hand number, last hand, open questions, health.

import { el, paint } from "./dom.js";
import { signed, t } from "./i18n.js";
import { named } from "./names.js";
import { asked } from "./questions.js";
import { die, tile } from "./tiles.js";

const FEW = 8;

/** The two 混 large, and the tiles left; before a hand what is waited for. */
export function paintConsole(node, state) {
  paint(node, [state.wilds, state.wall_left, state.match, state.hand, state.ended], () => {
    if (state.match === null) return hint("waiting_match", "waiting_match_hint");
    if (state.ended) return hint("match_over");
    if (state.hand === null) return hint("waiting_hand");
    const few = state.wall_left !== null && state.wall_left <= FEW;
    return [
      el(
        "div",
        { class: "wilds" },
        el("span", { class: "label", text: t("wild") }),
        ...(state.wilds.length ? state.wilds : ["back", "back"]).map((code) => tile(code)),
      ),
      el(
        "div",
        { class: few ? "left-count few" : "left-count" },
        el("span", { text: t("wall_left") }),
        el("b", { id: "wall-left", text: state.wall_left === null ? "—" : String(state.wall_left) }),
      ),
    ];
  });
}

function hint(key, more) {
  const small = more ? el("small", { text: t(more, { address: `${location.host}/table` }) }) : null;
  return el("p", { class: "hint", text: t(key) }, small);
}

/** Hand number and dice. */
export function paintHand(node, state) {
  paint(node, [state.hand, state.dice], () => [
    el("span", { class: "number", text: state.hand === null ? t("app") : t("hand_no", { n: state.hand }) }),
    el("span", { class: "throws" }, ...state.dice.slice(0, 2).map(throwOf)),
  ]);
}

function throwOf(thrown, place) {
  const label = el("span", { text: t(place === 0 ? "dice_break" : "dice_wild") });
  return el("span", { class: "throw" }, label, ...thrown.dice.map(die));
}

/** How the last finished hand went; before a match the PINs for phones, where this screen may tell them. */
export function paintLast(node, state, pins) {
  const last = state.last_settlement;
  paint(node, [last, state.match, state.ended, state.seats.map((seat) => seat.name), pins], () => {
    if (pins !== null && (state.match === null || state.ended)) return pinLines(pins);
    if (state.match === null) return el("span");
    if (last === null) return el("span", { text: t("first_hand") });
    const heading = el("span", { text: `${t("last_hand")} · ${t("hand_no", { n: last.hand })}` });
    if (last.winner === null) return [heading, el("b", { text: t("draw_game") })];
    return [heading, el("b", {}, named(state.seats[last.winner].name), ` ${signed(last.net[last.winner])}`)];
  });
}

function pinLines(pins) {
  const told = ["seat", "table", "setup"].filter((role) => pins[role]);
  return told.map((role) => el("span", { class: "pin", text: t(`pin.${role}`, { pin: pins[role] }) }));
}

/** Open questions, else how the machine is. */
export function paintDoubt(node, state) {
  const items = state.health.items.filter((item) => item.level === "warn" || item.level === "bad");
  paint(node, [state.reviews, items, state.health.level], () => {
    if (state.reviews.length) {
      const many = state.reviews.length > 1;
      const title = many ? t("reviews_open", { n: state.reviews.length }) : t("review_open");
      const first = el("span", { class: "clip2", text: asked(state.reviews[0], state.seats.map((seat) => seat.name)) });
      return el("div", { class: "question" }, el("b", { text: title }), first);
    }
    if (items.length) {
      return items.slice(0, 3).map((item) => el("span", { class: `health ${item.level}`, text: `${t(`part.${item.part}`)} · ${t(`health.${item.level}`)}` }));
    }
    return el("span", { class: "health", text: t("all_well") });
  });
}
