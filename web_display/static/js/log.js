// The match's log, fetched piece by piece, and the story it tells with its corrections carried out.

import { patiently } from "./fetching.js";

/** A reader of the public log: `await catchUp(version)` gives every event of the newest match, or of `match`. */
export function logReader(match = null) {
  let events = [];
  let last = 0;
  let running = null;
  let full = null;

  async function fetchUpTo(version) {
    if (full === null) full = await mayReadAll();
    while (last < version) {
      const more = await patiently(`/api/events?after=${last}${full ? "&full=1" : ""}${match ? `&match=${encodeURIComponent(match)}` : ""}`);
      if (more === null || !more.length) return;
      last = more[more.length - 1].seq;
      events = events.concat(more.map(withAddress));
      if (match) continue;
      const begun = events.map((event) => event.kind).lastIndexOf("match_started");
      if (begun > 0) events = events.slice(begun);
    }
  }

  return {
    async catchUp(version) {
      running = (running || Promise.resolve()).then(() => fetchUpTo(version));
      await running;
      return events;
    },
  };
}

/** Whether this device looks after the table: then the log comes with its pictures. */
async function mayReadAll() {
  const told = await patiently("/api/role");
  return told !== null && ["table", "setup"].includes(told.role);
}

/** A picture's address in place of its name. */
function withAddress(event) {
  return event.picture ? { ...event, picture: `/api/pictures/${event.picture}` } : event;
}

/** Each event as it counts now: `{ event, hand, stands, changed }`, in the order of the log. */
export function story(events) {
  const lines = [];
  const bySeq = new Map();
  let hand = null;
  for (const event of events) {
    if (event.kind === "hand_started") hand = event.hand;
    const line = { event: { ...event }, hand: event.in_hand || hand, stands: true, changed: false };
    lines.push(line);
    bySeq.set(event.seq, line);
    if (event.kind === "corrected" && bySeq.has(event.of)) carryOut(event, bySeq.get(event.of));
    if (event.kind === "discard_retracted" && bySeq.has(event.of)) bySeq.get(event.of).stands = false;
  }
  return lines;
}

/** The newest tale that says how `hand` was paid, and the win it rests on. */
export function endOf(lines, hand) {
  const told = lines.filter((line) => line.hand === hand && line.stands);
  const last = (kind) => told.filter((line) => line.event.kind === kind).pop();
  const settled = last("settled");
  return { settled: settled ? settled.event : null, won: wonOf(last("hand_won"), last("hand_drawn"), last("false_hu")) };
}

/** A hand that was won and not said afterwards to be none. */
function wonOf(won, drawn, refused) {
  if (!won) return null;
  const later = [drawn, refused].filter((line) => line && line.event.seq > won.event.seq);
  return later.length ? null : won.event;
}

function carryOut({ field, value }, line) {
  if (field === "stands") {
    line.stands = value === "true";
    return;
  }
  line.changed = true;
  const { event } = line;
  if (event.kind === "meld") event.meld = withMeld(event.meld, field, value);
  else if (field === "la" || field === "net" || field === "dice") event[field] = value.split(",").map(Number);
  else if (field === "zuo") event.zuo = value === "true";
  else if (NUMBERS.includes(field)) event[field] = value === "none" ? null : Number(value);
  else event[field] = value;
  if (event.kind === "meld" && field === "seat") event.seat = Number(value);
}

const NUMBERS = ["seat", "dealer", "winner", "discarder", "next_dealer"];

function withMeld(meld, field, value) {
  if (field === "from") return { ...meld, from: value === "none" ? null : Number(value) };
  if (field === "kind") return { ...meld, kind: value };
  if (field === "tile" || field === "tiles") return { ...meld, tiles: meld.tiles.map(() => value.slice(0, 1) + value.slice(-1)) };
  return meld;
}
