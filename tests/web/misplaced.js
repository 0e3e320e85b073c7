// Everything that is out of its place on the TV page, in words. `smallest` is the least text size at 1080 lines.
(smallest) => {
  const scale = innerHeight / 1080, found = [];
  const box = (node) => node.getBoundingClientRect();
  const name = (node) => `${node.id || node.className || node.tagName}`;
  const seen = (node) => {
    const b = box(node);
    return b.width > 0 && b.height > 0 && getComputedStyle(node).visibility !== "hidden";
  };
  const inside = (inner, outer, what) => {
    const a = box(inner), b = box(outer), slack = 1.5;
    if (a.left < b.left - slack || a.right > b.right + slack || a.top < b.top - slack || a.bottom > b.bottom + slack)
      found.push(`${name(inner)} leaves ${name(outer)} (${what})`);
  };
  const apart = (one, other) => {
    const a = box(one), b = box(other), slack = 1.5;
    if (a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack)
      found.push(`${name(one)} covers ${name(other)}`);
  };
  const each = (selector, visit, root = document) => [...root.querySelectorAll(selector)].filter(seen).forEach(visit);
  const pairs = (nodes) => nodes.forEach((a, i) => nodes.slice(i + 1).forEach((b) => apart(a, b)));
  const stage = document.getElementById("stage");
  each("#stage *", (node) => inside(node, stage, "the stage"));
  each(".seat, .corner, #felt", (node) => pairs([...node.children].filter(seen)));
  const covered = seen(document.getElementById("result")) || seen(document.getElementById("between")) || seen(document.getElementById("shout"));
  const beside = covered ? ".seat, .corner, #felt" : ".seat, .corner, #felt, #notice, #stale";
  pairs([...stage.children].filter((node) => seen(node) && node.matches(beside) && !node.matches(".bl:empty")));
  const parts = ".who, .standing, .alert, .meld, .rack, .name, .score, .mark";
  each(".seat", (seat) => each(parts, (node) => inside(node, seat, "seat"), seat));
  each(".seat .name", (node) => inside(node, node.parentElement, "who"));
  each(".alert", (alert) => each("*", (node) => inside(node, alert, "alert"), alert));
  each(".river", (river) => each(".tile", (node) => inside(node, river, "river"), river));
  each(".account, #shout, .headline, #console", (part) => each("*", (node) => inside(node, part, "part"), part));
  if (seen(document.getElementById("result"))) pairs([...document.getElementById("result").children]);
  each("#between, #between .rank, #between .best-hand", (part) => pairs([...part.children].filter(seen)));
  each("#between *", (node) => inside(node, document.getElementById("between"), "between hands"));
  const words = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode, node = text.parentElement;
    if (!text.data.trim() || !seen(node)) continue;
    const drawn = node.ownerSVGElement ? node.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * drawn;
    if (size < smallest * scale - 0.5) found.push(`"${text.data}" is ${size} px`);
  }
  return [...new Set(found)];
}
