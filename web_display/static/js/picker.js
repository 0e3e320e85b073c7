// Choosing tiles by their pictures.

import { el } from "./dom.js";
import { t, tileName } from "./i18n.js";
import { openSheet } from "./sheet.js";
import { tile } from "./tiles.js";

const SUITS = [["m", 9], ["p", 9], ["s", 9], ["z", 7]];
const MOST_OF_ONE = 4;

/** All 34 tiles as buttons, a row a suit; `onPick(code)` gets the one that was tapped. */
export function palette(onPick) {
  const rows = SUITS.map(([suit, count]) =>
    el("div", { class: "palette-row" }, ...Array.from({ length: count }, (_, rank) => button(`${rank + 1}${suit}`, onPick))));
  return el("div", { class: "palette" }, ...rows);
}

function button(code, onPick) {
  return el("button", { type: "button", class: "tile-button", "aria-label": tileName(code), "data-code": code, on: { click: () => onPick(code) } }, tile(code));
}

/** Ask for one tile; gives its code, or null. */
export function pickTile(title) {
  return openSheet(title, (close) => palette((code) => close(code)));
}

/** Ask for several tiles; gives them as one text, or null. */
export function pickTiles(title, { codes = [], most = 14 } = {}) {
  return openSheet(title, (close) => {
    const chosen = tileRow({ codes, most });
    const done = el("button", { type: "button", class: "main", text: t("done"), on: { click: () => close(chosen.text()) } });
    return [chosen.node, palette(chosen.add), done];
  });
}

/** A row of chosen tiles, each taken away by a tap. */
export function tileRow({ codes = [], most = 14, onChange = () => {} } = {}) {
  let chosen = [...codes];
  const node = el("div", { class: "chosen", "aria-live": "polite" });

  function draw() {
    chosen.sort(inOrder);
    const made = chosen.map((code, place) =>
      el("button", { type: "button", class: "tile-button", "aria-label": t("take_away", { tile: tileName(code) }), on: { click: () => remove(place) } }, tile(code)));
    const count = el("span", { class: "count", text: `${chosen.length} / ${most}` });
    node.replaceChildren(...made, count);
    onChange(chosen);
  }

  function remove(place) {
    chosen.splice(place, 1);
    draw();
  }

  draw();
  return {
    node,
    add(code) {
      if (chosen.length >= most || chosen.filter((one) => one === code).length >= MOST_OF_ONE) return;
      chosen.push(code);
      draw();
    },
    codes: () => [...chosen],
    text: () => chosen.join(""),
  };
}

function inOrder(a, b) {
  return a[1] === b[1] ? a[0].localeCompare(b[0]) : a[1].localeCompare(b[1]);
}

/** The tiles of a text such as `46m123p` or `4m6m`, one by one. */
export function splitTiles(text) {
  const codes = [];
  let ranks = [];
  for (const letter of text || "") {
    if (/[1-9]/.test(letter)) ranks.push(letter);
    else {
      codes.push(...ranks.map((rank) => rank + letter));
      ranks = [];
    }
  }
  return codes;
}
