// What a question asks: by its code, with the players by the names they have now. A match of an older version has no
// codes; there it is said as the log holds it, in other languages by what it is about.

import { chinese, either, english, t, tileName } from "./i18n.js";

/** The codes with words of their own; every other doubt about a hand is told by what is in doubt. */
const FORMS = {
  hand_unseen: "unseen_hand",
  which_tile_won: "winning_tile",
  maybe_wild: "wild",
  maybe_followed: "followed",
  drawn_or_given: "drawn_or_given",
  played_on: "played_on",
};

/** What a question asks; `names` are the players' names now. */
export function asked(review, names) {
  const form = formOf(review);
  if (!form) return english ? t(`ask.${review.about}`) : chinese(review.question, names);
  const [seat, second] = seatsOf(review);
  const why = either(review.because || "", review.because_en || "");
  return t(`ask_of.${form}`, { name: names[seat], giver: names[second], why, tile: review.tile ? tileName(review.tile) : "" });
}

function formOf({ reason, because, seat = null }) {
  if (!reason || seat === null) return null;
  return FORMS[reason] || (because ? "hand" : null);
}

/** Whom a question is about, by seat, as far as it tells: the player, then who may have discarded. */
export function seatsOf({ about, answers = [], effects = [], laid, seat = null }) {
  const answered = answers.map((one) => one.split(" ")[0]).filter((word) => /^[0-3]$/.test(word)).map(Number);
  if (about === "who_discarded" && answered.length === 2) return answered;
  if (seat !== null) return [seat];
  if (laid) return [laid.seat];
  const theirs = about === "discard_tile" ? ["foul", "no_foul"] : ["win", "no_win"];
  const found = effects.flat().find(({ kind }) => theirs.includes(kind));
  return found && found.seat !== null ? [found.seat] : [];
}
