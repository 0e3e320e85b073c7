// How the machine is, part by part.

import { el, paint } from "./dom.js";
import { english, loadWords, t } from "./i18n.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";

function part({ part: name, level, message: inEnglish, message_zh: inChinese, figures }) {
  const message = (!english && inChinese) || inEnglish;
  const words = message ? `${t(`health.${level}`)} · ${message}` : t(`health.${level}`);
  return el("li", { class: `part ${level}` }, el("b", { text: t(`part.${name}`) }), el("span", {}, words, ...figures.map(figure)));
}

/** A measured figure beside its limit, and what to do where it is beyond. */
function figure({ name, value, limit, unit, bad, advice, advice_zh: adviceInChinese }) {
  const measured = value === null ? "—" : String(Math.round(value * 100) / 100);
  const told = `${name} ${measured} / ${limit} ${unit}`.trim();
  return el("small", { class: bad ? "figure minus" : "figure", text: bad ? `${told} · ${english ? advice : adviceInChinese}` : told });
}

/** Whether a hand can begin: nothing is at fault. */
function ready(items) {
  const bad = items.filter((item) => item.level === "bad");
  return el("p", { class: bad.length ? "minus" : "plus", text: bad.length ? t("not_ready", { parts: bad.map((item) => t(`part.${item.part}`)).join(" · ") }) : t("is_ready") });
}

async function start() {
  await loadWords();
  const list = document.getElementById("health");
  follow({
    onState: (state) => {
      paint(document.getElementById("ready"), state.health.items, ready);
      paint(list, state.health.items, (items) => (items.length ? items.map(part) : el("li", { text: t("all_well") })));
    },
    ...staleLine(),
  });
}

start();
