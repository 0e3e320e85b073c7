// The words of the page, from the catalogue of its language.

import { patiently } from "./fetching.js";

const lang = document.documentElement.dataset.lang;
const TRADITIONAL = "zh-Hant";
let messages = {};
let traditional = null;

/** Load the catalogue, however long the machine takes to answer; call once before `t`. */
export async function loadWords() {
  messages = await catalogue(lang === TRADITIONAL ? "zh" : lang);
  if (lang === TRADITIONAL) await writeTraditionally();
  document.documentElement.dataset.words = "";
}

async function writeTraditionally() {
  const pairs = await catalogue(TRADITIONAL);
  traditional = new Map(Array.from(pairs.simplified, (char, place) => [char, pairs.traditional[place]]));
  for (const [key, text] of Object.entries(messages)) messages[key] = chinese(text);
}

async function catalogue(name) {
  const found = await patiently(`/static/i18n/${name}.json`);
  if (found === null) throw new Error(`no catalogue for ${name}`);
  return found;
}

/** The message `key` with its `{places}` filled in. */
export function t(key, values = {}) {
  const text = key in messages ? messages[key] : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const english = lang === "en";

/** A tile's name as people say it. */
export function tileName(code) {
  if (code === "back") return t("tile_back");
  const [rank, suit] = code;
  if (suit === "z") return t(`honour.${rank}`);
  return t("tile_order", { rank: t(`rank.${rank}`), suit: t(`suit.${suit}`) });
}

/** Points with their sign, as on a scoreboard. */
export function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** A score: a proper minus sign for debts. */
export function score(points) {
  return points < 0 ? `−${-points}` : String(points);
}

/** What was written in Chinese, in the page's characters; the `names` of players in it stay as they are. */
export function chinese(text, names = []) {
  if (!traditional) return text;
  const [name, ...others] = names;
  if (name) return text.split(name).map((part) => chinese(part, others)).join(name);
  return names.length ? chinese(text, others) : Array.from(text, (char) => traditional.get(char) || char).join("");
}

/** Of something told in both languages the one for this page. */
export function either(zh, en) {
  return english ? en : chinese(zh);
}

/** What is told under `key`, or `other` where the catalogue lacks it: of an older log, or a person's own words. */
function known(key, other) {
  return key in messages ? messages[key] : other;
}

/** A fan by the name that rules and logs call it. */
export function fanName(name) {
  return known(`fan.${name}`, name);
}

/** Several fans in one text. */
export function fanNames(names) {
  return names.map(fanName).join(t("fans_apart"));
}

/** The reason of a payment, its last product unbroken. */
export function why(line) {
  const [factors, product] = either(line.why, line.why_en || line.why).split(": ");
  return product === undefined ? factors : `${factors}: ${product.replace(/ /g, "\u00a0")}`;
}

/** The sum of a win, its end unbroken. */
export function formula({ formula: zh, formula_en: en }) {
  return either(zh, en).replace(" = ", "\u00a0=\u00a0");
}

/** Why somebody changed what was recorded: people's own words, or the rules'. */
export function reasonOfChange(text) {
  return known(`why.${text}`, text);
}

/** Who changed something: a player by name, or whose word it was. */
export function byWhom(text) {
  return `— ${known(`by.${text}`, text)}`;
}

/** Why a hand was refused; an older log does not tell it in English. */
export function noWin(zh, en) {
  return either(zh, en || t("false_hu_why"));
}

/** Why the machine did not do what was asked. What only programs are told has no Chinese. */
export function refusal({ error, error_en: en }) {
  if (en) return either(error, en);
  return english ? error : t("not_accepted");
}
