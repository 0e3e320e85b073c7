// The score strip for streams.

import { el, paint } from "./dom.js";
import { loadWords, score, t } from "./i18n.js";
import { named } from "./names.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";
import { tile } from "./tiles.js";

function cell(seat) {
  const classes = ["cell", seat.dealer && "dealer", seat.foul && "fouled"].filter(Boolean).join(" ");
  return el(
    "div",
    { class: classes },
    el("span", { class: "wind", text: seat.wind ? t(`wind.${seat.wind}`) : "" }),
    el("div", { class: "who" }, named(seat.name), seat.foul ? el("span", { class: "foul", text: t(`foul.${seat.foul}`) }) : null),
    el("b", { text: score(seat.score) }),
  );
}

function middle(state) {
  const left = state.wall_left === null ? null : el("span", { text: `${t("wall_left")} ${state.wall_left}` });
  return el("div", { class: "cell middle" }, ...state.wilds.map((code) => tile(code)), left);
}

/** `?scale=1.5` makes the strip half as large again; what is no sensible figure is left alone. */
function resize() {
  const scale = Number(new URLSearchParams(location.search).get("scale"));
  if (scale >= 0.25 && scale <= 4) document.documentElement.style.fontSize = `calc(min(1vw, 19.2px) * ${scale})`;
}

async function start() {
  resize();
  await loadWords();
  const strip = document.getElementById("strip");
  follow({
    onState: (state) =>
      paint(strip, [state.match, state.seats, state.wilds, state.wall_left], () =>
        state.match === null ? [] : [...state.seats.map(cell), middle(state)]),
    ...staleLine(),
  });
}

start();
