// Care for the screen itself: a light theme by `?theme=light`, and nothing that burns in.

const STEP_MS = 60000;
const REST_MS = 15 * 60000;
const STEPS = [[0, 0], [3, 2], [-2, 3], [-3, -2], [2, -3]];

/** Set the theme that the address asks for. */
export function chooseTheme() {
  const wanted = new URLSearchParams(location.search).get("theme");
  if (wanted === "light") document.documentElement.dataset.theme = "light";
}

/** Move `stage` by a few pixels each minute, and dim it when nothing happened for a long time. */
export function spareScreen(stage) {
  let step = 0;
  let last = performance.now();
  setInterval(() => {
    step = (step + 1) % STEPS.length;
    const [x, y] = STEPS[step];
    stage.style.transform = `translate(${x}px, ${y}px)`;
    document.body.classList.toggle("resting", performance.now() - last > REST_MS);
  }, STEP_MS);
  return {
    /** Something happened at the table. */
    awake() {
      last = performance.now();
      document.body.classList.remove("resting");
    },
  };
}
