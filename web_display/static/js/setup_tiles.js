// This table's own tiles, step by step: lay all 34 in rows, take a picture, look through what was read, keep it.

import { el, show } from "./dom.js";
import { t, tileName } from "./i18n.js";
import { ask, busy } from "./setup_ask.js";
import { svg } from "./svg.js";
import { tile } from "./tiles.js";
import { twice } from "./twice.js";

const ROWS = [["m", 9], ["p", 9], ["s", 9], ["z", 7]];
const MOST_TRIES = 3;
const AROUND = 1.15;

const part = (id) => document.getElementById(id);

/** Work the section; `live` is the picture. Gives `onSight(sight)`. */
export function tilesDesk(live) {
  let tries = [];
  let trying = false;
  const say = (id, text, kind = "minus") => part(id).replaceChildren(...(text ? [el("p", { class: kind, text })] : []));

  part("guide").append(...ROWS.map(([suit, count]) => el("div", { class: "guide-row" }, ...Array.from({ length: count }, (_, rank) => tile(`${rank + 1}${suit}`)))));

  function repaint() {
    part("save-set").disabled = tries.length === 0;
    part("take").textContent = tries.length ? t("setup.take_more") : t("setup.take");
    const newest = tries[tries.length - 1];
    part("layout-read").replaceChildren(...(newest ? read(newest, tries.length) : [el("p", { class: "hint", text: t("setup.step_check_how") })]));
  }

  part("take").addEventListener("click", async (event) => {
    say("take-said", "");
    say("tiles-said", "");
    trying = true;
    const { told, said } = await busy(event.currentTarget, () => live.whileAsking(ask("tile_set/try", {})));
    trying = false;
    if (!told) return say("take-said", said);
    tries = [...tries, told].slice(-MOST_TRIES);
    repaint();
    return say("take-said", t("setup.taken", { n: told.agreeing }), told.agreeing === 34 ? "plus" : "minus");
  });

  part("save-tiles").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wish = { numbers: tries.map(({ number }) => number), name: part("set-name").value.trim() || t("setup.set_name_usual") };
    const { told, said } = await busy(part("save-set"), () => ask("tile_set", wish));
    if (told) tries = [];
    repaint();
    say("take-said", "");
    say("tiles-said", told ? t("setup.tiles_kept") : said, told ? "plus" : "minus");
    await live.again();
  });

  twice(part("forget-tiles"), async () => {
    const { told, said } = await ask("forget", { what: "tile_set" });
    say("tiles-said", told ? t("setup.forgotten") : said, told ? "plus" : "minus");
    await live.again();
  });

  return (sight) => {
    if (trying) say("take-said", sight.settling ? t("setup.settling") : "", "hint");
    show(part("forget-tiles"), sight.own_tile_set);
    part("tiles-used").textContent = sight.own_tile_set ? t("setup.tiles_own") : t("setup.tiles_other");
  };
}

/** What a try read: each place cut from the picture beside the tile that belongs there. */
function read(tried, count) {
  const wrong = tried.faces.filter((face) => !face.agrees);
  let place = 0;
  const rows = ROWS.map(([, length]) => {
    const faces = tried.faces.slice(place, place + length);
    place += length;
    return el("div", { class: "guide-row" }, ...faces.map((face) => cell(face, tried.picture)));
  });
  return [
    el("p", { class: wrong.length ? "minus" : "plus", text: wrong.length ? t("setup.look_wrong", { n: wrong.length }) : t("setup.all_right") }),
    ...wrong.map((face) => el("p", { class: "minus", text: t("setup.looks_like", { tile: tileName(face.tile), seen: tileName(face.seen) }) })),
    el("div", { class: "layout-guide read" }, ...rows),
    tried.hard_pairs.length
      ? el("div", { id: "hard-pairs" }, el("p", { text: t("setup.hard_pairs") }), el("ul", { class: "pairs" }, ...tried.hard_pairs.map(pair)))
      : el("p", { id: "hard-pairs", text: t("setup.no_hard_pairs") }),
    el("p", { class: "hint", text: t("setup.pictures_n", { n: count }) }),
  ];
}

function cell(face, picture) {
  const xs = face.corners.map(([x]) => x);
  const ys = face.corners.map(([, y]) => y);
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * AROUND;
  const [left, top] = [(Math.max(...xs) + Math.min(...xs) - side) / 2, (Math.max(...ys) + Math.min(...ys) - side) / 2];
  const label = face.agrees ? t("setup.reads_as", { tile: tileName(face.tile) }) : t("setup.looks_like", { tile: tileName(face.tile), seen: tileName(face.seen) });
  const cut = svg("svg", { viewBox: [left, top, side, side].map((value) => value.toFixed(1)).join(" "), role: "img", "aria-label": label },
    svg("image", { href: `/api/setup/pictures/${picture.number}.jpg`, x: 0, y: 0, width: picture.width, height: picture.height }));
  return el("span", { class: `cut ${face.agrees ? "good" : "wrong"}`, title: label }, cut);
}

function pair({ first, second, likeness }) {
  return el("li", {}, tile(first), tile(second), el("small", { text: t("setup.alike", { a: tileName(first), b: tileName(second), n: Math.round(likeness * 100) }) }));
}
