// The matches in the log, each with its players and how it stands.

/** Fetch the whole log and give its matches, newest first: `{ match, t_ms, names, scores, hands, ended }`. */
export async function fetchMatches() {
  const matches = [];
  let after = 0;
  for (;;) {
    const answer = await fetch(`/api/events?after=${after}`);
    if (!answer.ok) break;
    const events = await answer.json();
    if (!events.length) break;
    after = events[events.length - 1].seq;
    for (const event of events) take(matches, event);
  }
  return matches.map(standing).reverse();
}

function take(matches, event) {
  if (event.kind === "match_started") matches.push({ match: event.match, t_ms: event.t_ms, names: [...event.names], nets: new Map(), hand: null, ended: false });
  const match = matches[matches.length - 1];
  if (!match) return;
  if (event.kind === "hand_started") match.hand = event.hand;
  if (event.kind === "settled") match.nets.set(event.in_hand || match.hand, event.net);
  if (event.kind === "name_set") match.names[event.seat] = event.name;
  if (event.kind === "match_ended") match.ended = true;
}

function standing({ nets, ...match }) {
  const scores = [0, 0, 0, 0];
  for (const net of nets.values()) net.forEach((points, seat) => { scores[seat] += points; });
  return { ...match, scores, hands: nets.size };
}
