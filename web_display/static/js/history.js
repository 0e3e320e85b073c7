// The match so far: standings, curve, distributions, and every hand to read again with its reasons.

import { bars, roomy, scoreCurve } from "./charts.js";
import { el, paint } from "./dom.js";
import { fanCounts, fanSizes, fouls, whoFeedsWhom, wins } from "./figures.js";
import { handTable } from "./hand_table.js";
import { loadWords, score, signed, t } from "./i18n.js";
import { endOf, logReader, story } from "./log.js";
import { fetchMatches } from "./matches.js";
import { openSheet } from "./sheet.js";
import { staleLine } from "./stale.js";
import { payments, storyLine } from "./story.js";
import { follow } from "./stream.js";

const part = (id) => document.getElementById(id);
const log = logReader();
let shown = "";

/** Fetch the hands again when something in them changed. */
async function refresh(state) {
  const key = JSON.stringify([state.match, state.last_settlement, state.last_correction, state.seats.map((s) => [s.name, s.score])]);
  if (key === shown) return;
  shown = key;
  const answer = await fetch("/api/history");
  if (!answer.ok) return;
  const told = await answer.json();
  paint(part("hands"), told, () => handTable(told, (hand) => readHand(told, hand, state.version)));
  paint(part("standings"), [told, state.seats], () => standings(told));
  paint(part("curve"), told.hands, () => (told.hands.length ? [legend(told.players), scoreCurve(told.hands.map((hand) => hand.scores), { width: roomy(), label: t("score_curve") })] : el("p", { text: t("no_hands") })));
  const lines = story(await log.catchUp(state.version));
  paint(part("figures"), [told, lines.length], () => figures(told, lines));
  paint(part("matches"), await fetchMatches(), (matches) => matches.map(matchRow));
}

function standings({ players, hands }) {
  const scores = hands.length ? hands[hands.length - 1].scores : [0, 0, 0, 0];
  const [won, fouled] = [wins(hands), fouls(hands)];
  const order = players.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
  return order.map((seat) =>
    el(
      "div",
      { class: "standing" },
      el("bdi", { dir: "auto", text: players[seat] }),
      el("small", { text: `${t("wins_n", { n: won[seat] })}${fouled[seat] ? ` · ${t("fouls_n", { n: fouled[seat] })}` : ""}` }),
      el("b", { text: score(scores[seat]) }),
    ));
}

export function legend(players) {
  return el("ul", { class: "legend" }, ...players.map((name, seat) => el("li", { class: `line-${seat}` }, el("bdi", { dir: "auto", text: name }))));
}

function figures({ players, hands }, lines) {
  if (!hands.length) return [];
  const paid = hands.flatMap((hand) => (endOf(lines, hand.hand).settled || { lines: [] }).lines);
  return [
    el("h3", { text: t("fans_made") }),
    bars(fanCounts(hands), { label: t("fans_made") }),
    el("h3", { text: t("fan_sizes") }),
    bars(fanSizes(hands), { label: t("fan_sizes") }),
    el("h3", { text: t("who_feeds_whom") }),
    feeding(players, whoFeedsWhom(paid)),
  ];
}

function feeding(players, paid) {
  const name = (seat) => el("bdi", { dir: "auto", text: players[seat] });
  return el(
    "div",
    { class: "scroll" },
    el("table", { class: "feeding" },
      el("thead", {}, el("tr", {}, el("th", { text: t("payer") }), ...players.map((_, seat) => el("th", {}, name(seat))))),
      el("tbody", {}, ...paid.map((row, from) => el("tr", {}, el("th", {}, name(from)), ...row.map((points, to) => el("td", { text: from === to ? "—" : String(points) })))))),
  );
}

function matchRow(match) {
  const when = new Date(match.t_ms).toLocaleString(document.documentElement.lang, { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hour12: false });
  const people = match.names.map((name, seat) => el("span", { class: "who-score" }, el("bdi", { dir: "auto", text: name }), ` ${signed(match.scores[seat])}`));
  return el("li", { class: "match-row" }, el("b", { text: when }), el("small", { text: t("hands_n", { n: match.hands }) }), ...people);
}

async function readHand({ players }, hand, version) {
  const lines = story(await log.catchUp(version));
  const { settled } = endOf(lines, hand.hand);
  openSheet(t("hand_no", { n: hand.hand }), () => [
    settled ? payments(settled.lines, players) : null,
    el("ol", { class: "story" }, ...lines.filter((line) => line.hand === hand.hand).map((line) => storyLine(line, { names: players, pictures: new Map(), onCorrect: null }))),
  ]);
}

async function start() {
  await loadWords();
  part("print").addEventListener("click", () => window.print());
  follow({ onState: refresh, ...staleLine() });
}

start();
