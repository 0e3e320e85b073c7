// Who gave the winning tile, where a win on a discard is played.

import { el } from "./dom.js";
import { t } from "./i18n.js";

/** Buttons for nobody, the winner drew it, and for each player but the winner; `repaint()` after the winner changed. */
export function discarderRow(form, names) {
  const row = el("div", { class: "row two" });

  function button(seat, label) {
    return el("button", { type: "button", "aria-pressed": String(form.discarder === seat), "data-discarder": String(seat), on: { click: () => pick(seat) } }, label);
  }

  function pick(seat) {
    form.discarder = seat;
    repaint();
  }

  function repaint() {
    if (form.discarder === form.seat) form.discarder = null;
    const others = names.map((name, seat) => [seat, name]).filter(([seat]) => seat !== form.seat);
    row.replaceChildren(button(null, t("self_drawn")), ...others.map(([seat, name]) => button(seat, el("bdi", { dir: "auto", text: name }))));
  }

  repaint();
  return { node: el("fieldset", {}, el("legend", { text: t("field.discarder") }), row), repaint };
}
