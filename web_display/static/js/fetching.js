// Asking the machine for what a page cannot do without.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 2000;

/** What is told at `address`, however long the machine takes to answer; null where it refuses. */
export async function patiently(address) {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      const answer = await fetch(address);
      if (answer.ok) return await answer.json();
      if (answer.status < 500) return null;
    } catch {
      // No answer, or half of one: asked again below.
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}
