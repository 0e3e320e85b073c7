// How the machine is, part by part with what to do, and whether a hand can begin.

import { el } from "./dom.js";
import { chinese, either, english, t } from "./i18n.js";

const ORDER = ["off", "ok", "warn", "bad"];
const SIGNS = { off: "–", ok: "✓", warn: "!", bad: "✗" };
/** The questions of the list and the parts of the machine that answer them. */
const CHECKS = [
  ["picture_comes", ["camera"], "live"],
  ["place_known", ["calibration"], "calibration"],
  ["picture_good", ["picture"], "health-title"],
  ["own_tiles", ["tile_set"], "own-tiles"],
  ["link_heard", ["link", "panel"], "health-title"],
  ["can_keep", ["store", "disk", "backup"], "health-title"],
  ["clock_right", ["clock"], "health-title"],
  ["power_steady", ["power", "heat"], "health-title"],
];

/** One part of the machine. */
export function partLine(item) {
  const { level, figures } = item;
  return el("li", { class: `part ${level}` }, el("b", { text: t(`part.${item.part}`) }), el("span", {}, words(item), ...figures.map(figure)));
}

/** What a part says: in Chinese where it can, else what to do in general. */
function words({ part, level, message, message_zh: messageInChinese }) {
  const said = t(`health.${level}`);
  if (english) return message ? `${said} · ${message}` : said;
  if (messageInChinese) return `${said} · ${chinese(messageInChinese)}`;
  return !message || level === "ok" || level === "off" ? said : `${said} · ${t(`advice.${part}`)}`;
}

/** A measured figure beside its limit, and what to do where it is beyond. */
function figure({ name, value, limit, unit, bad, advice, advice_zh: adviceInChinese }) {
  const measured = value === null ? "—" : String(Math.round(value * 100) / 100);
  const told = `${figureName(name)} ${measured} / ${limit} ${unit === "0..1" || unit === "spots" ? "" : unit}`.trim();
  return el("small", { class: bad ? "figure minus" : "figure", text: bad ? `${told} · ${either(adviceInChinese, advice)}` : told });
}

function figureName(name) {
  const key = `figure.${name}`;
  return t(key) === key ? name : t(key);
}

/** The list before a hand, with a verdict above it. */
export function readyList({ health, match }) {
  const rows = CHECKS.map(([name, parts, where]) => {
    const items = health.items.filter((item) => parts.includes(item.part));
    if (!items.length) return null;
    const worst = items.reduce((a, b) => (ORDER.indexOf(b.level) > ORDER.indexOf(a.level) ? b : a));
    return row(worst.level, t(`check.${name}`), where);
  }).filter(Boolean);
  rows.push(row(match ? "ok" : "off", match ? t("check.match_on") : t("check.match_off"), null));
  const bad = health.items.filter((item) => item.level === "bad");
  const verdict = bad.length ? t("not_ready", { parts: bad.map((item) => t(`part.${item.part}`)).join(" · ") }) : t("is_ready");
  return [el("p", { class: `verdict ${bad.length ? "minus" : "plus"}`, text: verdict }), el("ul", { class: "checks" }, ...rows)];
}

function row(level, text, where) {
  const inner = level === "ok" || !where ? el("span", { text }) : el("a", { href: `#${where}`, text });
  return el("li", { class: level }, el("span", { class: "sign", "aria-hidden": "true", text: SIGNS[level] }), inner, el("small", { text: t(`health.${level}`) }));
}
