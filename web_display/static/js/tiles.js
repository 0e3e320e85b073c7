// Tiles and dice as pictures.

import { el } from "./dom.js";
import { tileName } from "./i18n.js";

/** One tile, face up (`5m`) or `back`; `marks` are extra classes. */
export function tile(code, ...marks) {
  const name = tileName(code);
  const img = el("img", { src: `/static/tiles/${code}.svg`, alt: name, draggable: "false" });
  return el("span", { class: ["tile", ...marks.filter(Boolean)].join(" "), "data-tile": code, title: name }, img);
}

/** A meld as it lies; the fourth tile of a kong lies on the middle one, a 暗杠 shows its ends face down. */
export function meld({ kind, tiles }) {
  const codes = tiles.length ? tiles : ["back", "back", "back", "back"];
  const made = codes.map((code, place) => {
    const down = kind === "an" && (place === 0 || place === 2);
    return tile(down ? "back" : code, place === 3 && isKong(kind) && "on-top");
  });
  return el("span", { class: `meld ${kind}` }, ...made);
}

function isKong(kind) {
  return kind === "ming" || kind === "an" || kind === "jin";
}

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** One die as seen from above. */
export function die(value) {
  const cells = Array.from({ length: 9 }, (_, place) =>
    el("i", { class: (PIPS[value] || []).includes(place + 1) ? "pip" : null }),
  );
  return el("span", { class: `die v${value}`, role: "img", "aria-label": String(value) }, ...cells);
}
