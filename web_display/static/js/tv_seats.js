// One player's panel and river.

import { el, paint, paintList } from "./dom.js";
import { noWin, t } from "./i18n.js";
import { paintName } from "./names.js";
import { meld, tile } from "./tiles.js";
import { showScore } from "./tv_score.js";

// Tiles a river holds at full size, and at the next smaller one.
const ROOM = { top: [24, 28], bottom: [24, 28], left: [20, 30], right: [20, 30] };

/** Paint a seat's panel and its river; `newest` is the event of the hand's last discard. */
export function paintSeat(panel, river, seat, { newest, turn, seated }) {
  panel.classList.toggle("dealer", seat.dealer);
  panel.classList.toggle("turn", turn);
  panel.classList.toggle("fouled", seat.foul !== null);
  paint(panel.querySelector(".wind"), seat.wind, (wind) => (wind ? t(`wind.${wind}`) : ""));
  paintName(panel.querySelector(".name"), seated ? seat.name : t("empty_seat"));
  const points = panel.querySelector(".score");
  showScore(points, seated ? seat.score : null);
  points.classList.toggle("minus", seat.score < 0);
  points.classList.toggle("wide", String(seat.score).length > 5);
  paint(panel.querySelector(".marks"), [seat.dealer, seat.zuo, seat.la], () => marks(seat));
  paint(panel.querySelector(".alerts"), [seat.foul, seat.foul_detail, seat.false_hu], () => alerts(seat));
  paint(panel.querySelector(".rack"), seat.tile_count, rack);
  paint(panel.querySelector(".melds"), seat.melds, (melds) => melds.map(meld));
  paintRiver(river, seat, newest);
}

/** 庄, 坐 and 拉 as marks. */
function marks(seat) {
  return [
    seat.dealer ? el("span", { class: "mark dealer-mark", text: t("dealer") }) : null,
    seat.zuo ? el("span", { class: "mark zuo", text: t("zuo") }) : null,
    seat.la ? el("span", { class: "mark la", text: seat.la > 1 ? `${t("la")}${seat.la}` : t("la") }) : null,
  ];
}

/** The tiles nobody sees, as backs; the one just drawn stands apart. */
function rack(count) {
  return Array.from({ length: count }, (_, place) => tile("back", count % 3 === 2 && place === count - 1 && "drawn"));
}

/** One box for all that is wrong: the foul with its tile, and why a 和 was refused. */
function alerts(seat) {
  if (!seat.foul && !seat.false_hu) return [];
  const { picture, tile: code } = seat.foul_detail || {};
  const titles = [seat.foul && t(`foul.${seat.foul}`), seat.false_hu && t("false_hu")].filter(Boolean);
  return el(
    "div",
    { class: seat.foul ? "alert foul" : "alert false-hu" },
    el("b", {}, ...titles.map((text) => el("span", { text }))),
    picture ? el("img", { class: "photo", src: picture, alt: t("picture_of_tile") }) : null,
    code ? tile(code) : null,
    el("span", { text: seat.foul ? t(`foul_why_short.${seat.foul}`) : noWin(seat.false_hu, seat.false_hu_en) }),
  );
}

function paintRiver(river, seat, newest) {
  const place = Object.keys(ROOM).find((side) => river.classList.contains(side));
  const [full, smaller] = ROOM[place];
  river.classList.toggle("many", seat.discards.length > full && seat.discards.length <= smaller);
  river.classList.toggle("most", seat.discards.length > smaller);
  paintList(
    river,
    seat.discards,
    (discard) => [discard.event, discard.tile, discard.sure, discard.claimed_by, discard.wild, discard.event === newest].join(),
    (discard) =>
      tile(
        discard.tile,
        discard.claimed_by !== null && "claimed",
        !discard.sure && "unsure",
        discard.wild && "wild",
        discard.event === newest && discard.claimed_by === null && "newest",
      ),
  );
}
