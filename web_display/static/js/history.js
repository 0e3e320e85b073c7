// The match so far or an earlier one: standings, curve, distributions, and every hand to read again and to correct.

import { amount, bars, roomy, scoreCurve } from "./charts.js";
import { correct } from "./correcting.js";
import { el, paint } from "./dom.js";
import { patiently } from "./fetching.js";
import { fanCounts, fanSizes, fouls, whoFeedsWhom, wins } from "./figures.js";
import { handTable } from "./hand_table.js";
import { fanName, loadWords, score, t } from "./i18n.js";
import { endOf, logReader, story } from "./log.js";
import { beganAt, fetchMatches, matchRow } from "./matches.js";
import { openSheet } from "./sheet.js";
import { staleLine } from "./stale.js";
import { payments, storyLine } from "./story.js";
import { follow } from "./stream.js";

const MOST_LETTERS = 8;

const part = (id) => document.getElementById(id);
let shown = "";
let chosen = null;
let log = null;
let newest = null;

/** Fetch the hands again when something in them changed. */
async function refresh(state) {
  newest = state;
  const key = JSON.stringify([chosen, chosen && state.version, state.match, state.last_settlement, state.last_correction, state.seats.map((s) => [s.name, s.score])]);
  if (key === shown) return;
  shown = key;
  const matches = await fetchMatches();
  const match = matches.find((one) => one.match === chosen) || matches[0] || null;
  const told = await patiently(match ? `/api/history?match=${encodeURIComponent(match.match)}` : "/api/history");
  if (told === null || key !== shown) return;
  if (match && (!log || log.match !== match.match)) log = { match: match.match, reader: logReader(match.match) };
  const lines = match ? story(await log.reader.catchUp(state.version)) : [];
  show(told, lines, matches, match);
}

function show(told, lines, matches, match) {
  part("which").textContent = match ? `${beganAt(match)} · ${t(`profile.${match.profile}`)}` : "";
  exports(match);
  paint(part("hands"), told, () => handTable(told, (hand) => readHand(told, hand)));
  paint(part("standings"), told, () => standings(told));
  paint(part("curve"), told.hands, () => (told.hands.length ? [legend(told.players), scoreCurve(told.hands.map((hand) => hand.scores), { width: roomy(), label: t("score_curve") })] : el("p", { text: t("no_hands") })));
  paint(part("figures"), [told, lines.length], () => figures(told, lines));
  paint(part("matches"), [matches, match && match.match], () => (matches.length ? matches.map((one) => matchRow(one, match && match.match, choose)) : el("li", { text: t("no_matches") })));
}

/** Read another match. */
function choose({ match }) {
  chosen = match;
  refresh(newest);
  window.scrollTo({ top: 0 });
}

/** Let the files to take away be of the match that is shown. */
function exports(match) {
  const query = match ? `match=${encodeURIComponent(match.match)}` : "";
  part("export-csv").href = `/api/history.csv?lang=${document.documentElement.dataset.lang}&${query}`;
  part("export-json").href = `/api/history?${query}`;
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
  const each = (counts) => players.map((name, seat) => ({ name: short(name), value: counts[seat] }));
  return [
    chart(t("fans_made"), fanCounts(hands).map(({ name, value }) => ({ name: fanName(name), value }))),
    chart(t("fan_sizes"), fanSizes(hands).map(({ name, value }) => ({ name: `${name} ${t("fan")}`, value }))),
    chart(t("wins_each"), each(wins(hands))),
    chart(t("foul.xiao_xianggong"), each(fouls(hands, "xiao_xianggong"))),
    chart(t("foul.da_xianggong"), each(fouls(hands, "da_xianggong"))),
    el("figure", {}, el("h3", { text: t("who_feeds_whom") }), feeding(players, whoFeedsWhom(paid))),
  ].filter(Boolean);
}

/** Bars under their title; nothing where there is nothing to count. */
function chart(title, items) {
  if (!items.some(({ value }) => value > 0)) return null;
  return el("figure", {}, el("h3", { text: title }), bars(items, { label: `${title}: ${items.map(({ name, value }) => `${name} ${value}`).join(", ")}` }));
}

/** A name short enough to stand beside a bar. */
function short(name) {
  const letters = [...name];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : name;
}

function feeding(players, paid) {
  const name = (seat) => el("bdi", { dir: "auto", text: players[seat] });
  const most = Math.max(...paid.flat());
  const cell = (points, from, to) => (from === to ? el("td", { text: "—" }) : el("td", {}, amount(points, most), el("span", { text: String(points) })));
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": t("who_feeds_whom") },
    el("table", { class: "feeding" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t("payer") }), ...players.map((_, seat) => el("th", { scope: "col" }, name(seat))))),
      el("tbody", {}, ...paid.map((row, from) => el("tr", {}, el("th", { scope: "row" }, name(from)), ...row.map((points, to) => cell(points, from, to)))))),
  );
}

async function readHand({ players }, hand) {
  const lines = story(await log.reader.catchUp(newest.version));
  const { settled } = endOf(lines, hand.hand);
  openSheet(t("hand_no", { n: hand.hand }), (close) => [
    settled ? payments(settled.lines, players) : null,
    el("ol", { class: "story" }, ...lines.filter((line) => line.hand === hand.hand).map((line) => storyLine(line, { names: players, pictures: new Map(), onCorrect: (event) => [close(), fix(event, hand, players)] }))),
  ]);
}

/** Change a fact of a hand; the log knows which match it belongs to. */
async function fix(event, hand, players) {
  const said = await correct(event, players);
  if (!said) return;
  shown = "";
  refresh(newest);
  openSheet(t("hand_no", { n: hand.hand }), () => said.map((text) => el("p", { text })));
}

async function start() {
  await loadWords();
  part("print").addEventListener("click", () => window.print());
  follow({ onState: refresh, ...staleLine() });
}

start();
