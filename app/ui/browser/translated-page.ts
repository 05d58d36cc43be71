// A browser that translates a page puts elements of its own (`<font>`) in place of text nodes that React still holds:
// React then writes into text nobody sees any more, or throws as it removes one that is gone, and the page falls away.
// Here each such node is remembered with what stands in its place, and React's next step is led there.

/** What took the place of a text node. */
const standIns = new WeakMap<Node, Node>();

const isFont = (node: Node | null): boolean => node instanceof Element && node.tagName === "FONT";

/** Remembers what was put in place of text. */
function remember(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const removed of removedNodes) {
      if (!(removed instanceof Text)) continue;
      const put =
        [...addedNodes].find((added) => added instanceof Element) ??
        [previousSibling, nextSibling].find(isFont);
      if (put) standIns.set(removed, put);
    }
}

/** The child of `parent` that `node` is in, or that stands where it was; null where there is none. */
function childOf(parent: Node, node: Node): Node | null {
  for (let at: Node | null = node; at !== null; at = at.parentNode)
    if (at.parentNode === parent) return at;
  const standIn = standIns.get(node);
  return standIn ? childOf(parent, standIn) : null;
}

/**
 * Makes the page go on where a translation changes it. Called once, before React takes the page over: what was
 * translated until then is put back, so that the page is as the server wrote it, where the translation kept the text.
 * @returns whether anything was: React then finds other words than it wrote, and draws the page anew
 */
export function surviveTranslation(): boolean {
  const translated = [...document.querySelectorAll("font > font")];
  for (const font of translated) font.parentElement?.replaceWith(...font.childNodes);
  const observer = new MutationObserver(remember);
  observer.observe(document, { childList: true, subtree: true });
  guardChildren(() => remember(observer.takeRecords()));
  return translated.length > 0;
}

/** @param catchUp remembers what was changed since the observer was last called */
function guardChildren(catchUp: () => void): void {
  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method -- each is called on its node
  const { removeChild, insertBefore } = prototype;
  const text = Object.getOwnPropertyDescriptor(prototype, "nodeValue");
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) catchUp();
    const now = childOf(this, child);
    if (now) removeChild.call(this, now);
    return child;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    if (before !== null && before.parentNode !== this) catchUp();
    insertBefore.call(this, added, before && childOf(this, before));
    return added;
  };
  Object.defineProperty(prototype, "nodeValue", {
    ...text,
    set(this: Node, value: string | null) {
      // What React writes must be seen: the text comes back, and is translated anew.
      if (this instanceof Text && !this.isConnected) {
        catchUp();
        const standIn = standIns.get(this);
        standIn?.parentNode?.replaceChild(this, standIn);
      }
      text?.set?.call(this, value);
    },
  });
}
