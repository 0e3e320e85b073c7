// What my tiles wait for: they are tapped together here, asked about, and kept nowhere.

import { el, paint } from "./dom.js";
import { refusal, t } from "./i18n.js";
import { palette, tileRow } from "./picker.js";
import { tile } from "./tiles.js";

const HELD = 13;

/** The helper of `seat`, painted into `held` and `found`; `follow(state)` keeps it to the hand being played. */
export function waitsHelper(seat, { held, found }) {
  let row = null;
  let asked = 0;
  let seen = "";

  function start(most) {
    row = tileRow({ most, onChange: (codes) => answer(codes, most) });
    return [row.node, palette(row.add)];
  }

  async function answer(codes, most) {
    asked += 1;
    const mine = asked;
    if (codes.length < most) {
      found.replaceChildren();
      return;
    }
    const told = await ask(seat, codes.join(""));
    if (mine === asked) found.replaceChildren(...told);
  }

  function follow(state) {
    const most = HELD - 3 * state.seats[seat].melds.length;
    paint(held, [state.match, state.hand, most], () => start(most));
    if (state.phase !== "playing") return;
    const lying = JSON.stringify([state.hand, state.indicator, state.seats.map((side) => [side.discards, side.melds])]);
    if (lying !== seen) answer(row.codes(), most);
    seen = lying;
  }

  return { follow };
}

async function ask(seat, tiles) {
  try {
    const answer = await fetch("/api/waits", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ seat, tiles }),
    });
    const told = await answer.json();
    if (!answer.ok) return [sentence(t("refused", { reason: refusal(told) }))];
    return told.waits.length ? told.waits.map(wait) : [sentence(t("waits_none"))];
  } catch {
    return [sentence(t("no_answer"))];
  }
}

function sentence(text) {
  return el("p", { text });
}

function wait({ tile: code, fan, wins, left }) {
  const worth = wins ? `${fan} ${t("fan")}` : t("waits_too_little");
  return el("div", { class: "wait" }, tile(code), el("span", {}, el("b", { text: worth }), el("small", { text: t("waits_left", { n: left }) })));
}
