// The pictures that people judge by: a strip of tiles lies along the page, and a tap or a key shows it large.

import { el } from "./dom.js";
import { t } from "./i18n.js";
import { splitTiles } from "./picker.js";
import { openSheet } from "./sheet.js";
import { tile } from "./tiles.js";

const STRIP = 1.5; // longer than this many times its width: a row of tiles, not one tile
const TURNS = ["", "clockwise", "over", "anticlockwise"]; // of the row before each seat, for its tiles to stand upright

/** The picture at `src` as a button that shows it large; `seat` is before whom the tiles lie, where that is known. */
export function evidence(src, seat) {
  const large = () =>
    openSheet(t("picture_of_tile"), () =>
      el("div", { class: "scroll large", tabindex: "0", role: "group", "aria-label": t("picture_of_tile") }, picture(src, seat)));
  return el("button", { type: "button", class: "evidence-button", "aria-label": t("picture_larger"), on: { click: large } }, picture(src, seat));
}

function picture(src, seat) {
  const img = el("img", { src, alt: t("picture_of_tile") });
  const frame = el("span", { class: "strip" }, img);
  img.addEventListener("load", () => lay(frame, img, seat));
  return frame;
}

/** Turn a strip so that its tiles stand upright side by side; one that lies before nobody known is only laid down. */
function lay(frame, img, seat) {
  const { naturalWidth: wide, naturalHeight: high } = img;
  const [length, side] = wide > high ? [wide, high] : [high, wide];
  if (length < STRIP * side) return;
  frame.classList.add("long");
  frame.style.setProperty("--length", `${length}px`);
  const turn = TURNS[seat] || "";
  if (high < wide) {
    if (turn === "over") frame.classList.add(turn);
    return;
  }
  frame.classList.add(turn === "anticlockwise" ? turn : "clockwise");
  frame.style.aspectRatio = `${high} / ${wide}`;
  img.style.width = `${(100 * wide) / high}%`;
}

/** The hand that the first answer says was read, as tiles; null where it says none. */
export function handRead([first = ""]) {
  const [, tiles, draw] = /^((?:[1-9]+[mpsz])+)(?:\+([1-9][mpsz]))?(?:[+ ]|$)/.exec(first) || [];
  if (!tiles) return null;
  const laid = splitTiles(tiles).map((code) => tile(code));
  return el("div", { class: "hand-read" }, el("span", { text: t("read_as") }), ...laid, draw ? tile(draw, "drawn-tile") : null);
}
