// A player's phone: how I stand, what is recorded about me, 和, questions, my choices for the next hand, my name.

import { correct } from "./correcting.js";
import { el, paint, show } from "./dom.js";
import { explained } from "./explained.js";
import { loadWords, score, t } from "./i18n.js";
import { logReader, story } from "./log.js";
import { myFacts } from "./my_facts.js";
import { post } from "./post.js";
import { reviewCard } from "./reviews.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";
import { twice } from "./twice.js";
import { waitsHelper } from "./waits.js";

const number = Number(document.body.dataset.seat);
const part = (id) => document.getElementById(id);
const log = logReader();
const waits = part("waits") ? waitsHelper(number, { held: part("waits-held"), found: part("waits-found") }) : null;
let now = null;

const names = () => now.seats.map((seat, n) => seat.name || t("seat_n", { n }));

function paintAll(state) {
  now = state;
  const me = state.seats[number];
  const seated = state.match !== null;
  paint(part("who"), [seated, me.name], () => (seated ? el("bdi", { dir: "auto", text: me.name }) : t("seat_n", { n: number })));
  paint(part("state"), [seated, state.hand, state.phase, me.score, me.wind, me.zuo, me.la, me.dealer], () => standing(state, me, seated));
  show(part("choices"), seated && !state.ended);
  press(part("zuo"), Number(me.choice.zuo));
  press(part("la"), me.choice.la);
  const name = part("name");
  if (document.activeElement !== name) name.value = me.name;
  paintHand(state, me);
}

function paintHand(state, me) {
  show(part("questions"), state.reviews.length > 0);
  paint(part("reviews"), state.reviews, (reviews) => reviews.map((review) => reviewCard(review, names(), answer)));
  const settled = state.phase === "settled" && state.last_settlement !== null;
  show(part("explained"), settled);
  if (settled) paint(part("explained"), [state.win, state.last_settlement, names()], () => explained(state, number, fixNewest));
  show(part("facts"), state.hand !== null && !state.ended);
  paint(part("fact-list"), [me.discards, me.melds, me.foul, me.foul_detail, me.false_hu], () => myFacts(me, { onWrong: fix, onKind: fixNewest }));
  const playing = state.phase === "playing";
  show(part("hu"), playing);
  if (waits) {
    show(part("waits"), playing);
    waits.follow(state);
  }
}

function standing(state, me, seated) {
  if (!seated) return el("p", { text: t("waiting_match") });
  const place = state.hand === null ? t("waiting_hand") : `${t("hand_no", { n: state.hand })} · ${t(`phase.${state.phase}`)}`;
  return [
    el("p", { text: `${t("score")} · ${place}` }),
    el("p", { class: "big", text: score(me.score) }),
    el(
      "p",
      {},
      me.wind ? el("span", { class: "mark", text: t(`wind.${me.wind}`) }) : null,
      me.zuo ? el("span", { class: "mark", text: t("zuo") }) : null,
      me.la ? el("span", { class: "mark", text: t(`la.${me.la}`) }) : null,
      me.dealer ? t("you_are_dealer") : "",
    ),
  ];
}

function press(row, value) {
  for (const button of row.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.value) === value));
  }
}

async function fix(event) {
  say(await correct(event, names()));
}

/** Correct the newest standing event of a kind in this hand: mine, where it is anybody's. */
async function fixNewest(kind) {
  const lines = story(await log.catchUp(now.version));
  const found = lines.filter((line) => line.stands && line.hand === now.hand && line.event.kind === kind);
  const mine = kind === "false_hu" ? found.filter((line) => line.event.seat === number) : found;
  if (mine.length) await fix(mine[mine.length - 1].event);
}

function say(sentences) {
  if (sentences) part("said").replaceChildren(...sentences.map((text) => el("p", { text })));
}

async function wish(intent, done = "") {
  say([(await post(intent)) || done].filter(Boolean));
}

function answer(review, choice) {
  return wish({ kind: "answer", review, choice });
}

async function start() {
  await loadWords();
  part("zuo").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) wish({ kind: "zuo", seat: number, value: button.dataset.value === "1" });
  });
  part("la").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) wish({ kind: "la", seat: number, value: Number(button.dataset.value) });
  });
  part("rename").addEventListener("submit", (event) => {
    event.preventDefault();
    wish({ kind: "set_name", seat: number, name: part("name").value }, t("saved"));
    part("name").blur();
  });
  twice(part("hu"), () => wish({ kind: "hu", seat: number }));
  follow({ onState: paintAll, ...staleLine() });
}

start();
