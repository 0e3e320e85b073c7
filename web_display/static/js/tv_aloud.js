// Sound and speech of the TV page, both off unless the address asks: `?sound=1&speech=1`.

import { t } from "./i18n.js";
import { news } from "./tv_news.js";
import { sounds } from "./tv_sound.js";
import { speech } from "./tv_speech.js";

/** Tells the news of each state aloud; `hint()` says what keeps it silent, and `onChange()` that this changed. */
export function aloud(onChange) {
  const asked = new URLSearchParams(location.search);
  const tones = asked.get("sound") === "1" ? sounds(onChange) : null;
  const voice = asked.get("speech") === "1" ? speech(onChange) : null;
  let before = null;
  return {
    /** Take in a new state. */
    hear(state) {
      const told = news(before, state);
      before = state;
      for (const one of told) {
        if (tones) tones.play(one.kind);
        if (voice) voice.say(one, state.seats);
      }
    },
    /** One line for the people in front of the screen, or nothing. */
    hint() {
      if ((tones && tones.blocked()) || (voice && voice.blocked())) return t("sound_blocked");
      return voice && voice.missing() ? t("speech_missing") : "";
    },
  };
}
