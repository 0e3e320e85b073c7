// The four corners on the live picture: dragged with mouse or finger, moved with the arrow keys.

import { el, show } from "./dom.js";
import { t } from "./i18n.js";
import { points } from "./setup_drawing.js";
import { svg } from "./svg.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR_STEP = 10;
const INSET = 0.12;
const LOUPE_TIMES = 3;

/** Handles over `stage`, in pixels of a picture of `size`; `said` tells screen readers where a corner is. */
export function cornerHandles({ holder, img, loupe, said }) {
  let corners = [];
  let size = { width: 1, height: 1 };
  let line = null;
  let handles = [];

  function begin(picture, known) {
    size = picture;
    const [w, h] = [picture.width, picture.height];
    corners = (known || [[INSET, INSET], [1 - INSET, INSET], [1 - INSET, 1 - INSET], [INSET, 1 - INSET]].map(([x, y]) => [x * w, y * h])).map(([x, y]) => [x, y]);
    line = svg("polygon", { class: "felt tried" });
    handles = corners.map((_, corner) => handle(corner));
    holder.replaceChildren(svg("svg", { viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: "none", "aria-hidden": "true" }, line), ...handles);
    corners.forEach((_, corner) => place(corner));
  }

  function handle(corner) {
    const button = el("button", { type: "button", class: "corner-handle", "data-corner": corner }, el("span", { "aria-hidden": "true", text: String(corner + 1) }));
    button.addEventListener("pointerdown", (event) => drag(button, corner, event));
    button.addEventListener("keydown", (event) => step(corner, event));
    button.addEventListener("blur", () => show(loupe, false));
    return button;
  }

  function drag(button, corner, down) {
    down.preventDefault();
    button.focus();
    button.setPointerCapture(down.pointerId);
    const [fromX, fromY] = toPicture(down);
    const off = [corners[corner][0] - fromX, corners[corner][1] - fromY];
    const move = (event) => {
      const [x, y] = toPicture(event);
      put(corner, x + off[0], y + off[1]);
    };
    const up = () => {
      button.removeEventListener("pointermove", move);
      show(loupe, false);
    };
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", up, { once: true });
    button.addEventListener("pointercancel", up, { once: true });
    magnify(corner);
  }

  function step(corner, event) {
    const way = STEPS[event.key];
    if (!way) return;
    event.preventDefault();
    const times = event.shiftKey ? FAR_STEP : 1;
    put(corner, corners[corner][0] + way[0] * times, corners[corner][1] + way[1] * times);
    said.textContent = name(corner);
  }

  function put(corner, x, y) {
    corners[corner] = [Math.min(Math.max(x, 0), size.width - 1), Math.min(Math.max(y, 0), size.height - 1)];
    place(corner);
    magnify(corner);
  }

  function place(corner) {
    const [x, y] = corners[corner];
    handles[corner].style.left = `${(x / size.width) * 100}%`;
    handles[corner].style.top = `${(y / size.height) * 100}%`;
    handles[corner].setAttribute("aria-label", name(corner));
    line.setAttribute("points", points(corners));
  }

  function name(corner) {
    const [x, y] = corners[corner].map(Math.round);
    return t("setup.corner_at", { corner: t(`setup.corner.${corner}`), x, y });
  }

  function toPicture(event) {
    const box = holder.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * size.width, ((event.clientY - box.top) / box.height) * size.height];
  }

  /** Show what lies under the finger, in the far corner of the picture. */
  function magnify(corner) {
    const [x, y] = corners[corner];
    const shrunk = img.naturalWidth / size.width;
    const side = loupe.width / LOUPE_TIMES;
    const pen = loupe.getContext("2d");
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, loupe.width, loupe.height);
    pen.drawImage(img, x * shrunk - side / 2, y * shrunk - side / 2, side, side, 0, 0, loupe.width, loupe.height);
    pen.strokeStyle = "#ff3df2";
    pen.beginPath();
    pen.moveTo(loupe.width / 2, 0);
    pen.lineTo(loupe.width / 2, loupe.height);
    pen.moveTo(0, loupe.height / 2);
    pen.lineTo(loupe.width, loupe.height / 2);
    pen.stroke();
    loupe.classList.toggle("right", x < size.width / 2);
    loupe.classList.toggle("low", y < size.height / 2);
    show(loupe, true);
  }

  function end() {
    holder.replaceChildren();
    show(loupe, false);
  }

  return { begin, end, corners: () => corners.map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]) };
}
