// The rules of the match in words, and their choice before one is started.

import { paint } from "./dom.js";
import { choosable, fetchRules, readable, withOptions } from "./rules_list.js";

/** `profile` is the select of the start form, `choose` the place for its options, `read` that for what is in force. */
export function rulesDesk({ profile, choose, read }) {
  let profiles = [];
  let options = { chosen: () => ({}) };
  let match = null;
  let last = null;

  function lay() {
    const wanted = profiles.find((one) => one.name === profile.value);
    if (!wanted) return;
    options = choosable(wanted);
    choose.replaceChildren(options.node);
    if (match === null) paint(read, wanted.name, () => readable(wanted));
  }

  async function show(state, log) {
    match = state.ended ? null : state.match;
    if (match === null) return;
    const begun = (await log.catchUp(state.version)).find((event) => event.kind === "match_started");
    const named = profiles.find((one) => one.name === state.profile);
    if (begun && named) paint(read, [match, begun.options], () => readable(withOptions(named, begun.options)));
  }

  profile.addEventListener("change", lay);
  fetchRules().then((told) => {
    profiles = told.profiles;
    lay();
    if (last) show(...last);
  });

  return {
    chosen: () => options.chosen(),
    /** Show the rules that the running match keeps. */
    paint(state, log) {
      last = [state, log];
      show(state, log);
    },
  };
}
