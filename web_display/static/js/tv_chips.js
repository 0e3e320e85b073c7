// Chips that move from who pays to who is paid, once for each settled hand. Still where people want no motion.

import { el } from "./dom.js";
import { still } from "./tv_score.js";

const FLIGHT_MS = 1100;
const BETWEEN_MS = 260;
const FIRST_MS = 700;
let flown = null;

/** Let the chips of `settlement` fly between the accounts in `result`, on the layer `layer`. */
export function flyChips(layer, result, settlement, hand) {
  const key = `${hand}/${settlement.net.join()}`;
  if (key === flown) return;
  flown = key;
  layer.replaceChildren();
  if (still()) return;
  sums(settlement.lines).forEach(({ from, to, points }, place) => fly(layer, result, { from, to, points, delay: FIRST_MS + place * BETWEEN_MS }));
}

/** What each pays each other in all. */
function sums(lines) {
  const paid = new Map();
  for (const { from, to, points } of lines) paid.set(`${from}/${to}`, { from, to, points: points + ((paid.get(`${from}/${to}`) || {}).points || 0) });
  return [...paid.values()];
}

function fly(layer, result, { from, to, points, delay }) {
  const [start, end] = [from, to].map((seat) => middle(layer, result.querySelector(`[data-seat="${seat}"]`)));
  if (!start || !end) return;
  const chip = el("span", { class: "chip", "aria-hidden": "true", text: String(points) });
  layer.append(chip);
  const lift = { x: (start.x + end.x) / 2, y: start.y - layer.clientHeight * 0.16 };
  const at = ({ x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const motion = chip.animate([{ transform: at(start), opacity: 0 }, { transform: at(start), opacity: 1, offset: 0.1 }, { transform: at(lift) }, { transform: at(end), opacity: 1 }], { duration: FLIGHT_MS, delay, easing: "ease-in-out", fill: "backwards" });
  motion.onfinish = () => chip.remove();
  motion.oncancel = () => chip.remove();
}

function middle(layer, node) {
  if (!node) return null;
  const [box, around] = [node.getBoundingClientRect(), layer.getBoundingClientRect()];
  return { x: box.left + box.width / 2 - around.left, y: box.top + box.height / 3 - around.top };
}
