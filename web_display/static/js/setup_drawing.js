// What is drawn over the live picture: the table's edge, its zones, and the tiles as read. Pixels are the picture's own.

import { english, t, tileName } from "./i18n.js";
import { svg } from "./svg.js";

const SURE = 0.9;
const DOUBTFUL = 0.6;

/** One drawing for a sight; `shown` says which parts, `preview` is a place tried and not kept yet. */
export function drawing(sight, shown, preview) {
  const { width, height } = sight.picture;
  const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": summary(sight), preserveAspectRatio: "none" });
  if (sight.place && shown.zones) made.append(...sight.place.zones.flatMap((zone) => zoneParts(zone, width)));
  if (sight.place && shown.table && !preview) made.append(outline(sight.place, "felt"));
  if (preview) made.append(outline(preview, "felt tried"), ...preview.zones.map((zone) => svg("polygon", { class: `zone ${zone.kind} tried`, points: points(zone.outline) })));
  if (shown.tiles) made.append(...sight.tiles.map(tileParts));
  return made;
}

/** How sure a tile is, as a class. */
export function sureness(confidence) {
  if (confidence >= SURE) return "sure";
  return confidence >= DOUBTFUL ? "unsure" : "doubtful";
}

/** A tile's name short enough to be written on it. */
export function shortName(code) {
  return english || code === "other" ? code : tileName(code);
}

function summary(sight) {
  const where = sight.place ? t("setup.place_known") : t("setup.place_unknown");
  return `${where} ${t("setup.tiles_seen", { n: sight.tiles.length })}`;
}

function outline(place, kind) {
  return svg("polygon", { class: kind, points: points(place.outline) });
}

function zoneParts(zone, width) {
  const shape = svg("polygon", { class: `zone ${zone.kind}`, points: points(zone.outline) });
  if (zone.kind !== "river") return [shape];
  const [x, y] = middle(zone.outline);
  return [shape, svg("text", { class: "zone-name", x, y, "font-size": width / 55 }, t("seat_n", { n: zone.seat }))];
}

function tileParts({ tile, confidence, corners }) {
  const [x, y] = middle(corners);
  const across = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
  const size = across * 0.44;
  const label = svg("text", { x, y, "font-size": size }, svg("tspan", { x, dy: "-0.1em" }, shortName(tile)), svg("tspan", { x, dy: "1.05em", class: "share" }, String(Math.round(confidence * 100))));
  return svg("g", { class: `seen ${sureness(confidence)}`, "data-tile": tile }, svg("polygon", { points: points(corners) }), label);
}

export function points(outline) {
  return outline.map(([x, y]) => `${x},${y}`).join(" ");
}

function middle(outline) {
  const sum = outline.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return sum.map((value) => Math.round(value / outline.length));
}
