// Curves and bars as inline SVG, drawn from numbers alone.

import { svg } from "./svg.js";

/** Classes of the four players' lines, which the style sheet colours. */
export const LINES = ["line-0", "line-1", "line-2", "line-3"];

/** A drawing's width in its own units: narrow screens get a narrower drawing, so that its words stay readable. */
export function roomy() {
  return window.innerWidth < 700 ? 400 : 720;
}

/** The score of each player after each hand. `rows` are standings, oldest first; all begin at 0. `letters`: their size. */
export function scoreCurve(rows, { width = 720, height = 260, label = "", letters = 16 } = {}) {
  const all = [[0, 0, 0, 0], ...rows];
  const values = all.flat();
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const pad = { left: letters * 3.6, right: 12, top: letters * 0.9, bottom: letters * 1.6 };
  const x = (place) => pad.left + (place * (width - pad.left - pad.right)) / Math.max(1, all.length - 1);
  const y = (value) => pad.top + ((high - value) * (height - pad.top - pad.bottom)) / Math.max(1, high - low);
  const grid = [...new Set([low, 0, high])].flatMap((value) => [
    svg("line", { class: value === 0 ? "axis" : "grid", x1: pad.left, x2: width - pad.right, y1: y(value), y2: y(value) }),
    svg("text", { class: "tick", x: pad.left - letters / 2, y: y(value) + letters / 3, "text-anchor": "end" }, String(value).replace("-", "−")),
  ]);
  const curves = LINES.map((kind, seat) => svg("polyline", { class: `curve ${kind}`, points: all.map((row, place) => `${x(place)},${y(row[seat])}`).join(" ") }));
  const ends = LINES.map((kind, seat) => svg("circle", { class: `dot ${kind}`, cx: x(all.length - 1), cy: y(all[all.length - 1][seat]), r: 5 }));
  const last = svg("text", { class: "tick", x: width - pad.right, y: height - letters / 3, "text-anchor": "end" }, String(rows.length));
  return svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...grid, ...curves, ...ends, last);
}

/** Bars beside their names: `items` are `{ name, value }`. */
export function bars(items, { width = roomy(), label = "" } = {}) {
  const most = Math.max(1, ...items.map((item) => item.value));
  const [row, right] = [34, 60];
  const left = Math.min(Math.max(width > 500 ? 190 : 110, ...items.map(({ name }) => lengthOf(name) + 20)), width * 0.6);
  const made = items.flatMap(({ name, value }, place) => [
    svg("text", { class: "tick", x: left - 10, y: place * row + 22, "text-anchor": "end" }, name),
    svg("rect", { class: "bar", x: left, y: place * row + 5, width: Math.max(2, (value / most) * (width - left - right)), height: row - 12, rx: 4 }),
    svg("text", { class: "tick strong", x: left + (value / most) * (width - left - right) + 8, y: place * row + 22 }, String(value)),
  ]);
  return svg("svg", { class: "chart", viewBox: `0 0 ${width} ${items.length * row + 6}`, role: "img", "aria-label": label }, ...made);
}

/** About how long a name is in a drawing's letters of 16 units. */
function lengthOf(name) {
  return Array.from(name).reduce((sum, char) => sum + (char.codePointAt(0) > 0x2e7f ? 16 : 8.5), 0);
}

/** How much went from whom to whom as circles whose areas are the amounts: one for each cell of a table. */
export function amount(value, most) {
  const radius = most ? Math.sqrt(value / most) * 22 : 0;
  return svg("svg", { class: "amount", viewBox: "-24 -24 48 48", "aria-hidden": "true" }, svg("circle", { r: radius.toFixed(1) }));
}
