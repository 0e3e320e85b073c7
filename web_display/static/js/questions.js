// What a question asks, with the players by the names they have now. The log holds it in Chinese with the names of
// then; other languages say the same by its form.

import { chinese, english, t, tileName } from "./i18n.js";

/** How the questions about a player's tiles read: his name, what is told of him, and further names. */
const FORMS = [
  ["hand", /^(?<name>.*)(?<rest>亮牌：(?<why>.*)。这手牌对吗？)$/s],
  ["unseen_hand", /^(?<name>.*)(?<rest>和的是什么牌？请写出这手牌)$/s],
  ["winning_tile", /^(?<name>.*)(?<rest>和的是哪一张？)$/s],
  ["wild", /^(?<name>.*)(?<rest>打出的是混儿(?<tile>[^？]*)吗？)$/s],
  ["followed", /^(?<name>.*)(?<rest>第一张打的是(?<tile>[^？]*)吗？（铲）)$/s],
  ["drawn_or_given", /^(?<name>.*)(?<rest>和的[^是]*是自摸，还是)(?<giver>.*)(?<end>点炮？)$/s],
];
const DOUBTS = [
  ["unclear", /^(?<n>\d+)番，有的牌看不清$/],
  ["no_wilds", /^还不知道混儿$/],
  ["turn", /^还没轮到这一家摸牌$/],
  ["claimed", /^碰牌后没有摸牌$/],
  ["too_many", /^多了(?<n>\d+)张/],
  ["too_few", /^少了(?<n>\d+)张/],
  ["five", /^同一种牌看到了五张$/],
  ["wild_meld", /^碰杠的牌里有混儿$/],
  ["not_complete", /^不成牌/],
  ["below", / (?<n>\d+)番, 不够\d+番起和$/],
];

/** What a question asks; `names` are the players' names now. */
export function asked(review, names) {
  const found = formOf(review.question);
  if (!found) return english ? t(`ask.${review.about}`) : chinese(review.question, names);
  const { form, told } = found;
  const [seat, second] = seatsOf(review);
  const name = seat === undefined ? told.name : names[seat];
  const giver = second === undefined ? told.giver : names[second];
  if (english) return t(`ask_of.${form}`, { name, giver, why: doubt(told.why), tile: tileIn(review, told.tile) });
  return [name, chinese(told.rest), giver, chinese(told.end || "")].join("");
}

function formOf(question) {
  for (const [form, pattern] of FORMS) {
    const found = pattern.exec(question);
    if (found) return { form, told: found.groups };
  }
  return null;
}

/** Whom a question is about, by seat, as far as its codes tell: the player, then who may have discarded. */
export function seatsOf({ about, answers = [], effects = [], laid }) {
  const answered = answers.map((one) => one.split(" ")[0]).filter((word) => /^[0-3]$/.test(word)).map(Number);
  if (about === "who_discarded" && answered.length === 2) return answered;
  if (laid) return [laid.seat];
  const theirs = about === "discard_tile" ? ["foul", "no_foul"] : ["win", "no_win"];
  const found = effects.flat().find(({ kind }) => theirs.includes(kind));
  return found && found.seat !== null ? [found.seat] : [];
}

/** The tile that a question names, by the answer that bears its name. */
function tileIn({ answers = [] }, named = "") {
  const found = answers.map((one) => one.split(" ")).find(([, said = ""]) => said.startsWith(named));
  return found && /^[1-9][mpsz]$/.test(found[0]) ? tileName(found[0]) : "";
}

/** Why a hand is in doubt. */
function doubt(why = "") {
  for (const [kind, pattern] of DOUBTS) {
    const found = pattern.exec(why);
    if (found) return t(`doubt.${kind}`, found.groups || {});
  }
  return t("doubt.other");
}
