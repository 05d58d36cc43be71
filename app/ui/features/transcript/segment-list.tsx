import { useWindowVirtualizer, windowScroll } from "@tanstack/react-virtual";
import {
  forwardRef,
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

export type SegmentListHandle = {
  /** Brings a segment where it can be read; `always` even when it already is. */
  reveal: (segment: number, when: "hidden" | "always") => void;
};
type Props = {
  words: TranscriptWords;
  language: string;
  isVirtual: boolean;
  row: (segment: number) => ReactNode;
  /** A segment and where its top was on the screen before this list replaced another one. */
  anchor: { segment: number; top: number } | null;
};

/** All segments up to 500, else those near the screen (product §6). The page scrolls, not a box. */
export const SegmentList = forwardRef<SegmentListHandle, Props>(function SegmentList(props, ref) {
  return props.isVirtual ? <Virtual {...props} handle={ref} /> : <Plain {...props} handle={ref} />;
});

type Inner = Props & { handle: ForwardedRef<SegmentListHandle> };

function rowOf(box: RefObject<HTMLElement>, segment: number): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>(`[data-segment="${segment}"]`) ?? null;
}

function Plain({ words, row, handle }: Inner) {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    reveal: (segment, when) => {
      const element = rowOf(box, segment);
      if (element) keepInView(element, when);
    },
  }));
  return (
    <div ref={box}>
      {Array.from({ length: words.get().table.count }, (_, segment) => (
        <div key={segment}>{row(segment)}</div>
      ))}
    </div>
  );
}

function Virtual({ words, language, row, anchor, handle }: Inner) {
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const { table } = words.get();
  const estimate = useMemo(
    () => (segment: number) => estimateHeight(table.chars[segment] ?? 0, widthPx, language),
    [table, widthPx, language],
  );
  const virtualizer = useWindowVirtualizer({
    count: table.count,
    estimateSize: estimate,
    overscan: 8,
    scrollMargin: useOffsetTop(box),
    useFlushSync: false,
    scrollToFn: windowScroll,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, estimate]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => words.need(first, last), [words, first, last]);

  const reveal = (segment: number, when: "hidden" | "always") => {
    const element = rowOf(box, segment);
    if (element) keepInView(element, when);
    else virtualizer.scrollToIndex(segment, { align: "center" });
  };
  useImperativeHandle(handle, () => ({ reveal }));
  useBrowserLayoutEffect(() => {
    if (anchor === null || box.current === null) return undefined;
    return holdStill(virtualizer, box.current, anchor);
    // Once, when this list takes the place of the server's slice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div
      ref={box}
      className="relative [overflow-anchor:none]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map((item) => (
        <div
          key={item.key}
          ref={virtualizer.measureElement}
          data-index={item.index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
        >
          {row(item.index)}
        </div>
      ))}
    </div>
  );
}

type Virtualizer = ReturnType<typeof useWindowVirtualizer<HTMLElement>>;

/** Scrolls so that a segment stands where it stood, and again while the rows above it are measured. */
function holdStill(
  virtualizer: Pick<Virtualizer, "getOffsetForIndex">,
  box: HTMLElement,
  anchor: { segment: number; top: number },
): () => void {
  const start = virtualizer.getOffsetForIndex(anchor.segment, "start")?.[0];
  if (start !== undefined) window.scrollTo({ top: start - anchor.top });
  let frames = 6;
  let frame = requestAnimationFrame(function settle() {
    const row = box.querySelector(`[data-segment="${anchor.segment}"]`);
    const off = row ? row.getBoundingClientRect().top - anchor.top : 0;
    if (Math.abs(off) > 1) window.scrollBy({ top: off });
    frames -= 1;
    if (frames > 0) frame = requestAnimationFrame(settle);
  });
  return () => cancelAnimationFrame(frame);
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
