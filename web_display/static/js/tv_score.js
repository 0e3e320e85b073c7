// A player's score, counted up or down to its new value. Set at once where people want no motion.

import { score } from "./i18n.js";

const COUNT_MS = 900;
const MARKED_MS = 4000;
const standing = new WeakMap();

/** Show `points` in `node`, counting from `from` or from what it shows; `null` shows nothing. */
export function showScore(node, points, from = null) {
  const before = standing.get(node) || { target: null };
  if (before.target === points) return;
  cancelAnimationFrame(before.frame);
  clearTimeout(before.timer);
  const first = from === null ? before.target : from;
  const now = { target: points, frame: 0, timer: 0 };
  standing.set(node, now);
  mark(node, points === null || first === null ? 0 : points - first);
  if (points === null || first === null || still()) {
    write(node, points);
    return;
  }
  const began = performance.now();
  const step = (at) => {
    const part = Math.min(Math.max((at - began) / COUNT_MS, 0), 1);
    write(node, Math.round(first + (points - first) * (1 - (1 - part) ** 3)));
    if (part < 1) now.frame = requestAnimationFrame(step);
  };
  write(node, first);
  now.frame = requestAnimationFrame(step);
  now.timer = setTimeout(() => {  // frames stop where nobody looks
    cancelAnimationFrame(now.frame);
    write(node, points);
    now.timer = setTimeout(() => mark(node, 0), MARKED_MS);
  }, COUNT_MS + 200);
}

/** Whether people want no motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function write(node, points) {
  const text = points === null ? "" : score(points);
  if (node.textContent !== text) node.textContent = text;
}

function mark(node, change) {
  node.classList.toggle("rising", change > 0);
  node.classList.toggle("falling", change < 0);
}
