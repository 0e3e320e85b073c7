// Questions and wishes to the set-up desk of the machine.

import { refusal, t } from "./i18n.js";

/** Ask; gives `{ told, said }`: the answer, or a sentence why there is none. Without the right it goes to the PIN. */
export async function ask(path, body = null) {
  const how = body === null ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(`/api/setup/${path}`, how);
    if (answer.status === 401 || answer.status === 403) {
      location.assign(`/enter?next=setup&lang=${document.documentElement.dataset.lang}`);
      return { told: null, said: t("setup.no_right") };
    }
    const told = await answer.json();
    if (answer.ok) return { told, said: "" };
    return { told: null, said: refusal(told) };
  } catch {
    return { told: null, said: t("no_answer") };
  }
}

/** Run `act` while `button` cannot be pressed again and shows that something is going on. */
export async function busy(button, act) {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    return await act();
  } finally {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}
