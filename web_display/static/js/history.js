// The finished hands of the sitting.

import { el, paint } from "./dom.js";
import { english, loadWords, score, signed, t } from "./i18n.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";

const box = () => document.getElementById("hands");
let shown = "";

/** Fetch the hands again when one more was settled. */
async function refresh(state) {
  const key = JSON.stringify([state.match, state.last_settlement && state.last_settlement.hand, state.seats.map((s) => s.name)]);
  if (key === shown) return;
  const answer = await fetch("/api/history");
  if (!answer.ok) return;
  shown = key;
  paint(box(), await answer.json(), table);
}

function table({ players, hands }) {
  if (!hands.length) return el("p", { text: t("no_hands") });
  const heads = [t("col_hand"), t("col_winner"), t("col_fans"), t("col_fan")].map((text) => el("th", { text }));
  const names = players.map((name) => el("th", {}, el("bdi", { dir: "auto", text: name })));
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...heads, ...names)),
    el("tbody", {}, ...hands.map((hand) => row(hand, players)).reverse()),
  );
}

function row(hand, players) {
  const won = hand.winner !== null;
  const fouls = hand.fouls.map(({ seat, foul }) => `${players[seat]} ${t(`foul.${foul}`)}`);
  return el(
    "tr",
    {},
    el("td", { text: String(hand.hand) }),
    el("td", {}, el("bdi", { dir: "auto", text: won ? players[hand.winner] : t("draw_game") })),
    el("td", { text: [hand.names.join(english ? ", " : " "), ...fouls].filter(Boolean).join(" · ") }),
    el("td", { text: won ? String(hand.fan) : "" }),
    ...hand.net.map((net, seat) =>
      el("td", {}, el("span", { class: net > 0 ? "plus" : net < 0 ? "minus" : null, text: signed(net) }), el("small", { text: score(hand.scores[seat]) }))),
  );
}

async function start() {
  await loadWords();
  follow({ onState: refresh, ...staleLine() });
}

start();
