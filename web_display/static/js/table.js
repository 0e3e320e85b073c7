// The table's own page: open questions with their answers, and the start and end of a sitting.

import { el, paint, show } from "./dom.js";
import { loadWords, score, t, tileName } from "./i18n.js";
import { post } from "./post.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";
import { tile } from "./tiles.js";

const TILE = /^[1-9][mpsz]$/;
const SURE_MS = 4000;
const part = (id) => document.getElementById(id);

function paintAll(state) {
  const running = state.match !== null && !state.ended;
  paint(part("reviews"), state.reviews, (reviews) =>
    reviews.length ? reviews.map(review) : el("p", { text: t("no_reviews") }));
  show(part("running"), running);
  show(part("start"), !running);
  paint(part("progress"), state.hand, (hand) => (hand === null ? t("waiting_hand") : t("match_running", { n: hand })));
  paint(part("standing"), state.seats.map((seat) => [seat.name, seat.score]), (seats) =>
    seats.map(([name, points]) =>
      el("div", { class: "standing" }, el("bdi", { dir: "auto", text: name }), el("b", { text: score(points) }))));
}

function review({ id, question, answers, pictures }) {
  return el(
    "div",
    { class: "review" },
    el("p", { text: question }),
    ...pictures.map((src) => el("img", { src, alt: "" })),
    el("div", { class: "row" }, ...answers.map((choice) => answer(id, choice))),
  );
}

function answer(id, choice) {
  const isTile = TILE.test(choice);
  const picture = isTile ? el("span", { class: "answer-tile" }, tile(choice).firstElementChild) : null;
  return el(
    "button",
    { type: "button", on: { click: () => wish({ kind: "answer", review: id, choice }) } },
    picture,
    isTile ? tileName(choice) : choice,
  );
}

async function wish(intent) {
  part("said").textContent = await post(intent);
}

function startMatch(event) {
  event.preventDefault();
  const form = new FormData(part("start"));
  wish({
    kind: "start_match",
    names: [0, 1, 2, 3].map((seat) => form.get(`name${seat}`)),
    profile: form.get("profile"),
    first_dealer: Number(form.get("first_dealer")),
  });
}

/** Ending a sitting takes two presses. */
function endMatch({ currentTarget: button }) {
  if (button.dataset.armed) {
    delete button.dataset.armed;
    wish({ kind: "end_match" });
    return;
  }
  const before = button.textContent;
  button.dataset.armed = "yes";
  button.textContent = button.dataset.sure;
  setTimeout(() => {
    delete button.dataset.armed;
    button.textContent = before;
  }, SURE_MS);
}

async function start() {
  await loadWords();
  part("start").addEventListener("submit", startMatch);
  part("end").addEventListener("click", endMatch);
  follow({ onState: paintAll, ...staleLine() });
}

start();
