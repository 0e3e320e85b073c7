// House rules in words, and the choosing of them before a match.

import { el } from "./dom.js";
import { either } from "./i18n.js";

/** The rule profiles with their options in words. */
export async function fetchRules() {
  const answer = await fetch("/api/rules");
  return answer.ok ? answer.json() : { profiles: [] };
}

const word = (words) => either(words.zh, words.en);

/** A profile's options as a list to read; what differs from the named profile is marked. */
export function readable(profile) {
  return el("dl", { class: "rules" }, ...profile.options.flatMap((option) => [
    el("dt", { text: word(option.words) }),
    el("dd", { class: option.changed ? "changed" : null, text: word(option.value_words) }),
  ]));
}

/** Inputs for the options that have named choices; `chosen()` gives what differs from the profile. */
export function choosable(profile) {
  const inputs = new Map();
  const rows = profile.options.filter((option) => option.choices.length || typeof option.value === "number").map((option) => {
    const input = option.choices.length ? select(option) : el("input", { type: "number", min: "0", value: String(option.value) });
    inputs.set(option, input);
    return el("label", { class: "line rule" }, el("span", { text: word(option.words) }), input);
  });
  return { node: el("div", {}, ...rows), chosen: () => differing(inputs) };
}

function select(option) {
  const chosen = JSON.stringify(option.value);
  return el("select", {}, ...option.choices.map(({ value, words }) =>
    el("option", { value: JSON.stringify(value), selected: JSON.stringify(value) === chosen, text: word(words) })));
}

function differing(inputs) {
  const rules = {};
  for (const [option, input] of inputs) {
    const value = option.choices.length ? JSON.parse(input.value) : Number(input.value);
    if (value !== option.value) rules[option.name] = value;
  }
  return rules;
}

/** The profile with a match's own options laid over it, each in words. */
export function withOptions(profile, options) {
  return { ...profile, options: profile.options.map((option) => laidOver(option, options[option.name])) };
}

function laidOver(option, value) {
  if (value === undefined || value === option.value) return option;
  if (typeof value === "object") return { ...option, value_words: parts(option, value) };
  const known = option.choices.find((choice) => choice.value === value);
  const words = known ? known.words : { zh: String(value), en: String(value) };
  return { ...option, value, value_words: words, changed: true };
}

/** Points of several items: as the profile tells them, else by their public names. */
function parts(option, value) {
  const figures = Object.values(value).filter(Boolean).join(",");
  const told = (option.value_words.zh.match(/\d+/g) || []).join(",");
  if (told === figures) return option.value_words;
  const text = Object.entries(value).filter(([, points]) => points).map(([name, points]) => `${name} ${points}`).join(", ");
  return { zh: text, en: text };
}
