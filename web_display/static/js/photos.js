// The photographs that the public state knows, by the event they show.

export function seatPictures(state) {
  const found = new Map();
  for (const seat of state.seats) {
    for (const discard of seat.discards) if (discard.picture) found.set(discard.event, discard.picture);
    if (seat.foul_detail && seat.foul_detail.picture) found.set(seat.foul_detail.event, seat.foul_detail.picture);
  }
  return found;
}
