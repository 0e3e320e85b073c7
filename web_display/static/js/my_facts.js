// What is recorded about a player in this hand: every fact is one tap away from "that is wrong".

import { el } from "./dom.js";
import { noWin, t, tileName } from "./i18n.js";
import { meld, tile } from "./tiles.js";

/** The facts of `seat` as buttons; `onWrong(event)` gets the event behind a fact, `onKind(kind)` one to be looked up. */
export function myFacts(seat, { onWrong, onKind }) {
  const rows = [
    seat.foul ? alarm(t(`foul.${seat.foul}`), t(`foul_why.${seat.foul}`), () => onWrong({ kind: "foul", seq: seat.foul_detail.event, seat: seat.seat, picture: seat.foul_detail.picture }), seat.foul_detail) : null,
    seat.false_hu ? alarm(t("false_hu"), noWin(seat.false_hu, seat.false_hu_en), () => onKind("false_hu")) : null,
    seat.melds.length ? el("div", { class: "fact-row" }, ...seat.melds.map((made) => meldButton(seat, made, onWrong))) : null,
    seat.discards.length ? el("div", { class: "fact-row" }, ...seat.discards.map((discard) => discardButton(seat, discard, onWrong))) : null,
    el("button", { type: "button", class: "small", text: t("wrong_deal"), on: { click: () => onKind("hand_started") } }),
  ];
  return rows.filter(Boolean);
}

function alarm(title, text, onTap, detail = null) {
  const picture = detail && detail.picture ? el("img", { src: detail.picture, alt: t("picture_of_tile") }) : null;
  return el("div", { class: "alert" }, el("b", { text: title }), el("p", { text }), picture, el("button", { type: "button", text: t("wrong_long"), on: { click: onTap } }));
}

function meldButton(seat, made, onWrong) {
  const event = { kind: "meld", seq: made.event, seat: seat.seat, meld: { kind: made.kind, tiles: made.tiles, from: made.from } };
  const label = `${t("wrong_long")} ${t(`meld.${made.kind}`)}`;
  return el("button", { type: "button", class: "tile-button", "aria-label": label, on: { click: () => onWrong(event) } }, meld(made));
}

function discardButton(seat, discard, onWrong) {
  const event = { kind: "discard", seq: discard.event, seat: seat.seat, tile: discard.tile, picture: discard.picture };
  const label = `${t("wrong_long")} ${tileName(discard.tile)}`;
  const marks = [discard.claimed_by !== null && "claimed", !discard.sure && "unsure", discard.wild && "wild"];
  return el("button", { type: "button", class: "tile-button", "aria-label": label, "data-code": discard.tile, on: { click: () => onWrong(event) } }, tile(discard.tile, ...marks));
}
