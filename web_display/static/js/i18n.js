// The words of the page, from the catalogue of its language.

const lang = document.documentElement.dataset.lang;
const TRADITIONAL = "zh-Hant";
let messages = {};

/** Load the catalogue; call once before `t`. */
export async function loadWords() {
  messages = await catalogue(lang === TRADITIONAL ? "zh" : lang);
  if (lang !== TRADITIONAL) return;
  const { simplified, traditional } = await catalogue(TRADITIONAL);
  const other = new Map(Array.from(simplified, (char, place) => [char, traditional[place]]));
  for (const [key, text] of Object.entries(messages)) messages[key] = Array.from(text, (char) => other.get(char) || char).join("");
}

async function catalogue(name) {
  const answer = await fetch(`/static/i18n/${name}.json`);
  if (!answer.ok) throw new Error(`no catalogue for ${name}`);
  return answer.json();
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

/** The reason of a payment in the page's language. */
export function why(line) {
  return (english && line.why_en) || line.why;
}
