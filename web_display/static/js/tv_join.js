// How phones get to their seats, and the machine's own addresses: codes shown while no hand is played.

import { el, paint, show } from "./dom.js";
import { t } from "./i18n.js";

const ANEW_MS = 10 * 60000;
const WAYS = ["↓", "→", "↑", "←"];
const ADDRESSES = 2;

/** Keeps the codes in `node` fresh; call `shown` with whether they are to be seen. */
export function joining(node) {
  let drawn = 0;
  let timer = null;

  async function draw() {
    drawn += 1;
    const addresses = await ownAddresses();
    paint(node, [addresses, drawn], () => [
      el("div", { class: "seat-codes" }, ...WAYS.map((way, seat) => code(`/api/qr/seat/${seat}.svg?drawn=${drawn}`, t("seat_n", { n: seat }), way))),
      addressCodes(addresses),
    ]);
  }

  return {
    /** Show or hide the codes. */
    shown(wanted) {
      show(node, wanted);
      if (wanted === (timer !== null)) return;
      clearInterval(timer);
      timer = wanted ? setInterval(draw, ANEW_MS) : null;
      if (wanted) draw();
    },
  };
}

/** Where this machine is found; nothing while it does not answer. */
export async function ownAddresses() {
  const answer = await fetch("/api/addresses").catch(() => null);
  return answer && answer.ok ? (await answer.json()).addresses : [];
}

/** The codes of the first addresses, each with its text; nothing where there is none. */
export function addressCodes(addresses) {
  if (!addresses.length) return null;
  const made = addresses.slice(0, ADDRESSES).map((address, number) => code(`/api/qr/address/${number}.svg`, new URL(address).host));
  return el("div", { class: "address-codes" }, ...made);
}

function code(src, text, way = "") {
  return el("figure", {}, el("img", { class: "code", src, alt: text }), el("figcaption", {}, way ? el("b", { text: way }) : null, text));
}
