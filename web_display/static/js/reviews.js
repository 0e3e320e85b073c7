// Open questions with their pictures, and what each answer means and would change.

import { el } from "./dom.js";
import { evidence, handRead } from "./evidence.js";
import { chinese, english, fanNames, signed, t, tileName } from "./i18n.js";
import { pickTile, pickTiles } from "./picker.js";
import { asked, seatsOf } from "./questions.js";
import { tile } from "./tiles.js";

const TILE = /^[1-9][mpsz]$/;
const SEAT = /^[0-3]$/;
const ENDS = [["self_drawn", "自摸"], ["given", "点炮"]];

/** One question; `names` are the players', and `onAnswer(review, choice)` gets the chosen answer. */
export function reviewCard(review, names, onAnswer) {
  const told = review.answers.map((choice, place) => meaningOf(review, choice, review.effects[place] || [], names));
  const long = told.some(({ means }) => means.length > 0);
  return el(
    "div",
    { class: "review" },
    review.hand ? el("small", { class: "note", text: t("hand_no", { n: review.hand }) }) : null,
    el("p", { text: asked(review, names) }),
    ...review.pictures.map((src) => evidence(src, seatsOf(review)[0])),
    review.about === "winning_hand" ? handRead(review.answers) : null,
    el("div", { class: long ? "answers long" : "answers" }, ...told.map((one) => answer(one, () => onAnswer(review.id, one.choice)))),
    review.about === "winning_hand" ? el("button", { type: "button", text: t("enter_hand"), on: { click: () => writeHand(review.id, onAnswer) } }) : null,
  );
}

/** Let people write the hand down as the answer: its tiles, then the one that won. */
async function writeHand(id, onAnswer) {
  const hand = await pickTiles(t("field.hand"), { most: 13 });
  const draw = hand ? await pickTile(t("field.draw")) : null;
  if (draw) onAnswer(id, `${hand}+${draw}`);
}

function answer({ code, label, means }, onClick) {
  return el(
    "button",
    { type: "button", on: { click: onClick } },
    code ? el("span", { class: "answer-tile" }, bare(code)) : null,
    el("span", { text: label }),
    means.length ? el("small", { class: "means" }, ...means.flatMap((one, place) => (place ? [" · ", one] : [one]))) : null,
  );
}

/** An answer as people read it: its tile or its words, and behind them what it would change. */
function meaningOf({ about, reason }, choice, effects, names) {
  const [word, ...rest] = choice.split(" ");
  const [said, does = ""] = rest.join(" ").split(" → ");
  const code = TILE.test(word) ? word : null;
  const changes = effects.filter(({ kind }) => code || kind !== "no_win").map((effect) => changeOf(effect, names));
  if (!effects.length && does && !english) changes.push(chinese(does, names)); // an older log has it in words only
  const label = code ? tileName(code) : SEAT.test(word) ? ofPlayer(about, names[Number(word)], said) : english ? inEnglish(about, reason, word) : chinese(said || word, names);
  const [, remark] = code && !english ? said.split("，") : [];
  return { choice, code, label, means: remark ? [chinese(remark), ...changes] : changes };
}

/** One thing that an answer would bring about. */
function changeOf({ kind, seat, points, names: fans, foul }, names) {
  const who = () => el("bdi", { dir: "auto", text: names[seat] });
  switch (kind) {
    case "win": return `${fanNames(fans)} ${points} ${t("fan")}`;
    case "foul": return el("span", {}, who(), ` ${t(`foul.${foul}`)}`);
    case "no_foul": return el("span", {}, who(), ` ${t("effect.no_foul", { foul: t(`foul.${foul}`) })}`);
    case "score": return el("span", {}, who(), ` ${signed(points)}`);
    default: return t(`effect.${kind}`);
  }
}

/** A choice that is a player, by the name of now. */
function ofPlayer(about, name, said) {
  const end = about === "who_discarded" ? ENDS.find(([, zh]) => said.endsWith(zh)) : undefined;
  return end ? t(`choice.${end[0]}`, { name }) : name;
}

/** A choice that is neither a tile nor a player, by its code. */
function inEnglish(about, reason, word) {
  const asked = reason === "played_on" ? reason : about;
  if (word === "none") return t(`choice.none.${asked}`);
  if (word === "false_hu") return t("choice.false_hu");
  if (word === "drawn" || about === "hand_end") return t("choice.drawn");
  return about === "winning_hand" ? t("choice.as_read") : word;
}

/** A tile's picture without words of its own: they stand beside it. */
function bare(code) {
  const picture = tile(code).firstElementChild;
  picture.alt = "";
  return picture;
}
