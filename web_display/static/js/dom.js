// Building and repainting parts of a page. Text goes in as text, never as markup.

const painted = new WeakMap();

/** A new element; `props` are attributes, or `class`, `text` and `on` (listeners by name). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Replace the children of `node` by `build(data)`, but only when `data` is not what it shows already. */
export function paint(node, data, build) {
  const key = JSON.stringify(data);
  if (painted.get(node) === key) return;
  painted.set(node, key);
  const made = build(data);
  node.replaceChildren(...(Array.isArray(made) ? made : [made]).filter(Boolean));
}

/** Make `node`'s children match `items`, keeping those whose key stays in its place: nothing flickers. */
export function paintList(node, items, keyOf, build) {
  items.forEach((item, place) => {
    const key = keyOf(item);
    const there = node.children[place];
    if (there && there.dataset.key === key) return;
    const made = build(item);
    made.dataset.key = key;
    if (there) there.replaceWith(made);
    else node.append(made);
  });
  while (node.children.length > items.length) node.lastElementChild.remove();
}

/** Show or hide. */
export function show(node, visible) {
  node.hidden = !visible;
}
