// The PINs for phones: the daemon tells them to its own machine's screen and to nobody else.

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** The PINs by role, or null where this is another machine's screen or roles are off. */
export async function ownPins() {
  if (!HERE.includes(location.hostname)) return null;
  try {
    const answer = await fetch("/api/pins", { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the page says by itself that the daemon is away
  }
}
