// Wishes of people: posted with an id made here, so that a repeat over bad Wi-Fi counts once.

import { refusal, t } from "./i18n.js";

const TRIES = 4;
const WAIT_MS = 700;

/** A fresh unique id; works on plain http too, where `crypto.randomUUID` does not exist. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Post `intent`; gives `{ said, changed }`: a sentence when it was refused or unanswered, and what it changed. */
export async function send(intent) {
  const body = JSON.stringify({ id: freshId(), ...intent });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const answer = await fetch("/api/intents", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const told = await answer.json();
      if (answer.ok) return { said: "", changed: told.changed || null };
      return { said: t("refused", { reason: refusal(told) }), changed: null };
    } catch {
      await new Promise((done) => setTimeout(done, WAIT_MS * (attempt + 1)));
    }
  }
  return { said: t("no_answer"), changed: null };
}

/** Post `intent`; returns a sentence when it was refused or unanswered, and "" when it was done. */
export async function post(intent) {
  return (await send(intent)).said;
}
