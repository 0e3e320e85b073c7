// Changing what was recorded: which fields each kind of event has, and how a new value is chosen.

import { changeLines } from "./changes.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { pickTile, pickTiles, splitTiles } from "./picker.js";
import { send } from "./post.js";
import { choose, openSheet } from "./sheet.js";

const FIELDS = {
  hand_started: ["dealer", "zuo", "la"],
  dice: ["dice", "thrower"],
  indicator: ["tile"],
  discard: ["tile", "seat"],
  meld: ["meld_tile", "kind", "from", "seat"],
  foul: ["foul", "seat"],
  hand_won: ["draw", "hand", "winner", "discarder", "gangkai", "tianhe", "dihe"],
  false_hu: ["draw", "hand", "seat"],
  settled: ["net", "next_dealer"],
};
const KINDS = ["pung", "ming", "an", "jin", "chow"];
const FOULS = ["xiao_xianggong", "da_xianggong"];
const UNDOABLE = [...Object.keys(FIELDS), "hand_drawn", "announced"];
const WIRE = { thrower: "seat", meld_tile: "tile" };

/** Whether people can change `event`, or take it away. */
export function correctable(event) {
  return UNDOABLE.includes(event.kind);
}

/** Ask what is wrong with `event`, then for the right value, and send it. Gives sentences for people, or null. */
export async function correct(event, names) {
  const fields = (FIELDS[event.kind] || []).map((field) => ({ value: field, label: t(`field.${field}`) }));
  const undo = { value: "undo", label: el("span", { class: "danger", text: t("never_was") }) };
  const reason = reasonField();
  const chosen = await choose(t("what_is_wrong"), [...fields, undo], event.picture || null, reason.line);
  if (!chosen) return null;
  if (chosen.value === "undo") return outcome(await send({ kind: "undo", of: event.seq, why: reason.text() }), names);
  const value = await ask(chosen.value, event, names);
  if (value === null) return null;
  const field = WIRE[chosen.value] || chosen.value;
  return outcome(await send({ kind: "correct", of: event.seq, field, value: value.value, why: reason.text() }), names);
}

/** A line for why somebody changes something, to be filled in or not. */
export function reasonField() {
  const input = el("input", { type: "text", maxlength: "200", class: "reason" });
  return { line: el("label", { class: "line" }, el("span", { text: t("reason") }), input), text: () => input.value.trim() };
}

/** What to say after a wish: why not, or what it changed. */
export function outcome({ said, changed }, names) {
  return said ? [said] : [t("done_it"), ...changeLines(changed, names)];
}

async function ask(field, event, names) {
  const title = t(`field.${field}`);
  switch (field) {
    case "tile":
    case "meld_tile":
    case "draw":
      return boxed(await pickTile(title));
    case "hand":
      return boxed(await pickTiles(title, { codes: splitTiles(event.hand) }));
    case "from":
    case "discarder":
    case "thrower":
      return choose(title, [...seats(names), { value: null, label: t("nobody") }]);
    case "zuo":
    case "tianhe":
    case "dihe":
      return choose(title, [true, false].map((value) => ({ value, label: t(value ? "is_so" : "is_not_so") })));
    case "kind":
      return choose(title, KINDS.map((kind) => ({ value: kind, label: t(`meld.${kind}`) })));
    case "foul":
      return choose(title, FOULS.map((foul) => ({ value: foul, label: t(`foul.${foul}`) })));
    case "gangkai":
      return choose(title, [0, 1, 2, 3, 4].map((value) => ({ value, label: String(value) })));
    case "la":
    case "net":
      return askNumbers(title, names, event[field]);
    case "dice":
      return askNumbers(title, event.dice.map((_, place) => String(place + 1)), event.dice);
    default:
      return choose(title, seats(names));
  }
}

function boxed(value) {
  return value === null || value === "" ? null : { value };
}

export function seats(names) {
  return names.map((name, seat) => ({ value: seat, label: el("bdi", { dir: "auto", text: name }) }));
}

async function askNumbers(title, labels, values) {
  return openSheet(title, (close) => {
    const inputs = values.map((value) => el("input", { type: "number", inputmode: "text", value: String(value), required: true }));
    const rows = inputs.map((input, place) => el("label", { class: "line" }, el("bdi", { dir: "auto", text: labels[place] }), input));
    const form = el("form", {}, ...rows, el("button", { class: "main", text: t("done") }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close({ value: inputs.map((input) => Number(input.value)) });
    });
    return form;
  });
}
