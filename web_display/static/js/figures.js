// Figures of a match, counted from its finished hands.

/** How often each fan was made, most often first: `{ name, value }`. */
export function fanCounts(hands) {
  return counted(hands.flatMap((hand) => (hand.winner === null ? [] : hand.names)));
}

/** Wins of each player by seat. */
export function wins(hands) {
  return [0, 1, 2, 3].map((seat) => hands.filter((hand) => hand.winner === seat).length);
}

/** Fouls of each player by seat, all or those of one kind. */
export function fouls(hands, kind = null) {
  const all = hands.flatMap((hand) => hand.fouls).filter((foul) => kind === null || foul.foul === kind);
  return [0, 1, 2, 3].map((seat) => all.filter((foul) => foul.seat === seat).length);
}

/** Hands by their 番, smallest first: `{ name, value }`. */
export function fanSizes(hands) {
  const won = hands.filter((hand) => hand.winner !== null);
  return counted(won.map((hand) => String(hand.fan))).sort((a, b) => Number(a.name) - Number(b.name));
}

/** What each player paid to each other, of `lines` of payments: `paid[from][to]`. */
export function whoFeedsWhom(lines) {
  const paid = [0, 1, 2, 3].map(() => [0, 0, 0, 0]);
  for (const line of lines) paid[line.from][line.to] += line.points;
  return paid;
}

/** The hands won with the most 番, largest first. */
export function bestHands(hands, count) {
  return hands.filter((hand) => hand.winner !== null).sort((a, b) => b.fan - a.fan || a.hand - b.hand).slice(0, count);
}

function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) || 0) + 1);
  return [...counts].map(([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value);
}
