// The finished hands as a table, newest first.

import { el } from "./dom.js";
import { fanNames, score, signed, t } from "./i18n.js";

/** The table of `{ players, hands }`; `onRead(hand)` is called by the button in a hand's row. */
export function handTable({ players, hands }, onRead) {
  if (!hands.length) return el("p", { text: t("no_hands") });
  const heads = [t("col_hand"), t("col_winner"), t("col_fans"), t("col_fan")].map((text) => el("th", { text }));
  const names = players.map((name) => el("th", {}, el("bdi", { dir: "auto", text: name })));
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...heads, ...names)),
    el("tbody", {}, ...hands.map((hand) => row(hand, players, onRead)).reverse()),
  );
}

function row(hand, players, onRead) {
  const won = hand.winner !== null;
  const fouls = hand.fouls.map(({ seat, foul }) => `${players[seat]} ${t(`foul.${foul}`)}`);
  const notes = [fanNames(hand.names), ...fouls, hand.by_hand ? t("by_hand") : ""];
  const read = el("button", { type: "button", class: "small", "aria-label": t("read_hand", { n: hand.hand }), text: String(hand.hand), on: { click: () => onRead(hand) } });
  return el(
    "tr",
    {},
    el("td", {}, read),
    el("td", {}, el("bdi", { dir: "auto", text: won ? players[hand.winner] : t("draw_game") })),
    el("td", { text: notes.filter(Boolean).join(" · ") }),
    el("td", { "data-label": t("col_fan"), text: won ? String(hand.fan) : "" }),
    ...hand.net.map((net, seat) =>
      el("td", { "data-label": players[seat] }, el("span", { class: net > 0 ? "plus" : net < 0 ? "minus" : null, text: signed(net) }), el("small", { text: score(hand.scores[seat]) }))),
  );
}
