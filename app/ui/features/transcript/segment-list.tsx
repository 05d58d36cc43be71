import { useWindowVirtualizer, windowScroll } from "@tanstack/react-virtual";
import {
  forwardRef,
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ForwardedRef,
  type ReactNode,
  type RefObject,
} from "react";
import { covered } from "#app/ui/features/player/cover.ts";
import { useBrowserLayoutEffect } from "#app/ui/features/player/use-browser-layout-effect.ts";
import { useWidth } from "#app/ui/features/player/use-width.ts";
import { estimateHeight } from "./estimate-height.ts";
import { keepInView } from "./keep-in-view.ts";
import type { TranscriptWords } from "./transcript-words.ts";
import { useDrawn } from "./use-drawn.ts";

export type SegmentListHandle = {
  /** Brings a segment where it can be read; `always` even when it already is. */
  reveal: (segment: number, when: "hidden" | "always") => void;
  /** Puts the focus on the time of a segment, drawn or not. */
  focus: (segment: number) => void;
};
type Props = {
  words: TranscriptWords;
  language: string;
  isVirtual: boolean;
  /** A row with its key. */
  row: (segment: number) => ReactNode;
  /** A segment and where its top was on the screen before this list replaced another one. */
  anchor: { segment: number; top: number } | null;
  /** Rows have come or gone. */
  onDrawn: () => void;
};

/** All segments up to 500, else those near the screen (product §6). The page scrolls, not a box. */
export const SegmentList = forwardRef<SegmentListHandle, Props>(function SegmentList(props, ref) {
  return props.isVirtual ? <Virtual {...props} handle={ref} /> : <Plain {...props} handle={ref} />;
});

/**
 * Segments are drawn two at a time: the list then has half of the entries, and a frame of scrolling
 * spends its time on rows and not on the positions of thousands that nobody sees.
 */
const CHUNK = 2;
function segmentsOf(chunk: number, count: number): number[] {
  const first = chunk * CHUNK;
  return Array.from({ length: Math.min(CHUNK, count - first) }, (_, at) => first + at);
}

/** The rows of a chunk that stays are not visited while others come and go. */
const Chunk = memo(function Chunk({
  index,
  drawn,
  row,
}: {
  index: number;
  /** So many of its rows, from the first on. */
  drawn: number;
  row: Props["row"];
}) {
  return segmentsOf(index, index * CHUNK + drawn).map(row);
});

type Inner = Props & { handle: ForwardedRef<SegmentListHandle> };

function rowOf(box: RefObject<HTMLElement>, segment: number): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>(`[data-segment="${segment}"]`) ?? null;
}

/** The time is what stands for its row; its row is scrolled to by whoever hears of the focus. */
const focusTime = (row: HTMLElement) =>
  row.querySelector<HTMLElement>("a.segment-time")?.focus({ preventScroll: true });

function Plain({ words, row, handle, onDrawn }: Inner) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(onDrawn);
  useImperativeHandle(handle, () => ({
    reveal: (segment, when) => {
      const element = rowOf(box, segment);
      if (element) keepInView(element, when);
    },
    focus: (segment) => {
      const element = rowOf(box, segment);
      if (element) focusTime(element);
    },
  }));
  return (
    <div ref={box}>
      {Array.from({ length: words.get().table.count }, (_, segment) => row(segment))}
    </div>
  );
}

function Virtual({ words, language, row, anchor, handle, onDrawn }: Inner) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(onDrawn);
  const widthPx = useWidth(box);
  const { table } = words.get();
  const heights = useMemo(() => {
    const guess = new Float64Array(Math.ceil(table.count / CHUNK));
    for (let segment = 0; segment < table.count; segment++) {
      const chunk = Math.floor(segment / CHUNK);
      const height = estimateHeight(table.chars[segment] ?? 0, widthPx, language);
      guess[chunk] = (guess[chunk] ?? 0) + height;
    }
    return guess;
  }, [table, widthPx, language]);
  const top = useOffsetTop(box);
  const virtualizer = useWindowVirtualizer({
    count: heights.length,
    estimateSize: (chunk) => heights[chunk] ?? 0,
    overscan: 2,
    scrollMargin: top,
    useFlushSync: false,
    scrollToFn: windowScroll,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, heights]);
  const chunks = virtualizer.getVirtualItems();
  const [first, last] = [chunks[0]?.index ?? 0, chunks.at(-1)?.index ?? 0];
  const isDrawn = useDrawn(first * CHUNK, Math.min(table.count, (last + 1) * CHUNK) - 1, CHUNK);
  useEffect(() => words.need(first * CHUNK, (last + 1) * CHUNK - 1), [words, first, last]);

  useImperativeHandle(handle, () => ({
    reveal: (segment, when) => {
      // Under another tab there is no place to scroll to.
      if (box.current?.checkVisibility({ visibilityProperty: true }) !== true) return;
      const element = rowOf(box, segment);
      if (element) keepInView(element, when);
      else {
        virtualizer.scrollToIndex(Math.floor(segment / CHUNK), { align: "center" });
        whenDrawn(box, segment, (drawn) => keepInView(drawn, "always"));
      }
    },
    focus: (segment) => {
      const element = rowOf(box, segment);
      if (element) focusTime(element);
      else {
        virtualizer.scrollToIndex(Math.floor(segment / CHUNK), { align: "center" });
        whenDrawn(box, segment, focusTime);
      }
    },
  }));
  useBrowserLayoutEffect(() => {
    if (anchor === null) return undefined;
    const start = virtualizer.getOffsetForIndex(Math.floor(anchor.segment / CHUNK), "start")?.[0];
    if (start !== undefined) window.scrollTo({ top: start - anchor.top });
    return holdStill(box, anchor);
    // Once, when this list takes the place of the server's slice.
  }, []);

  return (
    <div
      ref={box}
      className="[overflow-anchor:none]"
      style={{ height: virtualizer.getTotalSize(), paddingTop: (chunks[0]?.start ?? top) - top }}
    >
      {chunks.map((chunk) => {
        const segments = segmentsOf(chunk.index, table.count);
        const drawn = segments.filter(isDrawn).length;
        return (
          // In the flow of the page: a chunk that turns out higher than guessed moves those below by itself.
          <div
            key={chunk.key}
            ref={virtualizer.measureElement}
            data-index={chunk.index}
            className="[contain:content]"
            style={drawn === segments.length ? undefined : { height: chunk.size }}
          >
            {drawn > 0 ? <Chunk index={chunk.index} drawn={drawn} row={row} /> : null}
          </div>
        );
      })}
    </div>
  );
}

/** Scrolls so that a segment stands where it stood, again while the rows above it are measured. */
function holdStill(
  box: RefObject<HTMLElement>,
  anchor: { segment: number; top: number },
): () => void {
  let frames = 8;
  let frame = requestAnimationFrame(function settle() {
    const row = rowOf(box, anchor.segment);
    const off = row ? row.getBoundingClientRect().top - anchor.top : 0;
    if (Math.abs(off) > 1) window.scrollBy({ top: off });
    frames -= 1;
    if (frames > 0) frame = requestAnimationFrame(settle);
  });
  return () => cancelAnimationFrame(frame);
}

/** Calls `act` with a row that is about to be drawn; gives up after half a second. */
function whenDrawn(
  box: RefObject<HTMLElement>,
  segment: number,
  act: (row: HTMLElement) => void,
): void {
  let frames = 30;
  requestAnimationFrame(function look() {
    const row = rowOf(box, segment);
    frames -= 1;
    if (row) act(row);
    else if (frames > 0) requestAnimationFrame(look);
  });
}

/** Where a box begins on the page; measured again when anything above it may have grown. */
function useOffsetTop(box: RefObject<HTMLElement>): number {
  const [top, setTop] = useState(0);
  useBrowserLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [box]);
  return top;
}

/** The first segment whose text can be seen now, for a list that is about to be replaced. */
export function anchorOf(root: HTMLElement): { segment: number; top: number } | null {
  const top = covered().now;
  for (const row of root.querySelectorAll<HTMLElement>("[data-segment]")) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top) return { segment: Number(row.dataset["segment"]), top: box.top };
  }
  return null;
}
