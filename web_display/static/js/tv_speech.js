// What happens said aloud, when the address asks for it: `?speech=1`, in the page's language, by the browser's own voices.

import { t, tileName } from "./i18n.js";

const LESSER = ["discard", "wilds"];

/** Says news aloud; `onChange()` is called when `missing()` may have changed. */
export function speech(onChange) {
  const language = document.documentElement.lang;
  const synthesis = window.speechSynthesis;
  let voice = null;
  let refused = false;

  function choose() {
    const wanted = language.slice(0, 2);
    const fit = synthesis.getVoices().filter((one) => one.lang.replace("_", "-").startsWith(wanted));
    voice = fit.find((one) => one.localService) || fit[0] || null;
  }

  if (!synthesis) return { say() {}, missing: () => true, blocked: () => false };
  choose();
  synthesis.addEventListener("voiceschanged", () => {
    choose();
    onChange();
  });
  for (const touch of ["pointerdown", "keydown"]) {
    addEventListener(touch, () => {
      refused = false;
      onChange();
    });
  }
  return {
    /** Say one piece of news; what matters more interrupts what is being said. */
    say(told, seats) {
      if (voice === null) return;
      if (!LESSER.includes(told.kind) || synthesis.pending) synthesis.cancel();
      const words = new SpeechSynthesisUtterance(sentence(told, seats));
      words.voice = voice;
      words.lang = voice.lang;
      words.onerror = (error) => {
        refused = error.error === "not-allowed";
        if (refused) onChange();
      };
      synthesis.speak(words);
    },
    /** Whether this machine has no voice of the page's language. */
    missing: () => voice === null,
    /** Whether the browser waits for a touch before it says anything. */
    blocked: () => refused,
  };
}

/** One piece of news in words. */
export function sentence({ kind, seat, tile, tiles, foul, fan }, seats) {
  const name = seat === undefined ? "" : seats[seat].name;
  switch (kind) {
    case "discard": return tileName(tile);
    case "wilds": return t("say.wilds", { tiles: tiles.map(tileName).join(t("say.and")) });
    case "foul": return t("say.foul", { name, foul: t(`foul.${foul}`) });
    case "false_hu": return t("say.false_hu", { name });
    case "win": return t("say.win", { name, fan });
    case "drawn": return t("draw_game");
    default: return t("review_open");
  }
}
