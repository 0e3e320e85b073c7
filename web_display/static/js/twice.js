// Buttons for what is hard to take back: the first press asks, the second does it.

const SURE_MS = 4000;

/** Call `act` when `button` is pressed twice; between the presses it shows its `data-sure`. */
export function twice(button, act) {
  const before = button.textContent;
  let timer = null;

  function calm() {
    clearTimeout(timer);
    timer = null;
    button.textContent = before;
    button.classList.remove("armed");
  }

  button.addEventListener("click", () => {
    if (timer !== null) {
      calm();
      act();
      return;
    }
    button.textContent = button.dataset.sure;
    button.classList.add("armed");
    timer = setTimeout(calm, SURE_MS);
  });
}
