import { Pencil } from "lucide-react";
import {
  Fragment,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import type { SegmentTable } from "#app/core/domain/transcript/wire-decode.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import type { CorrectTarget } from "./correction.ts";
import { MarkLine, marksBefore } from "./mark-line.tsx";
import { anchorOf, SegmentList, type SegmentListHandle } from "./segment-list.tsx";
import { SegmentRow } from "./segment-row.tsx";
import { selectedWords } from "./selected-words.ts";
import type { TranscriptProps } from "./transcript.tsx";
import { isVirtual, type TranscriptWords } from "./transcript-words.ts";
import type { Selected } from "./word-span.ts";
import type { Find } from "./use-find.ts";
import { useReturnFocus, useSegmentFocus } from "./use-segment-focus.ts";
import { useReadable } from "./use-readable.ts";
import { useWordsState } from "./use-words.ts";

/** Forms and their rules are a sixth of the page's script, and most readers never correct: they come after it. */
const loadCorrect = () => import("./correct.tsx");
const SelectionBar = lazy(async () => ({
  default: (await import("./selection-bar.tsx")).SelectionBar,
}));
const CorrectDialog = lazy(async () => ({ default: (await loadCorrect()).CorrectDialog }));

export type SegmentsProps = TranscriptProps & {
  words: TranscriptWords;
  list: RefObject<SegmentListHandle>;
  /** Names of the lanes of the table. */
  names: readonly string[];
  current: string;
  marks: Find["marks"];
  /** The reader goes through the segments with the arrow keys. */
  onWalk: () => void;
};

/** The segments, what is offered for selected words, and the dialog that corrects them. */
export function Segments(props: SegmentsProps) {
  const { words, list, names, current, marks, hrefAt, returnTo } = props;
  const { t } = useTranslation("transcript");
  const readable = useReadable();
  const box = useRef<HTMLDivElement>(null);
  const table = useWordsState(words, (state) => state.table);
  const isWhole = useWordsState(words, (state) => state.isWhole);
  useWordsState(words, (state) => state.pagesHere);
  const [target, setTarget] = useState<CorrectTarget | null>(null);
  const anchor = useAnchor(box, words, props.start.first);
  const isScripted = useHydrated();
  const hasSound = useHasSound();
  const focus = useSegmentFocus(box, list, { count: table.count, current, onWalk: props.onWalk });
  useReturnFocus(list, words, { returnTo, isOpen: target !== null });
  // Rows are drawn again only for news of their own; a new function of the same address is none.
  const latestHref = useRef(hrefAt);
  latestHref.current = hrefAt;
  const stableHref = useCallback((ms: number) => latestHref.current(ms), []);
  /** A slice of the words knows nothing of what is around it. */
  const withInterruptions = (segment: number, line: ReactNode): ReactNode => {
    const [from, at] = [table.t0Ms[segment - 1], table.t0Ms[segment] ?? 0];
    const isFirst = segment === 0 && props.start.first === 0;
    const before =
      segment === 0 && !isFirst ? [] : marksBefore(props.interruptions, from ?? null, at);
    const isLast = isWhole && segment === table.count - 1;
    const draw = (mark: MarkView) => (
      <MarkLine
        key={`${mark.t0Ms} ${mark.kind} ${mark.name ?? ""}`}
        mark={mark}
        hrefAt={stableHref}
        isAmongWords
      />
    );
    return (
      <Fragment key={segment}>
        {before.map(draw)}
        {line}
        {isLast ? marksBefore(props.interruptions, at, null).map(draw) : null}
      </Fragment>
    );
  };
  const [selected, setSelected] = useState<RangeMs | null>(null);
  const wash = selected ?? props.wash;
  /** The same object for every row that it reaches, so that no other is drawn again. */
  const washOf = (segment: number): RangeMs | null => {
    const t0Ms = table.t0Ms[segment] ?? 0;
    const isReached = wash !== null && t0Ms < wash.t1Ms && (table.t1Ms[segment] ?? 0) > wash.t0Ms;
    return isReached ? wash : null;
  };
  const bleeps = useBleeps(table, props.bleeps);
  const lit = new Set(current.split(",").filter(Boolean).map(Number));

  const openFor = useCallback(
    (segment: number, chosen: { first: number; last: number } | null) => {
      const page = words.page(segment);
      const { table: now } = words.get();
      if (page === null) return;
      returnTo.current = now.t0Ms[segment] ?? 0;
      setTarget({
        segment,
        no: now.no[segment] ?? 0,
        t0Ms: now.t0Ms[segment] ?? 0,
        page,
        speakerId: now.lanes[now.lane[segment] ?? 0]?.id ?? "",
        words: chosen,
      });
    },
    [words, returnTo],
  );
  const onMore = useCallback((segment: number) => openFor(segment, null), [openFor]);
  const correct = ({ first, last }: Selected) =>
    openFor(first.segment, { first: first.word, last: last.word });
  const canEdit = props.editAction !== null;
  useKeyAction(
    "correct",
    () => {
      const segment = focus.inside() ?? [...lit][0];
      if (segment !== undefined) onMore(segment);
    },
    canEdit,
  );
  const offered = props.selectionActions.map((action) => ({
    ...action,
    run: (of: Selected) => action.run(selectedWords(table, words.page, of)),
  }));
  const correcting = {
    id: "correct",
    icon: Pencil,
    label: t("selection.correct"),
    opens: "dialog" as const,
    isOfOne: true,
    run: correct,
  };
  useEffect(() => {
    if (canEdit) loadCorrect().catch(() => undefined);
  }, [canEdit]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the links inside, which one stop of the Tab key stands for
    <div ref={box} onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
      <SegmentList
        key={isWhole ? "whole" : "slice"}
        ref={list}
        words={words}
        language={props.transcript.language}
        isVirtual={isWhole && isVirtual(table.count)}
        anchor={anchor}
        onDrawn={focus.keepStop}
        row={(segment) => {
          const lane = table.lanes[table.lane[segment] ?? 0];
          const t0Ms = table.t0Ms[segment] ?? 0;
          const line = (
            <SegmentRow
              key={segment}
              t={t}
              segment={segment}
              page={words.page(segment)}
              t0Ms={t0Ms}
              chars={table.chars[segment] ?? 0}
              name={names[table.lane[segment] ?? 0] ?? ""}
              names={names}
              readable={readable}
              side={lane?.side ?? null}
              language={props.transcript.language}
              hrefAt={stableHref}
              isCurrent={lit.has(segment)}
              isScripted={isScripted}
              hasSound={hasSound}
              marks={marks(segment)}
              wash={washOf(segment)}
              bleeps={bleeps?.get(segment)}
              onMore={canEdit ? onMore : undefined}
            />
          );
          return props.interruptions.length === 0 ? line : withInterruptions(segment, line);
        }}
      />
      {isScripted ? (
        <Suspense>
          <SelectionBar
            words={words}
            list={list}
            actions={canEdit ? [...offered, correcting] : offered}
            onWash={setSelected}
          />
        </Suspense>
      ) : null}
      {props.editAction === null || target === null ? null : (
        <Suspense>
          <CorrectDialog
            key={`${target.no} ${target.words?.first ?? ""}`}
            target={target}
            number={props.transcript.number}
            action={props.editAction}
            speakers={props.speakers}
            canAddTerm={props.canAddTerm}
            onClose={() => setTarget(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Where the reader's first line stood when the server's slice gives way to the whole transcript. */
function useAnchor(box: RefObject<HTMLElement>, words: TranscriptWords, first: number) {
  const [anchor, setAnchor] = useState<{ segment: number; top: number } | null>(null);
  const isDone = useRef(words.get().isWhole);
  useEffect(
    () =>
      words.subscribe(() => {
        if (isDone.current || !words.get().isWhole || box.current === null) return;
        // The words have come and the old list is still on the page: the moment to look.
        isDone.current = true;
        const seen = anchorOf(box.current);
        if (seen !== null) setAnchor({ segment: seen.segment + first, top: seen.top });
      }),
    [words, box, first],
  );
  return anchor;
}

/** Masks by the segment that they reach and whose speaker they are of. */
function useBleeps(
  table: SegmentTable,
  masks: readonly CutMask[] | undefined,
): ReadonlyMap<number, readonly CutMask[]> | undefined {
  return useMemo(() => {
    if (masks === undefined || masks.length === 0) return undefined;
    const found = new Map<number, CutMask[]>();
    for (let segment = 0; segment < table.count; segment += 1) {
      const id = table.lanes[table.lane[segment] ?? 0]?.id ?? "";
      const [t0Ms, t1Ms] = [table.t0Ms[segment] ?? 0, table.t1Ms[segment] ?? 0];
      const own = masks.filter(
        (mask) =>
          mask.t0Ms < t1Ms &&
          mask.t1Ms > t0Ms &&
          (mask.participantId === null || mask.participantId === id),
      );
      if (own.length > 0) found.set(segment, own);
    }
    return found;
  }, [table, masks]);
}
