// Buttons for what is hard to take back: the first press asks, the second does it.

const READ_MS = 400;
const SURE_MS = 4000;

/**
 * Call `act` when `button` is pressed twice; between the presses it shows its `data-sure`. The second press counts
 * once the question could be read (`armed`), `READ_MS` after it was painted: the second tap of a bouncing thumb is none.
 */
export function twice(button, act) {
  const before = button.textContent;
  let asking = false;
  let timers = [];

  function calm() {
    timers.forEach(clearTimeout);
    timers = [];
    asking = false;
    button.textContent = before;
    button.classList.remove("armed");
  }

  function arm() {
    if (asking) timers.push(setTimeout(() => button.classList.add("armed"), READ_MS));
  }

  button.addEventListener("click", () => {
    if (button.classList.contains("armed")) {
      calm();
      act();
    } else if (!asking) {
      asking = true;
      button.textContent = button.dataset.sure;
      timers.push(setTimeout(calm, SURE_MS));
      requestAnimationFrame(arm);
    }
  });
}
