// Between hands: the match's score curve and its best hands, taking turns with the result so that nothing stands for long.

import { scoreCurve } from "./charts.js";
import { el, paint, show } from "./dom.js";
import { bestHands } from "./figures.js";
import { fanNames, score, t } from "./i18n.js";
import { named } from "./names.js";
import { addressCodes, ownAddresses } from "./tv_join.js";

const RESULT_MS = 25000;
const CURVE_MS = 15000;
const BEST = 3;

/** Call the returned function with each state; `node` is shown in its turns. */
export function betweenHands(node) {
  let key = null;
  let timer = null;
  let told = null;

  function turn(shown) {
    show(node, shown && told !== null);
    timer = setTimeout(() => turn(!shown), shown ? CURVE_MS : RESULT_MS);
  }

  function stop() {
    clearTimeout(timer);
    key = null;
    show(node, false);
  }

  async function begin(state) {
    const asked = key;
    const answer = await fetch("/api/history");
    if (!answer.ok) return;
    const history = await answer.json();
    const addresses = await ownAddresses();
    if (key !== asked) return; // another hand, or none, is shown by now
    told = history;
    paint(node, [told, addresses], () => [...standing(told), addressCodes(addresses)]);
    if (state.ended && told.hands.length) turn(true); // between its turns the codes for the next evening are seen
  }

  return (state) => {
    const resting = state.match !== null && state.last_settlement !== null && (state.phase === "settled" || state.ended);
    if (!resting) {
      stop();
      return;
    }
    const now = JSON.stringify([state.match, state.ended, state.last_settlement, state.last_correction, state.seats.map((seat) => seat.name)]);
    if (now === key) return;
    clearTimeout(timer);
    key = now;
    told = null;
    show(node, false);
    begin(state);
    if (!state.ended) turn(false);
  };
}

function standing({ players, hands }) {
  const scores = hands.length ? hands[hands.length - 1].scores : [0, 0, 0, 0];
  const order = [0, 1, 2, 3].sort((a, b) => scores[b] - scores[a]);
  return [
    el("div", { class: "curve-box" }, el("h2", { text: t("score_curve") }), scoreCurve(hands.map((hand) => hand.scores), { width: 1170, height: 500, letters: 30, label: t("score_curve") })),
    el("div", { class: "ranks" }, ...order.map((seat) => el("div", { class: `rank line-${seat}` }, named(players[seat]), el("b", { text: score(scores[seat]) })))),
    el("div", { class: "best" }, el("h2", { text: t("best_hands") }), ...bestHands(hands, BEST).map((hand) =>
      el("div", { class: "best-hand" }, named(players[hand.winner]), el("span", { text: fanNames(hand.names.slice(0, 5)) }), el("b", { text: `${hand.fan} ${t("fan")}` })))),
  ];
}
