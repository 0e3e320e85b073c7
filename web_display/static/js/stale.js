// The line that says since when there is no data.

import { show } from "./dom.js";
import { t } from "./i18n.js";

/** Handlers of `follow` that keep the page's `#stale` line. */
export function staleLine() {
  const line = document.getElementById("stale");
  return {
    onStale(since) {
      line.textContent = since ? t("stale", { time: since }) : t("stale_never");
      show(line, true);
    },
    onFresh() {
      show(line, false);
    },
    onClock() {},
  };
}
