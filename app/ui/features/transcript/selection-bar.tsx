import { ArrowLeftToLine, ArrowRightToLine, type LucideIcon, X } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import type { SegmentListHandle } from "./segment-list.tsx";
import { takeSelected } from "./selected-words.ts";
import type { TranscriptWords } from "./transcript-words.ts";
import { useWordSpan } from "./use-word-span.ts";
import { countSelected, ordered, type Selected, timesOf, type WordSpan } from "./word-span.ts";

type Action = {
  id: string;
  icon: LucideIcon;
  label: string;
  name?: string;
  keys?: string;
  opens?: "dialog";
  /** It is about words of one segment. */
  isOfOne?: boolean;
  run: (selected: Selected) => void;
};
type Props = {
  words: TranscriptWords;
  list: RefObject<SegmentListHandle>;
  actions: readonly Action[];
  /** What is selected and not drawn by the browser: the rows wash it. */
  onWash: (range: RangeMs | null) => void;
};

/** Selects words, and offers over them what may be done with them. */
export function SelectionBar({ words, list, actions, onWash }: Props) {
  const { t } = useTranslation("transcript");
  const { shown, clear, select } = useWordSpan(words, list);
  const selected = useMemo(() => (shown === null ? null : ordered(shown.span)), [shown]);
  const isDrawn = shown?.isDrawn ?? true;
  const [end, setEnd] = useState<OneEnd | null>(null);
  const washed = isDrawn ? (end?.of ?? null) : selected;
  useEffect(() => {
    onWash(washed === null ? null : timesOf(words.get().table, words.page, washed));
  }, [words, washed, onWash]);
  /** The words from the one that was kept to those under the finger; the first to be kept waits for the other. */
  const take = (which: OneEnd["which"]) => {
    if (selected === null) return;
    if (end === null || end.which === which) {
      setEnd({ which, of: selected });
      clear();
      return;
    }
    select(which === "to" ? spanOf(end.of, selected) : spanOf(selected, end.of));
    setEnd(null);
  };
  useEffect(() => () => onWash(null), [onWash]);
  useEffect(() => {
    if (end === null) return undefined;
    const drop = (event: KeyboardEvent) => {
      if (event.key === "Escape") setEnd(null);
    };
    document.addEventListener("keydown", drop);
    return () => document.removeEventListener("keydown", drop);
  }, [end]);
  useEffect(() => setEnd(null), [words]);
  const place = usePlace(selected, isDrawn);
  const act = (run: (selected: Selected) => void) => () => {
    if (selected === null) return;
    run(selected);
    setEnd(null);
    clear();
  };
  const first = actions.find(({ keys }) => keys !== undefined);
  const latest = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = act((of) => first?.run(of));
  });
  const isTaken = selected !== null && first !== undefined;
  useEffect(() => {
    takeSelected.set(isTaken ? () => latest.current() : null);
    return () => takeSelected.set(null);
  }, [isTaken]);
  const isOne = selected?.first.segment === selected?.last.segment;
  const said = selected === null ? "" : saidOf(words, selected, t);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isDrawn ? "" : said}
      </p>
      {end === null || selected !== null ? null : (
        <p
          role="status"
          className="fixed inset-x-2 bottom-[76px] z-30 mx-auto flex w-fit max-w-[calc(100vw-1rem)] items-center gap-1.5 rounded-panel border border-line bg-surface-raised py-1 pr-1 pl-3 text-sm shadow-float"
        >
          {t(`selection.other.${end.which}`)}
          <IconButton icon={X} label={t("selection.drop")} onClick={() => setEnd(null)} />
        </p>
      )}
      {selected === null || place === null ? null : (
        <div
          role="toolbar"
          aria-label={t("selection.label")}
          data-selection-bar
          className="fixed z-30 flex w-max max-w-[calc(100vw-1rem)] -translate-x-1/2 -translate-y-full flex-wrap items-center gap-0.5 rounded-panel border border-line bg-surface-raised p-1 shadow-float motion-safe:animate-layer"
          style={{ left: place.x, top: place.y }}
          // Pressing a button must not clear the selection before its click arrives.
          onPointerDown={(event) => event.preventDefault()}
        >
          {shown?.isTouched === true && isDrawn ? <Ends onTake={take} /> : null}
          {actions
            .filter(({ isOfOne }) => isOfOne !== true || isOne)
            .map(({ id, icon, label, name, opens, run }) =>
              name === undefined ? (
                <IconButton
                  key={id}
                  icon={icon}
                  label={label}
                  aria-haspopup={opens}
                  onClick={act(run)}
                />
              ) : (
                <Button
                  key={id}
                  tone="quiet"
                  size="small"
                  icon={icon}
                  aria-label={label}
                  onClick={act(run)}
                >
                  {name}
                </Button>
              ),
            )}
        </div>
      )}
    </>
  );
}

/** One end of a longer selection, kept while the other is looked for. */
type OneEnd = { which: "from" | "to"; of: Selected };

const spanOf = ({ first }: Selected, { last }: Selected): WordSpan => ({
  anchor: first,
  focus: last,
});

function Ends({ onTake }: { onTake: (which: OneEnd["which"]) => void }) {
  const { t } = useTranslation("transcript");
  return (
    <>
      <Button tone="quiet" size="small" icon={ArrowRightToLine} onClick={() => onTake("from")}>
        {t("selection.from")}
      </Button>
      <Button tone="quiet" size="small" icon={ArrowLeftToLine} onClick={() => onTake("to")}>
        {t("selection.to")}
      </Button>
    </>
  );
}

function saidOf(
  words: TranscriptWords,
  selected: Selected,
  t: ReturnType<typeof useTranslation<"transcript">>["t"],
): string {
  const { t0Ms, t1Ms } = timesOf(words.get().table, words.page, selected);
  const count = countSelected(words.page, selected);
  return t("selection.said", { count, time: formatDuration(t1Ms - t0Ms) });
}

type Place = { x: number; y: number };
const EDGE = 8;
const UNDER_TOP = 108;

/** Over what is selected, as long as it is on the screen; else at the edge behind which it lies. */
function usePlace(selected: Selected | null, isDrawn: boolean): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (selected === null) {
      setPlace(null);
      return undefined;
    }
    const put = () => {
      const box = boxOf(selected, isDrawn);
      const { innerWidth, innerHeight } = window;
      const half = Math.min(190, innerWidth / 2 - EDGE);
      const middle = box === null ? innerWidth / 2 : box.left + Math.min(box.width, 640) / 2;
      const top = box === null ? innerHeight - 90 : box.top - EDGE;
      setPlace({
        x: Math.min(innerWidth - half - EDGE, Math.max(half + EDGE, middle)),
        y: Math.min(innerHeight - 90, Math.max(UNDER_TOP, top)),
      });
    };
    put();
    window.addEventListener("scroll", put, { passive: true });
    window.addEventListener("resize", put);
    return () => {
      window.removeEventListener("scroll", put);
      window.removeEventListener("resize", put);
    };
  }, [selected, isDrawn]);
  return place;
}

function boxOf({ first, last }: Selected, isDrawn: boolean): DOMRect | null {
  const selection = window.getSelection();
  if (isDrawn && selection !== null && selection.rangeCount > 0)
    return selection.getRangeAt(0).getBoundingClientRect();
  const rowOf = (segment: number) => document.querySelector(`[data-text="${segment}"]`);
  return (rowOf(first.segment) ?? rowOf(last.segment))?.getBoundingClientRect() ?? null;
}
