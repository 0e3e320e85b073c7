// A player's phone: how I stand, my choices for the next hand, my name.

import { el, paint, show } from "./dom.js";
import { loadWords, score, t } from "./i18n.js";
import { post } from "./post.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";

const number = Number(document.body.dataset.seat);
const part = (id) => document.getElementById(id);

function paintAll(state) {
  const me = state.seats[number];
  const seated = state.match !== null;
  paint(part("who"), [seated, me.name], () => (seated ? el("bdi", { dir: "auto", text: me.name }) : t("seat_n", { n: number })));
  paint(part("state"), [seated, state.hand, state.phase, me.score, me.wind, me.zuo, me.la, me.dealer, me.foul, me.foul_detail, me.false_hu], () => standing(state, me, seated));
  show(part("choices"), seated && !state.ended);
  press(part("zuo"), Number(me.choice.zuo));
  press(part("la"), me.choice.la);
  const name = part("name");
  if (document.activeElement !== name) name.value = me.name;
}

function standing(state, me, seated) {
  if (!seated) return el("p", { text: t("waiting_match") });
  const place = state.hand === null ? t("waiting_hand") : `${t("hand_no", { n: state.hand })} · ${t(`phase.${state.phase}`)}`;
  return [
    el("p", { text: `${t("score")} · ${place}` }),
    el("p", { class: "big", text: score(me.score) }),
    el(
      "p",
      {},
      me.wind ? el("span", { class: "mark", text: t(`wind.${me.wind}`) }) : null,
      me.zuo ? el("span", { class: "mark", text: t("zuo") }) : null,
      me.la ? el("span", { class: "mark", text: t(`la.${me.la}`) }) : null,
      me.dealer ? t("you_are_dealer") : "",
    ),
    me.foul ? foul(me) : null,
    me.false_hu ? el("div", { class: "alert", text: `${t("false_hu")} · ${me.false_hu}` }) : null,
  ];
}

function foul(me) {
  const { picture } = me.foul_detail;
  const image = picture ? el("img", { src: picture, alt: t("picture_of_tile") }) : null;
  return el("div", { class: "alert", text: `${t(`foul.${me.foul}`)} · ${t(`foul_why.${me.foul}`)}` }, image);
}

function press(row, value) {
  for (const button of row.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.value) === value));
  }
}

async function wish(intent, done = "") {
  part("said").textContent = (await post(intent)) || done;
}

async function start() {
  await loadWords();
  part("zuo").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) wish({ kind: "zuo", seat: number, value: button.dataset.value === "1" });
  });
  part("la").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) wish({ kind: "la", seat: number, value: Number(button.dataset.value) });
  });
  part("rename").addEventListener("submit", (event) => {
    event.preventDefault();
    wish({ kind: "set_name", seat: number, name: part("name").value }, t("saved"));
    part("name").blur();
  });
  follow({ onState: paintAll, ...staleLine() });
}

start();
