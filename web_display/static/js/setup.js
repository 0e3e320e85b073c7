// How the machine is, part by part.

import { el, paint } from "./dom.js";
import { english, loadWords, t } from "./i18n.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";

function part({ part: name, level, message: inEnglish, message_zh: inChinese }) {
  const message = (!english && inChinese) || inEnglish;
  const words = message ? `${t(`health.${level}`)} · ${message}` : t(`health.${level}`);
  return el("li", { class: `part ${level}` }, el("b", { text: t(`part.${name}`) }), el("span", { text: words }));
}

async function start() {
  await loadWords();
  const list = document.getElementById("health");
  follow({
    onState: (state) =>
      paint(list, state.health.items, (items) => (items.length ? items.map(part) : el("li", { text: t("all_well") }))),
    ...staleLine(),
  });
}

start();
