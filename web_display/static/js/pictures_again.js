// Pictures that did not come are asked for again: a part that shows the same data is not painted anew.

const FIRST_WAIT_MS = 1000;
const TRIES = 6; // over a minute; what is gone for good is not asked for until the machine comes back

const broken = new Map();

/** From now on ask again for every picture of the page that fails, with growing waits. */
export function watchPictures() {
  document.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && failed(target), true);
  document.addEventListener("load", ({ target }) => broken.delete(target), true);
  for (const img of document.images) if (img.complete && img.naturalWidth === 0 && img.src) failed(img);
}

/** The machine is back: ask for all that is missing. */
export function picturesAgain() {
  for (const img of broken.keys()) ask(img);
}

function failed(img) {
  const tries = broken.get(img) || 0;
  broken.set(img, tries + 1);
  if (tries < TRIES) setTimeout(() => broken.has(img) && ask(img), FIRST_WAIT_MS * 2 ** tries);
}

function ask(img) {
  if (img.isConnected) img.src = img.src; // set anew, it is fetched anew
  else broken.delete(img);
}
