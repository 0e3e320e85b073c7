// The live picture, asked for calmly while the page is looked at, and what is drawn over it.

import { el, paint, show } from "./dom.js";
import { t, tileName } from "./i18n.js";
import { ask } from "./setup_ask.js";
import { drawing, sureness } from "./setup_drawing.js";

const EVERY_MS = 2000;
const ZOOMS = [1, 2, 3];

const part = (id) => document.getElementById(id);

/** Keep the picture up to date. `onSight(sight)` is called with each; gives `{ newest, preview, again, whileAsking }`. */
export function livePicture(onSight) {
  const boxes = { table: part("show-table"), zones: part("show-zones"), tiles: part("show-tiles") };
  let newest = null;
  let tried = null;

  function redraw() {
    if (!newest || !newest.picture) return;
    const shown = Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, box.checked]));
    paint(part("drawing"), [newest.place, newest.tiles, newest.picture.width, shown, tried], () => drawing(newest, shown, tried));
  }

  async function look() {
    const { told, said } = await ask("sight");
    if (told) await take(told);
    else part("live-said").textContent = said;
  }

  async function take(sight) {
    if (sight.picture) {
      const fresh = !newest || !newest.picture || newest.picture.number !== sight.picture.number;
      if (fresh && !(await swap(sight.picture))) return;
    }
    newest = sight;
    const here = Boolean(sight.picture);
    for (const id of ["viewport", "live-tools", "tiles-told"]) show(part(id), here);
    part("live-said").textContent = here ? told(sight) : t("setup.no_picture");
    tileList(sight.tiles);
    redraw();
    onSight(sight);
  }

  for (const box of Object.values(boxes)) box.addEventListener("change", redraw);
  zooming();
  repeat(look);
  return {
    newest: () => newest,
    preview(place) {
      tried = place;
      redraw();
    },
    again: look,
    /** Give the answer once it has come, and tell at once what it waits for. */
    async whileAsking(answer) {
      await look();
      return answer;
    },
  };
}

/** Call `look` over and over, with a pause after each, and not while nobody sees the page. */
async function repeat(look) {
  for (;;) {
    if (!document.hidden) await look();
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

/** Show a picture once it is here whole: nothing flickers. Gives false when it is gone already. */
async function swap(picture) {
  const coming = new Image();
  coming.src = `/api/setup/pictures/${picture.number}.jpg`;
  try {
    await coming.decode();
  } catch {
    return false;
  }
  const img = part("picture");
  img.src = coming.src;
  img.width = picture.width;
  img.height = picture.height;
  img.dataset.number = picture.number;
  await img.decode().catch(() => {});
  return true;
}

function told(sight) {
  const when = new Date(sight.picture.t_ms).toLocaleTimeString(document.documentElement.lang, { hour12: false });
  const rest = sight.hands.length ? t("setup.hands_over") : sight.still ? t("setup.still") : t("setup.moving");
  return [t("setup.taken_at", { time: when }), rest, sight.place ? "" : t("setup.place_unknown")].filter(Boolean).join(" · ");
}

function tileList(tiles) {
  const doubtful = tiles.filter((tile) => sureness(tile.confidence) !== "sure").length;
  part("tiles-count").textContent = t("setup.tiles_seen", { n: tiles.length }) + (doubtful ? ` ${t("setup.tiles_doubtful", { n: doubtful })}` : "");
  const weakest = [...tiles].sort((a, b) => a.confidence - b.confidence);
  paint(part("tile-list"), weakest, () => weakest.map(({ tile, confidence, second, second_confidence: share }) => {
    const sure = sureness(confidence);
    const also = sure === "sure" ? "" : ` · ${t("setup.or", { tile: tileName(second), share: Math.round(share * 100) })}`;
    return el("li", { class: sure }, `${tileName(tile)} ${Math.round(confidence * 100)} %${also}`);
  }));
}

function zooming() {
  const button = part("zoom");
  button.addEventListener("click", () => {
    const next = ZOOMS[(ZOOMS.indexOf(Number(button.dataset.zoom)) + 1) % ZOOMS.length];
    button.dataset.zoom = next;
    button.textContent = next === 1 ? t("setup.zoom") : t("setup.zoomed", { n: next });
    part("stage").style.width = `${next * 100}%`;
  });
}
