import {
  useCallback,
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MutableRefObject,
  type RefObject,
} from "react";
import { segmentNear } from "#app/core/domain/transcript/wire-decode.ts";
import { keepInView } from "./keep-in-view.ts";
import type { SegmentListHandle } from "./segment-list.tsx";
import type { TranscriptWords } from "./transcript-words.ts";
import { useWordsState } from "./use-words.ts";

const LINK = "a.segment-time";

type Walk = {
  count: number;
  /** Segments that are heard now, as a text: "4,7". */
  current: string;
  onWalk: () => void;
};

/**
 * Makes the times of all segments one stop of the Tab key: arrows, Home and End go through them, Enter plays. An hour of
 * talk would else be a thousand stops. The stop is written to the page and is no prop: rows come and go while the
 * page scrolls, and none of them is drawn again for it.
 */
export function useSegmentFocus(
  box: RefObject<HTMLElement>,
  list: RefObject<SegmentListHandle>,
  { count, current, onWalk }: Walk,
) {
  const hadStop = useRef(false);
  const moveStop = useCallback(
    (to: HTMLElement | null | undefined) => {
      if (!to) return;
      for (const link of box.current?.querySelectorAll<HTMLElement>(`${LINK}[tabindex="0"]`) ?? [])
        if (link !== to) link.tabIndex = -1;
      to.tabIndex = 0;
      hadStop.current = true;
    },
    [box],
  );
  const keepStop = useCallback(() => {
    // Before script runs every time is a stop of its own.
    if (!box.current || box.current.querySelector(`${LINK}[tabindex="0"]`)) return;
    const links = [...box.current.querySelectorAll<HTMLElement>(`${LINK}[tabindex]`)];
    const heard = box.current.querySelector<HTMLElement>(`[data-current] > ${LINK}`);
    // What had the stop was scrolled away: the middle of what is drawn is what is looked at.
    moveStop(heard ?? (hadStop.current ? links[Math.floor(links.length / 2)] : links[0]));
  }, [box, moveStop]);
  useEffect(() => {
    if (box.current?.contains(document.activeElement) === true) return;
    moveStop(box.current?.querySelector<HTMLElement>(`[data-current] > ${LINK}[tabindex]`));
  }, [box, current, moveStop]);
  return {
    keepStop,
    onFocus: (event: FocusEvent) => {
      if (!event.target.matches(LINK)) return;
      if (event.target instanceof HTMLElement) moveStop(event.target);
      const row = rowOf(event.target);
      if (row) keepInView(row, "hidden");
    },
    onKeyDown: (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? segmentOf(event.target) : null;
      if (at === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const to = stepTo(event.key, at, count);
      if (to === null) return;
      event.preventDefault();
      onWalk();
      list.current?.focus(to);
    },
    /** The segment that has the focus, null when it is elsewhere. */
    inside: () => (document.activeElement === null ? null : segmentOf(document.activeElement)),
  };
}

/**
 * Gives the focus back to the segment that was to be corrected, once no dialog is open any more: where it was only
 * closed, and where the next version of the words, which is a transcript of its own, has taken the place of this one.
 */
export function useReturnFocus(
  list: RefObject<SegmentListHandle>,
  words: TranscriptWords,
  { returnTo, isOpen }: { returnTo: MutableRefObject<number | null>; isOpen: boolean },
): void {
  const isWhole = useWordsState(words, (state) => state.isWhole);
  useEffect(() => {
    if (isOpen || !isWhole || returnTo.current === null) return undefined;
    const segment = segmentNear(words.get().table, returnTo.current);
    // The dialog lets go of the focus in this moment.
    const frame = requestAnimationFrame(() => {
      returnTo.current = null;
      if (segment >= 0) list.current?.focus(segment);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, words, returnTo, isOpen, isWhole]);
}

const rowOf = (inside: Element): HTMLElement | null =>
  inside.closest<HTMLElement>("[data-segment]");

function segmentOf(element: Element): number | null {
  if (!element.matches(LINK)) return null;
  const row = rowOf(element);
  return row === null ? null : Number(row.dataset["segment"]);
}

/** Where a key goes from a segment; null when it is none of ours or leads nowhere. */
export function stepTo(key: string, at: number, count: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key];
  return to === undefined || to < 0 || to >= count || to === at ? null : to;
}
