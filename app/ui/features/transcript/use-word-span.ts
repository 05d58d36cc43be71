import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { wordsOf } from "#app/core/domain/transcript/wire-decode.ts";
import { charPlaceAt, selectedChars } from "./char-at-point.ts";
import { wordAtChar, wordsInChars } from "./pieces.ts";
import type { SegmentListHandle } from "./segment-list.tsx";
import type { TranscriptWords } from "./transcript-words.ts";
import { countWords, stepWord, type WordPlace, type WordSpan } from "./word-span.ts";

/** A finger that still moves the handles of a selection has come to rest. */
const REST_MS = 350;
/** Characters are counted from here to "all of it". */
const ALL = Number.MAX_SAFE_INTEGER;

/**
 * `isDrawn`: the browser draws it; else we do, as its ends may be in rows that are not there. `isTouched`: by a finger,
 * whose handles do not reach beyond what is on the screen.
 */
type Shown = { span: WordSpan; isDrawn: boolean; isTouched: boolean };

/**
 * The words that are selected, by numbers and not by what is drawn: rows come and go while the page scrolls. The mouse,
 * a finger or Shift with a click select as they do anywhere; on the time of a segment Shift with the arrows takes words
 * and segments in, Escape lets go.
 */
export function useWordSpan(
  words: TranscriptWords,
  list: RefObject<SegmentListHandle>,
): { shown: Shown | null; clear: () => void; select: (span: WordSpan) => void } {
  const [shown, setShown] = useState<Shown | null>(null);
  const now = useRef(shown);
  const set = useCallback((next: Shown | null) => {
    now.current = next;
    setShown(next);
  }, []);
  const clear = useCallback(() => {
    window.getSelection()?.removeAllRanges();
    set(null);
  }, [set]);

  useEffect(() => {
    let anchor: WordPlace | null = null;
    // Until something is pressed, what the device has.
    let isTouched = window.matchMedia("(pointer: coarse)").matches;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const placeOf = ({ segment, char }: { segment: number; char: number }): WordPlace | null => {
      const page = words.page(segment);
      const at = page === null ? null : wordAtChar(page, segment, char);
      return page === null || at === null
        ? null
        : { segment, word: at - wordsOf(page, segment)[0] };
    };
    /** What the browser has selected; nothing is changed where that is nothing. */
    const read = () => {
      const found = selectedChars(window.getSelection());
      if (found === null) return;
      const span = spanOf(words, found.from, found.to);
      if (span !== null) set({ span, isDrawn: true, isTouched });
    };
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest("[data-selection-bar]")) return;
      isTouched = event.pointerType === "touch";
      // It may become a scroll, which leaves what is selected alone.
      if (isTouched) return;
      const char = charPlaceAt(event.target, event.clientX, event.clientY);
      if (event.shiftKey) return;
      anchor = char === null ? null : placeOf(char);
      set(null);
    };
    const onUp = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest("[data-selection-bar]")) return;
      if (event.pointerType === "touch") {
        // A tap lets go, as anywhere; at the end of a long press there is something selected.
        setTimeout(() => {
          if (window.getSelection()?.isCollapsed === false) read();
          else set(null);
        }, 0);
        return;
      }
      const char = event.shiftKey ? charPlaceAt(event.target, event.clientX, event.clientY) : null;
      const focus = char === null ? null : placeOf(char);
      if (anchor !== null && focus !== null) {
        window.getSelection()?.removeAllRanges();
        set({ span: { anchor, focus }, isDrawn: false, isTouched });
        return;
      }
      // The browser selects after this event.
      setTimeout(read, 0);
    };
    const onChange = () => {
      clearTimeout(timer);
      if (window.getSelection()?.isCollapsed === false) timer = setTimeout(read, REST_MS);
      // Its rows went, not the selection.
      else if (now.current?.isDrawn === true) set({ ...now.current, isDrawn: false });
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && now.current !== null && isOurs(event.target)) {
        event.preventDefault();
        clear();
        return;
      }
      if (!event.shiftKey || !isOurs(event.target)) return;
      const next = stepped(words, now.current?.span ?? null, event);
      if (next === null) return;
      event.preventDefault();
      window.getSelection()?.removeAllRanges();
      set({ span: next, isDrawn: false, isTouched: false });
      list.current?.reveal(next.focus.segment, "hidden");
    };
    document.addEventListener("pointerdown", onDown);
    document.addEventListener("pointerup", onUp);
    document.addEventListener("selectionchange", onChange);
    document.addEventListener("keydown", onKey, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", onDown);
      document.removeEventListener("pointerup", onUp);
      document.removeEventListener("selectionchange", onChange);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [words, list, set, clear]);
  const select = useCallback(
    (span: WordSpan) => {
      window.getSelection()?.removeAllRanges();
      set({ span, isDrawn: false, isTouched: true });
    },
    [set],
  );
  return useMemo(() => ({ shown, clear, select }), [shown, clear, select]);
}

/** Keys are for the words where a time has the focus, the bar over them, or nothing. */
const isOurs = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target === document.body || target.closest("a.segment-time, [data-selection-bar]") !== null);

/** Every word that characters touch. */
function spanOf(
  words: TranscriptWords,
  from: { segment: number; char: number },
  to: { segment: number; char: number },
): WordSpan | null {
  const at = (segment: number, end: "first" | "last", [begin, stop]: [number, number]) => {
    const page = words.page(segment);
    const found = page === null ? null : wordsInChars(page, segment, begin, stop);
    return page === null || found === null
      ? null
      : { segment, word: found[end] - wordsOf(page, segment)[0] };
  };
  const isOne = from.segment === to.segment;
  // Whoever selects to the beginning of a line has not taken its first word.
  let [first, last] = [from.segment, to.segment];
  let anchor = at(first, "first", [from.char, isOne ? to.char : ALL]);
  while (anchor === null && first < last) anchor = at(++first, "first", [0, ALL]);
  let focus = at(last, "last", [isOne ? from.char : 0, to.char]);
  while (focus === null && last > first) focus = at(--last, "last", [0, ALL]);
  return anchor && focus && { anchor, focus };
}

/** The selection after a key; the first one takes the word or the segment at the time that has the focus. */
function stepped(
  words: TranscriptWords,
  span: WordSpan | null,
  { key, target }: KeyboardEvent,
): WordSpan | null {
  const { count } = words.get().table;
  const pageOf = words.page;
  if (span !== null) {
    const focus = stepWord(key, span.focus, { count, pageOf });
    return focus && { anchor: span.anchor, focus };
  }
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-segment]") : null;
  if (row === null) return null;
  const segment = Number(row.dataset["segment"]);
  const last = Math.max(0, countWords(pageOf, segment) - 1);
  const first = { segment, word: 0 };
  switch (key) {
    case "ArrowRight":
      return { anchor: first, focus: first };
    case "ArrowDown":
    case "End":
      return { anchor: first, focus: { segment, word: last } };
    case "ArrowLeft":
      return { anchor: { segment, word: last }, focus: { segment, word: last } };
    case "ArrowUp":
      return { anchor: { segment, word: last }, focus: first };
    default:
      return null;
  }
}
