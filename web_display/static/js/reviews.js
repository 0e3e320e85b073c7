// Open questions with their pictures, and what each answer means.

import { el } from "./dom.js";
import { english, t, tileName } from "./i18n.js";
import { tile } from "./tiles.js";

const TILE = /^[1-9][mpsz]$/;

/** What a question asks. The log holds it in Chinese, with names; other languages ask by what it is about. */
export function asked({ about, question }) {
  return english ? t(`ask.${about}`) : question;
}

/** One question; `onAnswer(review, choice)` gets the chosen answer. */
export function reviewCard({ id, about, question, answers, pictures, hand }, onAnswer) {
  return el(
    "div",
    { class: "review" },
    hand ? el("small", { class: "note", text: t("hand_no", { n: hand }) }) : null,
    el("p", { text: asked({ about, question }) }),
    ...pictures.map((src) => el("img", { src, alt: t("picture_of_tile") })),
    el("div", { class: "row" }, ...answers.map((choice) => answer(id, about, choice, onAnswer))),
  );
}

function answer(id, about, choice, onAnswer) {
  const [word, ...meaning] = choice.split(" ");
  const isTile = TILE.test(word);
  const told = meaning.join(" ");
  return el(
    "button",
    { type: "button", on: { click: () => onAnswer(id, choice) } },
    isTile ? el("span", { class: "answer-tile" }, bare(word)) : null,
    el("span", { text: isTile ? tileName(word) : english ? inEnglish(about, word, told) : told || word }),
    isTile && told && told !== tileName(word) && !english ? el("small", { class: "means", text: told }) : null,
  );
}

/** A choice that is no tile: by its code where it has one, else the player's name; what it does to scores stays. */
function inEnglish(about, word, told) {
  const [said, does = ""] = told.split(" → ");
  const after = /\d/.test(does) ? ` → ${does}` : "";
  if (word === "none") return t(`choice.none.${about}`) + after;
  if (word === "false_hu") return t("choice.false_hu") + after;
  if (word === "荒庄") return t("choice.drawn") + after;
  if (about === "winning_hand") return t("choice.as_read") + after;
  return (said || word) + after;
}

/** A tile's picture without words of its own: they stand beside it. */
function bare(code) {
  const picture = tile(code).firstElementChild;
  picture.alt = "";
  return picture;
}
