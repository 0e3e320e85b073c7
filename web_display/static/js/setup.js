// The set-up page: the live picture, calibration, this table's own tiles, and how the machine is.

import { el, paint } from "./dom.js";
import { loadWords, t } from "./i18n.js";
import { calibrationDesk } from "./setup_calibration.js";
import { partLine, readyList } from "./setup_health.js";
import { livePicture } from "./setup_live.js";
import { tilesDesk } from "./setup_tiles.js";
import { staleLine } from "./stale.js";
import { follow } from "./stream.js";

async function start() {
  await loadWords();
  const desks = [];
  const live = livePicture((sight) => desks.forEach((onSight) => onSight(sight)));
  desks.push(calibrationDesk(live), tilesDesk(live));
  follow({
    onState: ({ health, match }) => {
      paint(document.getElementById("ready"), [health.items, Boolean(match)], () => readyList({ health, match }));
      paint(document.getElementById("health"), health.items, (items) => (items.length ? items.map(partLine) : el("li", { text: t("all_well") })));
    },
    ...staleLine(),
  });
}

start();
