// The table's state as it changes. Reconnects for ever; says when the data is old.

import { picturesAgain, watchPictures } from "./pictures_again.js";

const STALE_MS = 3000;
const DEAD_MS = 8000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 2000;

/**
 * Follow the table. `onState(state)` gets every whole state, `onClock("hh:mm")` the table's time once a second,
 * `onStale(since)` the table's time of the last sign of life when there was none for 3 s (null: never one),
 * `onFresh()` the end of that.
 */
export function follow({ onState, onClock, onStale, onFresh }) {
  let source = null;
  let last = performance.now();
  let since = null;
  let stale = saidWhileLoading();
  let wait = FIRST_WAIT_MS;
  let timer = null;

  function alive() {
    last = performance.now();
    wait = FIRST_WAIT_MS;
    if (stale) {
      stale = false;
      onFresh();
      picturesAgain();
    }
  }

  function open() {
    timer = null;
    if (source) source.close();
    source = new EventSource("/api/stream");
    source.addEventListener("message", (message) => {
      alive();
      onState(JSON.parse(message.data));
    });
    source.addEventListener("beat", (message) => {
      alive();
      since = JSON.parse(message.data).clock;
      onClock(since);
    });
    source.addEventListener("error", again);
  }

  function again() {
    if (source) source.close();
    source = null;
    if (timer !== null) return;
    timer = setTimeout(open, wait + Math.random() * 250);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  setInterval(() => {
    const age = performance.now() - last;
    if (age > STALE_MS && !stale) {
      stale = true;
      onStale(since);
    }
    if (age > DEAD_MS && source) {
      last = performance.now() - STALE_MS - 1;
      again();
    }
  }, 500);
  watchPictures();
  open();
}

/** Whether the page says already that nothing has come. */
function saidWhileLoading() {
  const line = document.getElementById("stale");
  return line !== null && !line.hidden;
}
