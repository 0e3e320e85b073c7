// What a correction changed, in words.

import { signed, t } from "./i18n.js";

/** One line a change: each player's points, the next dealer, fouls. Empty text when nothing counts differently. */
export function changeLines(changed, names) {
  if (!changed) return [];
  const lines = [];
  changed.scores_after.forEach((after, seat) => {
    const before = changed.scores_before[seat];
    if (after !== before) lines.push(t("changed_score", { name: names[seat], before: signed(before), after: signed(after) }));
  });
  if (changed.next_dealer_before !== changed.next_dealer_after) lines.push(t("changed_dealer", { name: names[changed.next_dealer_after] }));
  for (const { hand, seat, foul, stands } of changed.fouls) {
    lines.push(t(stands ? "changed_foul" : "changed_no_foul", { hand, name: names[seat], foul: t(`foul.${foul}`) }));
  }
  return lines.length ? lines : [t("changed_nothing")];
}
