// The log of a hand as a story with pictures: a line an event.

import { correctable } from "./correcting.js";
import { el } from "./dom.js";
import { byWhom, formula, noWin, reasonOfChange, score, signed, t, why } from "./i18n.js";
import { splitTiles } from "./picker.js";
import { asked } from "./questions.js";
import { meld, tile } from "./tiles.js";

const SILENT = ["review_answered", "announced", "match_ended", "discard_retracted"];

/** One line; `pictures` finds the photo of an event, `onCorrect(event)` is called by the button beside it. */
export function storyLine(line, { names, pictures, onCorrect }) {
  const { event } = line;
  const said = SILENT.includes(event.kind) ? [t(`story.${event.kind}`)] : words(event, names);
  const photo = pictures.get(event.seq) || event.picture || null;
  const marks = [!line.stands && t("undone"), line.changed && t("changed"), event.sure === false && t("unsure")].filter(Boolean);
  return el(
    "li",
    { class: ["story-line", event.kind, !line.stands && "undone"].filter(Boolean).join(" "), "data-seq": String(event.seq) },
    el("time", { text: clock(event.t_ms) }),
    el("div", { class: "told" }, ...said.filter(Boolean), ...marks.map((text) => el("small", { class: "note", text })), photo ? el("img", { class: "photo", src: photo, alt: t("picture_of_tile"), loading: "lazy" }) : null),
    onCorrect && line.stands && correctable(event) ? el("button", { type: "button", class: "small", text: t("wrong"), on: { click: () => onCorrect(event) } }) : null,
  );
}

function clock(tMs) {
  return new Date(tMs).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}

function words(event, names) {
  const who = (seat) => el("bdi", { class: "player", dir: "auto", text: seat === null || seat === undefined ? t("nobody") : names[seat] });
  const say = (text) => el("span", { text });
  switch (event.kind) {
    case "match_started":
      return [say(t("story.match_started")), say(event.names.join(" · "))];
    case "name_set":
      return [say(t("seat_n", { n: event.seat })), say(t("story.name_set")), el("bdi", { dir: "auto", text: event.name })];
    case "zuo_chosen":
      return [who(event.seat), say(event.value ? t("story.zuo") : t("story.no_zuo"))];
    case "la_chosen":
      return [who(event.seat), say(t(`la.${event.value}`))];
    case "hand_started":
      return [say(t("hand_no", { n: event.hand })), who(event.dealer), say(t("story.deals")), event.zuo ? say(t("zuo")) : null, ...event.la.map((la, seat) => (la ? say(`${names[seat]} ${t(`la.${la}`)}`) : null))];
    case "dice":
      return [who(event.seat), say(`${t("story.dice")} ${event.dice.join(" + ")}`)];
    case "indicator":
      return [say(t("story.indicator")), tile(event.tile), say(t("story.wilds")), ...event.wilds.map((code) => tile(code))];
    case "discard":
      return [who(event.seat), say(t("story.discard")), tile(event.tile)];
    case "meld":
      return [who(event.seat), say(t(`meld.${event.meld.kind}`)), meld(event.meld), event.meld.from === null ? null : say(t("story.from")), event.meld.from === null ? null : who(event.meld.from)];
    case "foul":
      return [who(event.seat), el("b", { class: "minus", text: t(`foul.${event.foul}`) }), say(t(`foul_why_short.${event.foul}`))];
    case "hand_won":
      return [who(event.winner), el("b", { class: "plus", text: t("wins") }), ...splitTiles(event.hand).map((code) => tile(code)), tile(event.draw, "drawn-tile"), say(`${event.score.fan} ${t("fan")}: ${formula(event.score)}`)];
    case "false_hu":
      return [who(event.seat), el("b", { class: "minus", text: t("false_hu") }), say(noWin(event.reason, event.reason_en))];
    case "hand_drawn":
      return [el("b", { text: t("draw_game") })];
    case "settled":
      return [say(t(event.by_hand ? "story.settled_by_hand" : "story.settled")), ...event.net.map((net, seat) => el("span", { class: net < 0 ? "minus" : "plus" }, el("bdi", { dir: "auto", text: names[seat] }), ` ${signed(net)}`)), payments(event.lines, names)];
    case "review_opened":
      return [say(`${t("story.asked")} ${asked(event, names)}`)];
    case "corrected":
      return [say(t("story.corrected", { of: event.of, field: t(`field.${event.field}`), old: event.old, value: event.value })), event.why ? say(reasonOfChange(event.why)) : null, say(byWhom(event.by))];
    case "seats_swapped":
      return [say(t("story.swapped")), who(event.a), who(event.b), say(t("hands_from_to", { from: event.from_hand, to: event.to_hand })), event.why ? say(event.why) : null, say(byWhom(event.by))];
    default:
      return [say(event.kind)];
  }
}

/** Who pays whom and for what, one line a payment. */
export function payments(lines, names) {
  if (!lines || !lines.length) return null;
  return el("ul", { class: "payments" }, ...lines.map((line) =>
    el("li", {}, el("bdi", { dir: "auto", text: names[line.from] }), ` ${t("pays")} `, el("bdi", { dir: "auto", text: names[line.to] }), ` ${score(line.points)} `, el("small", { text: why(line) }))));
}
