// Names of players, shown whole whatever their length.

import { el, paint } from "./dom.js";

/** A name in full, smaller the longer it is. */
export function paintName(node, name) {
  paint(node, name, () => name);
  const width = Array.from(name).reduce((sum, char) => sum + (char.codePointAt(0) > 0x2e7f ? 2 : 1), 0);
  node.classList.toggle("long", width > 14 && width <= 26);
  node.classList.toggle("longer", width > 26);
}

/** A name as an element of its own, kept apart from the direction of what is around it. */
export function named(name) {
  const node = el("bdi", { class: "name", dir: "auto" });
  paintName(node, name);
  return node;
}
