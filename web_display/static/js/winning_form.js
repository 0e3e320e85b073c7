// Writing a won hand down: who, the tiles, the winning tile, melds and flags.

import { reasonField } from "./correcting.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { palette, pickTile, tileRow } from "./picker.js";
import { choose, openSheet } from "./sheet.js";
import { meld, tile } from "./tiles.js";
import { discarderRow } from "./winning_discarder.js";

const HELD = 13;
const TIANJIN = { kinds: ["pung", "ming", "an", "jin"], flags: ["gangkai", "tianhe", "dihe", "tianting"], onDiscard: false };
/** What daihun plays besides: 吃, 风头杠, a win on a discard, 独抱. */
const DAIHUN = { kinds: ["pung", "ming", "an", "chow", "fengtou_jian", "fengtou_feng"], flags: ["gangkai", "dubao"], onDiscard: true };
/** Melds that are always of the same tiles. */
const OPENING = { fengtou_jian: ["5z", "6z", "7z"], fengtou_feng: ["1z", "2z", "3z", "4z"] };

/**
 * Ask for a whole winning hand under the rules `profile`; gives the fields of the `enter` intent, or null. Where it
 * changes what was `settled`, why may be said.
 */
export function askHand({ names, hand, profile, seat = 0, indicator = null, settled = false }) {
  return openSheet(t("enter_hand"), (close) => {
    const reason = settled ? reasonField() : null;
    const form = state({ seat, indicator, reason, rules: profile === "daihun" ? DAIHUN : TIANJIN });
    const discarder = form.rules.onDiscard ? discarderRow(form, names) : null;
    const problem = el("p", { class: "minus", role: "alert" });
    const send = () => {
      problem.textContent = missing(form);
      if (!problem.textContent) close(wire(form, hand));
    };
    return [
      winnerRow(form, names, discarder ? discarder.repaint : () => {}),
      discarder ? discarder.node : null,
      el("h3", { text: t("concealed") }),
      form.row.node,
      palette(form.row.add),
      meldsRow(form, names),
      tileField(t("winning_tile"), "draw", form),
      tileField(t("indicator"), "indicator", form),
      flagsRow(form),
      reason ? reason.line : null,
      problem,
      el("button", { type: "button", class: "main", text: t("enter_this_hand"), on: { click: send } }),
    ];
  });
}

function state({ seat, indicator, reason, rules }) {
  return { seat, indicator, reason, rules, discarder: null, draw: null, melds: [], flags: {}, row: tileRow({ most: HELD }) };
}

function missing(form) {
  const want = HELD - 3 * form.melds.length;
  if (form.row.codes().length !== want) return t("need_tiles", { n: want, have: form.row.codes().length });
  return form.draw ? "" : t("need_draw");
}

function wire(form, hand) {
  return {
    kind: "enter",
    fact: "hand",
    seat: form.seat,
    hand: form.row.text(),
    draw: form.draw,
    melds: form.melds,
    flags: form.flags,
    ...(form.discarder === null ? {} : { discarder: form.discarder }),
    ...(form.indicator ? { indicator: form.indicator } : {}),
    ...(hand ? { in_hand: hand } : {}),
    ...(form.reason ? { why: form.reason.text() } : {}),
  };
}

function winnerRow(form, names, onChange) {
  const buttons = names.map((name, seat) =>
    el("button", { type: "button", "aria-pressed": String(seat === form.seat), on: { click: () => pick(seat) } }, el("bdi", { dir: "auto", text: name })));
  function pick(seat) {
    form.seat = seat;
    buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(place === seat)));
    onChange();
  }
  return el("fieldset", {}, el("legend", { text: t("who_won") }), el("div", { class: "row two" }, ...buttons));
}

function tileField(label, field, form) {
  const shown = el("span", { class: "chosen-one" }, form[field] ? tile(form[field]) : t("choose_tile"));
  async function pick() {
    const code = await pickTile(label);
    if (!code) return;
    form[field] = code;
    shown.replaceChildren(tile(code));
  }
  return el("div", { class: "line" }, el("span", { text: label }), el("button", { type: "button", "aria-label": label, on: { click: pick } }, shown));
}

function meldsRow(form, names) {
  const list = el("div", { class: "meld-list" });
  const draw = () =>
    list.replaceChildren(...form.melds.map((made, place) =>
      el("button", { type: "button", class: "tile-button", "aria-label": t("take_away", { tile: t(`meld.${made.kind}`) }), on: { click: () => { form.melds.splice(place, 1); draw(); } } }, meld({ kind: made.kind, tiles: lying(made) }))));
  async function add() {
    const kind = await choose(t("field.kind"), form.rules.kinds.map((value) => ({ value, label: t(`meld.${value}`) })));
    if (kind && OPENING[kind.value]) {
      form.melds.push({ kind: kind.value });
      draw();
      return;
    }
    const first = kind && (await pickTile(t(kind.value === "chow" ? "first_of_chow" : "field.tile")));
    if (!first) return;
    const others = names.map((name, seat) => ({ value: seat, label: name })).filter(({ value }) => value !== form.seat);
    const from = ["pung", "ming", "chow"].includes(kind.value) ? await choose(t("field.from"), [...others, { value: null, label: t("nobody_knows") }]) : null;
    form.melds.push({ kind: kind.value, tile: first, ...(from && from.value !== null ? { from: from.value } : {}) });
    draw();
  }
  return el("div", { class: "melds" }, el("h3", { text: t("melds") }), list, el("button", { type: "button", text: t("add_meld"), on: { click: add } }));
}

function lying({ kind, tile: first }) {
  if (OPENING[kind]) return OPENING[kind];
  if (kind === "chow") return [0, 1, 2].map((more) => `${Number(first[0]) + more}${first[1]}`);
  return Array.from({ length: kind === "pung" ? 3 : 4 }, () => first);
}

function flagsRow(form) {
  const boxes = form.rules.flags.map((name) => {
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      if (box.checked) form.flags[name] = true;
      else delete form.flags[name];
    });
    return el("label", { class: "check" }, box, el("span", { text: t(`field.${name}`) }));
  });
  return el("fieldset", {}, el("legend", { text: t("flags") }), el("div", { class: "row wrap" }, ...boxes));
}
