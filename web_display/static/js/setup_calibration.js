// Where the table lies: tried by corners, tags or the felt itself; its error is shown, and only what passed is kept.

import { el, show } from "./dom.js";
import { chinese, english, t } from "./i18n.js";
import { ask, busy } from "./setup_ask.js";
import { cornerHandles } from "./setup_corners.js";
import { twice } from "./twice.js";

const part = (id) => document.getElementById(id);

/** Work the section; `live` is the picture. Gives `onSight(sight)`. */
export function calibrationDesk(live) {
  const handles = cornerHandles({ holder: part("handles"), img: part("picture"), loupe: part("loupe"), said: part("corner-said") });
  const say = (text, kind = "minus") => part("calibration-said").replaceChildren(...(text ? [el("p", { class: kind, text })] : []));

  let trying = false;

  function dragging(on) {
    part("by-corners").setAttribute("aria-pressed", String(on));
    show(part("dragging"), on);
    if (!on) handles.end();
  }

  function clear() {
    live.preview(null);
    show(part("calibration-result"), false);
    say("");
  }

  part("by-corners").addEventListener("click", () => {
    const sight = live.newest();
    clear();
    if (!sight || !sight.picture) return say(t("setup.no_picture"));
    const on = part("by-corners").getAttribute("aria-pressed") !== "true";
    dragging(on);
    if (!on) return undefined;
    handles.begin(sight.picture, sight.place && sight.place.corners);
    part("viewport").scrollIntoView({ block: "nearest" });
    return undefined;
  });

  async function attempt(button, wish) {
    clear();
    trying = true;
    const { told, said } = await busy(button, () => live.whileAsking(ask("calibration/try", { ...wish, ...sizes() })));
    trying = false;
    say(told ? "" : said);
    if (!told) return undefined;
    dragging(false);
    live.preview(told.place);
    part("calibration-result").replaceChildren(...result(told, { keep, drop: clear }));
    show(part("calibration-result"), true);
    return undefined;
  }

  async function keep(button, number) {
    const { told, said } = await busy(button, () => ask("calibration", { number }));
    clear();
    say(told ? t("setup.calibration_kept") : said, told ? "plus" : "minus");
    await live.again();
  }

  part("check-corners").addEventListener("click", (event) => attempt(event.currentTarget, { by: "corners", corners_px: handles.corners() }));
  for (const by of ["tags", "felt"]) {
    part(`by-${by}`).addEventListener("click", (event) => {
      dragging(false);
      return attempt(event.currentTarget, { by });
    });
  }
  twice(part("forget-calibration"), async () => {
    const { told, said } = await ask("forget", { what: "calibration" });
    say(told ? t("setup.forgotten") : said, told ? "plus" : "minus");
    await live.again();
  });

  return (sight) => {
    if (trying) say(sight.settling ? t("setup.settling") : "", "hint");
    show(part("forget-calibration"), sight.own_calibration);
    part("calibration-used").textContent = sight.own_calibration ? t("setup.calibration_own") : sight.place ? t("setup.calibration_other") : t("setup.calibration_none");
  };
}

/** What the person measured, where they did. */
function sizes() {
  const height = Number(part("height").value);
  const tag = Number(part("tag-side").value);
  return { ...(height ? { height_mm: height } : {}), ...(tag ? { tag_mm: tag } : {}) };
}

function result(tried, { keep, drop }) {
  const doubted = tried.doubts.some((doubt) => doubt.grave);
  const verdict = tried.passed ? t("setup.passed") : doubted ? t("setup.doubted") : tried.checked ? t("setup.failed") : t("setup.unchecked");
  const save = el("button", { type: "button", class: "main", id: "keep-calibration", disabled: !tried.passed, text: t("setup.save_use"), on: { click: (event) => keep(event.currentTarget, tried.number) } });
  return [
    el("p", { class: `verdict ${tried.passed ? "plus" : "minus"}`, id: "verdict", text: verdict }),
    ...tried.doubts.map((doubt) => el("p", { class: doubt.grave ? "minus doubt" : "hint doubt", text: english ? doubt.text : chinese(doubt.text_zh) })),
    el("table", { class: "residual" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t("setup.error") }), el("th", { scope: "col", text: t("setup.measured") }), el("th", { scope: "col", text: t("setup.at_most") }))),
      el("tbody", {},
        line(t("setup.rms"), tried.rms_mm, tried.rms_limit_mm),
        line(t("setup.worst"), tried.worst_mm, tried.worst_limit_mm))),
    el("p", { class: "hint", text: t("setup.marks", { method: t(`setup.method.${tried.method}`), n: tried.marks }) }),
    tried.notices_bumps ? null : el("p", { class: "minus", text: t("setup.no_bumps") }),
    el("p", { text: t("setup.look_at_line") }),
    save,
    el("button", { type: "button", class: "small", text: t("setup.drop"), on: { click: drop } }),
  ].filter(Boolean);
}

function line(name, value, limit) {
  return el("tr", { class: value <= limit ? "plus" : "minus" }, el("th", { scope: "row", text: name }), el("td", { text: `${value.toFixed(2)} mm` }), el("td", { text: `${limit} mm` }));
}
