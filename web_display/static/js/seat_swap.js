// Two players who sat in each other's place: who, and in which hands.

import { reasonField } from "./correcting.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { openSheet } from "./sheet.js";

/** Ask for a seat swap; gives the intent, or null. */
export function askSwap({ names, hand }) {
  return openSheet(t("swap_seats"), (close) => {
    const [a, b] = [0, 1].map((chosen) =>
      el("select", {}, ...names.map((name, seat) => el("option", { value: String(seat), selected: seat === chosen, text: name }))));
    const [from, to] = [1, hand].map((value) => el("input", { type: "number", min: "1", max: String(hand), value: String(value), required: true }));
    const reason = reasonField();
    const form = el(
      "form",
      {},
      ...[[t("player_a"), a], [t("player_b"), b], [t("from_hand"), from], [t("to_hand"), to]].map(([label, input]) =>
        el("label", { class: "line" }, el("span", { text: label }), input)),
      reason.line,
      el("button", { class: "main", text: t("swap_these") }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close({ kind: "swap_seats", a: Number(a.value), b: Number(b.value), from_hand: Number(from.value), to_hand: Number(to.value), why: reason.text() });
    });
    return form;
  });
}
