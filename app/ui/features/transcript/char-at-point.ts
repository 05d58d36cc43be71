type CaretDocument = Document & {
  caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null;
};

/** The character of `text` under a point of the window, counted from its start; null beside the text. */
export function charAtPoint(text: HTMLElement, x: number, y: number): number | null {
  const caret = caretAt(x, y);
  if (caret === null || !text.contains(caret.node)) return null;
  return charsBefore(text, caret.node, caret.offset);
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  const page: CaretDocument = document;
  if (typeof page.caretPositionFromPoint === "function") {
    const found = page.caretPositionFromPoint(x, y);
    return found ? { node: found.offsetNode, offset: found.offset } : null;
  }
  // Safari before 26 knows only the old name.
  // oxlint-disable-next-line typescript/no-deprecated
  const range = document.caretRangeFromPoint(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** Characters of `text` before a place inside it. */
export function charsBefore(text: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.selectNodeContents(text);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The one segment a selection lies in and its characters there, or null. */
export function selectedChars(
  selection: Selection | null,
): { segment: number; from: number; to: number; box: DOMRect } | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const inside = range.commonAncestorContainer;
  const element = inside instanceof Element ? inside : inside.parentElement;
  const text = element?.closest<HTMLElement>("[data-text]");
  if (!text) return null;
  const from = charsBefore(text, range.startContainer, range.startOffset);
  const to = charsBefore(text, range.endContainer, range.endOffset);
  if (to <= from) return null;
  return { segment: Number(text.dataset["text"]), from, to, box: range.getBoundingClientRect() };
}
