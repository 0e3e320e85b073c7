// The scoreboard across the room: paints every state whole, has no controls, and says when its data is old.

import { el, paint, show } from "./dom.js";
import { loadWords, t } from "./i18n.js";
import { follow } from "./stream.js";
import { betweenHands } from "./tv_between.js";
import { aloud } from "./tv_aloud.js";
import { joining } from "./tv_join.js";
import { ownPins } from "./tv_pins.js";
import { paintConsole, paintDoubt, paintHand, paintLast } from "./tv_middle.js";
import { paintResult } from "./tv_result.js";
import { chooseTheme, spareScreen } from "./tv_screen.js";
import { paintSeat } from "./tv_seats.js";
import { Shouts } from "./tv_shout.js";

const stage = document.getElementById("stage");
const part = (id) => document.getElementById(id);
const NOTICES = ["paused", "out_of_sync", "reading_hand"];

function paintAll(state, { shouts, pins, join }) {
  stage.className = `${state.phase}${stage.classList.contains("stale") ? " stale" : ""}`;
  stage.dataset.version = state.version;
  const turn = turnOf(state);
  for (const seat of state.seats) {
    paintSeat(part(`seat-${seat.seat}`), part(`river-${seat.seat}`), seat, {
      newest: state.newest ? state.newest.event : null,
      turn: seat.seat === turn,
      seated: state.match !== null,
    });
  }
  paintHand(part("hand"), state);
  paintConsole(part("console"), state);
  const noHand = state.hand === null;
  part("felt").classList.toggle("joining", noHand);
  join.shown(noHand);
  paintLast(part("last"), state, pins);
  paintDoubt(part("doubt"), state);
  paint(part("notice"), NOTICES.includes(state.phase) ? t(`notice.${state.phase}`) : "", (text) => text);
  show(part("notice"), NOTICES.includes(state.phase));
  show(part("last"), !NOTICES.includes(state.phase) && !stage.classList.contains("stale"));
  paintResult(part("result"), state, part("chips"));
  shouts.paint(state);
}

/** The seat that holds a tile to discard, if one does. */
function turnOf(state) {
  const holding = state.seats.filter((seat) => seat.tile_count % 3 === 2);
  return state.phase === "playing" && holding.length === 1 ? holding[0].seat : null;
}

function paintClock(clock, phase, hint) {
  paint(part("status"), [clock, phase, hint], () => [
    el("span", { class: "clock", text: clock }),
    phase ? el("span", { class: "phase", text: t(`phase.${phase}`) }) : null,
    hint ? el("span", { class: "sound-hint", text: hint }) : null,
  ]);
}

async function start() {
  chooseTheme();
  await loadWords();
  const between = betweenHands(part("between"));
  const screen = spareScreen(stage);
  const shouts = new Shouts(part("shout"));
  const join = joining(part("join"));
  const voices = aloud(() => paintCorner());
  let clock = "";
  let phase = "";
  let newest = null;
  let pins = null;
  const askPins = async () => {
    pins = await ownPins();
    if (newest !== null) paintLast(part("last"), newest, pins);
  };
  const paintCorner = () => paintClock(clock, phase, voices.hint());
  askPins();
  follow({
    onState(state) {
      phase = state.phase;
      screen.awake();
      newest = state;
      paintAll(state, { shouts, pins, join });
      between(state);
      voices.hear(state);
      paintCorner();
    },
    onClock(now) {
      clock = now;
      paintCorner();
    },
    onStale(since) {
      stage.classList.add("stale");
      show(part("last"), false);
      part("stale").textContent = since ? t("stale", { time: since }) : t("stale_never");
      show(part("stale"), true);
    },
    onFresh() {
      askPins(); // a daemon that was started anew may have others
      stage.classList.remove("stale");
      show(part("last"), part("notice").hidden);
      show(part("stale"), false);
    },
  });
}

start();
