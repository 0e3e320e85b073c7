// What happened between two states of the table, as the one across the room would say it.

/** The news of `after`, oldest first; a page that has only just opened has none. */
export function news(before, after) {
  if (before === null || before.version === after.version) return [];
  const same = before.match === after.match && before.hand === after.hand;
  const old = same ? before : { ...before, newest: null, wilds: [], win: null, drawn: false, phase: "", seats: after.seats.map(() => ({})) };
  const found = [];
  if (after.wilds.length && !old.wilds.length) found.push({ kind: "wilds", tiles: after.wilds });
  if (after.newest && (!old.newest || old.newest.event !== after.newest.event)) found.push(...discarded(after));
  after.seats.forEach((seat, place) => found.push(...wrong(old.seats[place], seat)));
  if (after.win && !old.win) found.push({ kind: "win", seat: after.win.winner, fan: after.win.fan });
  if (after.drawn && !old.drawn) found.push({ kind: "drawn" });
  if (after.reviews.length > before.reviews.length) found.push({ kind: "question" });
  return found;
}

function discarded({ newest, seats }) {
  const thrown = seats[newest.seat].discards.find(({ event }) => event === newest.event);
  return thrown ? [{ kind: "discard", seat: newest.seat, tile: thrown.tile }] : [];
}

function wrong(before, seat) {
  if (seat.foul && !before.foul) return [{ kind: "foul", seat: seat.seat, foul: seat.foul }];
  return seat.false_hu && !before.false_hu ? [{ kind: "false_hu", seat: seat.seat }] : [];
}
