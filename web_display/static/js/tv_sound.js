// Sounds made by code, when the address asks for them: `?sound=1`. Browsers make none before somebody touched the page.

const TONES = {
  discard: { wave: "triangle", gain: 0.12, notes: [[660, 0.07]] },
  wilds: { wave: "sine", gain: 0.12, notes: [[523, 0.14], [784, 0.2]] },
  question: { wave: "sine", gain: 0.12, notes: [[880, 0.12], [0, 0.08], [880, 0.12]] },
  foul: { wave: "square", gain: 0.1, notes: [[196, 0.28], [0, 0.08], [165, 0.5]] },
  false_hu: { wave: "square", gain: 0.1, notes: [[196, 0.28], [0, 0.08], [165, 0.5]] },
  win: { wave: "triangle", gain: 0.16, notes: [[523, 0.13], [659, 0.13], [784, 0.13], [1047, 0.45]] },
  drawn: { wave: "sine", gain: 0.12, notes: [[392, 0.25], [330, 0.25], [262, 0.5]] },
};

/** Plays the sounds of news; `onChange()` is called when `blocked()` may have changed. */
export function sounds(onChange) {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return { play() {}, blocked: () => false };
  const context = new Context();
  const unlock = () => context.resume();
  context.addEventListener("statechange", onChange);
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, unlock);
  return {
    /** Play what belongs to this kind of news. */
    play(kind) {
      if (context.state === "running" && kind in TONES) ring(context, TONES[kind]);
    },
    /** Whether the browser waits for a touch before it lets anything sound. */
    blocked: () => context.state !== "running",
  };
}

function ring(context, { wave, gain, notes }) {
  let at = context.currentTime + 0.01;
  for (const [hertz, lasts] of notes) {
    if (hertz) note(context, { wave, gain, hertz, at, lasts });
    at += lasts;
  }
}

function note(context, { wave, gain, hertz, at, lasts }) {
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.type = wave;
  tone.frequency.value = hertz;
  loud.gain.setValueAtTime(0, at);
  loud.gain.linearRampToValueAtTime(gain, at + 0.01);
  loud.gain.setTargetAtTime(0, at + lasts * 0.6, lasts / 6);
  tone.connect(loud).connect(context.destination);
  tone.start(at);
  tone.stop(at + lasts + 0.2);
}
