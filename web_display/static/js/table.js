// The table's own page: open questions, the match and its rules, corrections, and hands written down by people.

import { correct, outcome } from "./correcting.js";
import { el, paint, show } from "./dom.js";
import { loadWords, score, t } from "./i18n.js";
import { logReader, story } from "./log.js";
import { seatPictures } from "./photos.js";
import { send } from "./post.js";
import { reviewCard } from "./reviews.js";
import { rulesDesk } from "./rules_desk.js";
import { askSwap } from "./seat_swap.js";
import { staleLine } from "./stale.js";
import { storyLine } from "./story.js";
import { follow } from "./stream.js";
import { twice } from "./twice.js";
import { askHand } from "./winning_form.js";

const part = (id) => document.getElementById(id);
const log = logReader();
let now = null;
let shownHand = null;

const names = () => now.seats.map((seat, n) => seat.name || t("seat_n", { n }));

function paintAll(state) {
  now = state;
  const running = state.match !== null && !state.ended;
  paint(part("reviews"), state.reviews, (reviews) =>
    reviews.length ? reviews.map((review) => reviewCard(review, names(), answer)) : el("p", { text: t("no_reviews") }));
  for (const id of ["running", "hand-tools", "tale"]) show(part(id), running);
  show(part("tale"), state.match !== null);
  show(part("start"), !running);
  paint(part("progress"), [state.hand, state.unsettled], () => progress(state));
  paint(part("standing"), state.seats.map((seat) => [seat.name, seat.score]), (seats) =>
    seats.map(([name, points]) =>
      el("div", { class: "standing" }, el("bdi", { dir: "auto", text: name }), el("b", { text: score(points) }))));
  tell(state);
}

function progress(state) {
  const at = state.hand === null ? t("waiting_hand") : t("match_running", { n: state.hand });
  const open = state.unsettled.length ? el("small", { class: "note", text: t("unsettled", { hands: state.unsettled.join(", ") }) }) : null;
  return [el("span", { text: at }), open ? " " : null, open];
}

async function tell(state) {
  if (state.match === null) return;
  const lines = story(await log.catchUp(state.version));
  if (state !== now) return;
  const hands = [...new Set(lines.map((line) => line.hand).filter(Boolean))];
  const hand = hands.includes(shownHand) ? shownHand : state.hand;
  paint(part("tale-hand"), [hands, hand], () => hands.map((number) => el("option", { value: String(number), selected: number === hand, text: t("hand_no", { n: number }) })));
  const told = lines.filter((line) => line.hand === hand).reverse();
  paint(part("story"), [told, names(), state.seats.map((seat) => seat.foul_detail)], () =>
    told.map((line) => storyLine(line, { names: names(), pictures: seatPictures(state), onCorrect: fix })));
}

async function fix(event) {
  const picture = event.picture || seatPictures(now).get(event.seq) || null;
  say(await correct({ ...event, picture }, names()));
}

function say(sentences) {
  if (sentences) part("said").replaceChildren(...sentences.map((text) => el("p", { text })));
}

async function wish(intent) {
  if (intent) say(outcome(await send(intent), names()));
}

async function answer(review, choice) {
  const { said } = await send({ kind: "answer", review, choice });
  say([said].filter(Boolean));
}

function tools() {
  part("enter-hand").addEventListener("click", async () =>
    wish(await askHand({ names: names(), hand: shownHand, indicator: now.indicator, profile: now.profile, settled: shownHand !== null || now.phase === "settled" })));
  part("swap").addEventListener("click", async () => wish(await askSwap({ names: names(), hand: now.hand || 1 })));
  twice(part("draw"), () => wish({ kind: "enter", fact: "draw", ...(shownHand ? { in_hand: shownHand } : {}) }));
  twice(part("next-hand"), () => wish({ kind: "next_hand" }));
  twice(part("end"), () => wish({ kind: "end_match" }));
  part("tale-hand").addEventListener("change", ({ target }) => {
    const hand = Number(target.value);
    shownHand = hand === now.hand ? null : hand;
    tell(now);
  });
}

function startMatch(event, rules) {
  event.preventDefault();
  const form = new FormData(part("start"));
  wish({
    kind: "start_match",
    names: [0, 1, 2, 3].map((seat) => form.get(`name${seat}`)),
    profile: form.get("profile"),
    first_dealer: Number(form.get("first_dealer")),
    rules: rules.chosen(),
  });
}

async function start() {
  await loadWords();
  const rules = rulesDesk({ profile: part("profile"), read: part("rules"), choose: part("house-rules") });
  part("start").addEventListener("submit", (event) => startMatch(event, rules));
  tools();
  follow({ onState: (state) => { paintAll(state); rules.paint(state, log); }, ...staleLine() });
}

start();
