// Before anything else is there: says that nothing has come, and begins anew when a part of the page did not load.
// A plain script, so that it runs whatever the modules lack. Needs nothing but the page's own markup.

(() => {
  const QUIET_MS = 3000;
  const AGAIN_MS = 2000;
  const GIVE_UP_MS = 30000;
  const page = document.documentElement;
  let again = false;

  function tell() {
    const line = document.getElementById("stale");
    if (!line || "words" in page.dataset) return;
    line.textContent = line.dataset.never;
    line.hidden = false;
  }

  /** Load the page anew, but only once the machine answers: a browser's own error page would stay for ever. */
  async function reload() {
    const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (answer && answer.ok) location.reload();
    else setTimeout(reload, AGAIN_MS);
  }

  function failed() {
    if (again) return;
    again = true;
    tell();
    setTimeout(reload, AGAIN_MS);
  }

  // What fails to load says so to itself only: heard on the way down.
  window.addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) failed();
  }, true);
  setTimeout(tell, QUIET_MS);
  setTimeout(() => "words" in page.dataset || failed(), GIVE_UP_MS);
})();
