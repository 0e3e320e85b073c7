// Open questions with their pictures, and what each answer means.

import { el } from "./dom.js";
import { english, t, tileName } from "./i18n.js";
import { tile } from "./tiles.js";

const TILE = /^[1-9][mpsz]$/;

/** One question; `onAnswer(review, choice)` gets the chosen answer. */
export function reviewCard({ id, question, answers, pictures, hand }, onAnswer) {
  return el(
    "div",
    { class: "review" },
    hand ? el("small", { class: "note", text: t("hand_no", { n: hand }) }) : null,
    el("p", { text: question }),
    ...pictures.map((src) => el("img", { src, alt: t("picture_of_tile") })),
    el("div", { class: "row" }, ...answers.map((choice) => answer(id, choice, onAnswer))),
  );
}

function answer(id, choice, onAnswer) {
  const [word, ...meaning] = choice.split(" ");
  const isTile = TILE.test(word);
  const told = meaning.join(" ");
  return el(
    "button",
    { type: "button", on: { click: () => onAnswer(id, choice) } },
    isTile ? el("span", { class: "answer-tile" }, bare(word)) : null,
    el("span", { text: isTile ? tileName(word) : told || word }),
    isTile && told && told !== tileName(word) && !english ? el("small", { class: "means", text: told }) : null,
  );
}

/** A tile's picture without words of its own: they stand beside it. */
function bare(code) {
  const picture = tile(code).firstElementChild;
  picture.alt = "";
  return picture;
}
