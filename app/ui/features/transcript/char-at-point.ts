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

/** A place in the drawn words: the segment's position in the table, and a character of its text. */
type CharPlace = { segment: number; char: number };

/** What a selection of the browser holds of the words that are drawn, its end excluded; null where that is nothing. */
export function selectedChars(
  selection: Selection | null,
): { from: CharPlace; to: CharPlace; box: DOMRect } | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const inside = range.commonAncestorContainer;
  const around = inside instanceof Element ? inside : inside.parentElement;
  const own = around?.closest<HTMLElement>("[data-text]");
  const texts = own ? [own] : [...(around?.querySelectorAll<HTMLElement>("[data-text]") ?? [])];
  const touched = texts.filter((text) => range.intersectsNode(text));
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return null;
  const at = (text: HTMLElement, char: number): CharPlace => ({
    segment: Number(text.dataset["text"]),
    char,
  });
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const from = first.contains(startContainer) ? charsBefore(first, startContainer, startOffset) : 0;
  const to = last.contains(endContainer)
    ? charsBefore(last, endContainer, endOffset)
    : last.textContent.length;
  if (first === last && to <= from) return null;
  return { from: at(first, from), to: at(last, to), box: range.getBoundingClientRect() };
}

/** The character of the words under a point of the window; null beside them. */
export function charPlaceAt(target: EventTarget | null, x: number, y: number): CharPlace | null {
  const text = target instanceof Element ? target.closest<HTMLElement>("[data-text]") : null;
  const char = text ? charAtPoint(text, x, y) : null;
  return text === null || char === null ? null : { segment: Number(text.dataset["text"]), char };
}
