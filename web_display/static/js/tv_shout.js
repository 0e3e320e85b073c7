// A foul or a refused 和 called out over the middle of the table for a while, then left to the seat's panel.

import { el, paint, show } from "./dom.js";
import { noWin, t } from "./i18n.js";
import { named } from "./names.js";
import { tile } from "./tiles.js";

const SHOWN_MS = 12000;

export class Shouts {
  constructor(node) {
    this.node = node;
    this.seen = new Set();
    this.hand = null;
    this.timer = null;
  }

  /** Call out what is new in `state`; a page opened late calls out what stands. */
  paint(state) {
    const hand = `${state.match}/${state.hand}`;
    if (hand !== this.hand) {
      this.hand = hand;
      this.seen.clear();
      this.clear();
    }
    const standing = state.seats.flatMap(shoutsOf);
    const fresh = standing.filter((shout) => !this.seen.has(shout.key));
    this.seen = new Set(standing.map((shout) => shout.key));
    if (this.shown && !this.seen.has(this.shown)) this.clear();
    if (state.phase === "settled") this.clear();
    else if (fresh.length) this.call(fresh[fresh.length - 1]);
  }

  call(shout) {
    paint(this.node, shout, () => [
      shout.picture ? el("img", { class: "photo", src: shout.picture, alt: t("picture_of_tile") }) : null,
      shout.tile ? tile(shout.tile) : null,
      el("div", { class: "words" }, named(shout.name), el("h2", { text: shout.title }), el("p", { text: shout.text })),
    ]);
    this.shown = shout.key;
    show(this.node, true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), SHOWN_MS);
  }

  clear() {
    this.shown = null;
    show(this.node, false);
  }
}

function shoutsOf(seat) {
  const shouts = [];
  if (seat.foul) {
    shouts.push({
      key: `foul ${seat.seat} ${seat.foul_detail.event}`,
      name: seat.name,
      title: t(`foul.${seat.foul}`),
      text: t(`foul_why.${seat.foul}`),
      tile: seat.foul_detail.tile,
      picture: seat.foul_detail.picture,
    });
  }
  if (seat.false_hu) {
    shouts.push({ key: `hu ${seat.seat} ${seat.false_hu}`, name: seat.name, title: t("false_hu"), text: noWin(seat.false_hu, seat.false_hu_en) });
  }
  return shouts;
}
