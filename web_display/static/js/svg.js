// Elements of inline drawings.

export const NS = new DOMParser().parseFromString("<svg></svg>", "text/html").body.firstChild.namespaceURI;

/** A new element of a drawing; `children` may be elements or text. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}
