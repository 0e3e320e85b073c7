// The page that gives this device a role by a PIN.

import { loadWords, refusal, t } from "./i18n.js";

const asked = new URLSearchParams(location.search);
const form = document.getElementById("enter");
const said = document.getElementById("said");
document.getElementById("late").hidden = !asked.has("late");
if (/^[0-3]$/.test(asked.get("seat") || "")) form.seat.value = asked.get("seat");

/** Where to go once let in: only ever one of our own pages. */
function next(role) {
  const wanted = asked.get("next");
  const page = wanted === "setup" || wanted === "table" ? wanted : role.seat === null ? "table" : `seat/${role.seat}`;
  return `/${page}?lang=${document.documentElement.dataset.lang}`;
}

loadWords();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = form.seat.value === "" ? null : Number(form.seat.value);
  try {
    const answer = await fetch("/api/enter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ pin: form.pin.value, seat }),
    });
    const told = await answer.json();
    if (answer.ok) location.assign(next(told));
    else said.textContent = refusal(told);
  } catch {
    said.textContent = t("no_answer");
  }
});
