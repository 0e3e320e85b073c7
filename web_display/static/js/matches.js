// The matches in the log, newest first, to choose one of.

import { el } from "./dom.js";
import { patiently } from "./fetching.js";
import { t } from "./i18n.js";

/** Fetch them: `{ match, players, profile, began_ms, ended }`. */
export async function fetchMatches() {
  const told = await patiently("/api/matches");
  return told === null ? [] : told.matches;
}

/** When a match began, by this page's own clock. */
export function beganAt(match) {
  return new Date(match.began_ms).toLocaleString(document.documentElement.lang, { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hour12: false });
}

/** One row; the match called `chosen` is marked, `onChoose(match)` is called by a row's button. */
export function matchRow(match, chosen, onChoose) {
  const shown = match.match === chosen;
  return el(
    "li",
    { class: "match-row" },
    el("button", { type: "button", class: "small", "aria-pressed": String(shown), text: beganAt(match), on: { click: () => onChoose(match) } }),
    el("small", { text: match.ended ? t(`profile.${match.profile}`) : t("match_on_now") }),
    ...match.players.map((name) => el("bdi", { class: "who-score", dir: "auto", text: name })),
  );
}
