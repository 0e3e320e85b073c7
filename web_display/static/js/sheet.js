// A sheet over the page for one question at a time. Escape and a tap beside it put it away; the keyboard stays in it.

import { el } from "./dom.js";
import { t } from "./i18n.js";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** Open a sheet; `build(close)` gives its contents. Resolves with what `close` was given, or null. */
export function openSheet(title, build) {
  return new Promise((done) => {
    const before = document.activeElement;
    const cover = el("div", { class: "cover" });
    function close(value = null) {
      document.removeEventListener("keydown", onKey);
      cover.remove();
      if (before) before.focus();
      done(value);
    }
    function onKey(event) {
      if (cover !== topmost()) return;
      if (event.key === "Escape") close();
      else if (event.key === "Tab") stayIn(sheet, event);
    }
    const shut = el("button", { type: "button", class: "shut", text: t("cancel"), on: { click: () => close() } });
    const head = el("div", { class: "sheet-head" }, el("h2", { text: title }), shut);
    const made = build(close);
    const sheet = el("div", { class: "sheet", role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1" }, head, ...[].concat(made).filter(Boolean));
    cover.addEventListener("click", (event) => event.target === cover && close());
    document.addEventListener("keydown", onKey);
    cover.append(sheet);
    document.body.append(cover);
    sheet.focus();
  });
}

function topmost() {
  const covers = document.querySelectorAll(".cover");
  return covers[covers.length - 1];
}

/** Let Tab go from the last control to the first one, and back: `<dialog>` and `inert` came later than our browsers. */
function stayIn(sheet, event) {
  const controls = [...sheet.querySelectorAll(CONTROLS)].filter((one) => !one.disabled && one.getClientRects().length > 0);
  const [first, last] = [controls[0], controls[controls.length - 1]];
  const here = document.activeElement;
  const outside = !sheet.contains(here) || here === sheet;
  if (event.shiftKey && (outside || here === first)) last.focus();
  else if (!event.shiftKey && ((outside && here !== sheet) || here === last)) first.focus();
  else return;
  event.preventDefault();
}

/** Ask for one of `choices` (`{ value, label }`, where `label` is text or a node), with a `picture` above them and a field `below` if any. */
export function choose(title, choices, picture = null, below = null) {
  return openSheet(title, (close) => [
    picture ? el("img", { class: "evidence", src: picture, alt: t("picture_of_tile") }) : null,
    el("div", { class: "choices" }, ...choices.map(({ value, label }) =>
      el("button", { type: "button", on: { click: () => close({ value }) } }, label))),
    below,
  ]);
}
