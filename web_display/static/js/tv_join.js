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
    const { addresses, onlyHere } = await ownAddresses();
    paint(node, [addresses, onlyHere, drawn], () => onlyHere ? el("p", { class: "only-here", text: t("only_here", { address: addresses[0] }) }) : [
      el("div", { class: "seat-codes" }, ...WAYS.map((way, seat) => code(`/api/qr/seat/${seat}.svg?drawn=${drawn}`, t("seat_n", { n: seat }), way))),
      addressCodes({ addresses, onlyHere }),
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

/** Where this machine is found, and whether only by itself; no address while it does not answer. */
export async function ownAddresses() {
  const answer = await fetch("/api/addresses").catch(() => null);
  if (!answer || !answer.ok) return { addresses: [], onlyHere: false };
  const { addresses, only_here: onlyHere } = await answer.json();
  return { addresses, onlyHere };
}

/** The codes of the first addresses, each with its text; nothing where no phone reaches one. */
export function addressCodes({ addresses, onlyHere }) {
  if (onlyHere || !addresses.length) return null;
  const made = addresses.slice(0, ADDRESSES).map((address, number) => code(`/api/qr/address/${number}.svg`, new URL(address).host));
  return el("div", { class: "address-codes" }, ...made);
}

function code(src, text, way = "") {
  return el("figure", {}, el("img", { class: "code", src, alt: text }), el("figcaption", {}, way ? el("b", { text: way }) : null, text));
}
