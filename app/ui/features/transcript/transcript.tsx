import { Pencil } from "lucide-react";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import { wordsOf } from "#app/core/domain/transcript/wire-decode.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { speakerName } from "#app/ui/features/player/speaker.ts";
import type { CorrectTarget, SpeakerChoice } from "./correction.ts";
import { FindBar } from "./find-bar.tsx";
import { wordsInChars } from "./pieces.ts";
import { anchorOf, SegmentList, type SegmentListHandle } from "./segment-list.tsx";
import { SegmentRow } from "./segment-row.tsx";
import { selectedWords, type SelectionAction } from "./selected-words.ts";
import { SelectionBar, type Selected } from "./selection-bar.tsx";
import { sentenceBeside } from "./sentences.ts";
import {
  isVirtual,
  type TranscriptStart,
  type TranscriptUrls,
  type TranscriptWords,
} from "./transcript-words.ts";
import { useFind } from "./use-find.ts";
import { useFollow } from "./use-follow.ts";
import { useCurrentSegments, useTranscriptWords, useWordsState } from "./use-words.ts";
import { Versions, versionName } from "./versions.tsx";

/** Forms and their rules are a sixth of the page's script, and most readers never correct: they come after it. */
const loadCorrect = () => import("./correct.tsx");
const CorrectDialog = lazy(async () => ({ default: (await loadCorrect()).CorrectDialog }));

export type TranscriptProps = {
  transcript: TranscriptView;
  start: TranscriptStart;
  urls: TranscriptUrls;
  /** The page's own address at a time of the call: a real link for every segment. */
  hrefAt: (ms: number) => string;
  /** What the page offers for selected words; correcting them follows. */
  selectionActions: readonly SelectionAction[];
  /** Where corrections are posted; null where nobody may correct (shares, embeds, no permission). */
  editAction: string | null;
  canAddTerm: boolean;
  speakers: readonly SpeakerChoice[];
};

/** The words of a call. Stands in `PlayerProvider` and `KeyActions`; give it `key={transcript.number}`. */
export function Transcript(props: TranscriptProps) {
  const { transcript } = props;
  const { t } = useTranslation("transcript");
  const words = useTranscriptWords(props.start, props.urls);
  const list = useRef<SegmentListHandle>(null);
  const current = useCurrentSegments(words);
  const follow = useFollow(list, current);
  const find = useFind(words);
  const findInput = useRef<HTMLInputElement>(null);
  const goToHit = (step: 1 | -1) => {
    const hit = find.go(step);
    if (hit === null) return;
    follow.pause();
    list.current?.reveal(hit.segment, "hidden");
  };
  useTranscriptKeys(words, { onFind: () => findInput.current?.select(), onHit: goToHit });
  const hasFailed = useWordsState(words, (state) => state.hasFailed);
  return (
    <section aria-labelledby="transcript-title">
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 px-2.5">
        <h2 id="transcript-title" className="text-base font-strong">
          {t("title")}
        </h2>
        <VersionNote transcript={transcript} />
        {transcript.versions.length > 1 ? (
          <Versions
            transcript={transcript}
            action={props.editAction ?? ""}
            canEdit={props.editAction !== null}
          />
        ) : null}
        <span className="grow" />
        <FindBar ref={findInput} find={find} onGo={goToHit} />
      </div>
      {transcript.notice === null ? null : (
        <p className="mb-1.5 px-2.5 text-xs text-warn">
          {t(`notice.${transcript.notice}`, t("notice.other"))}
        </p>
      )}
      {hasFailed ? (
        <p role="alert" className="mb-1.5 flex items-center gap-3 px-2.5 text-sm text-danger">
          {t("loadFailed")}
          <Button size="small" onClick={() => words.load()}>
            {t("loadAgain")}
          </Button>
        </p>
      ) : null}
      <Segments {...props} words={words} list={list} current={current} marks={find.marks} />
      {follow.isFollowing ? null : <ResumeFollowing onResume={follow.resume} />}
    </section>
  );
}

/** "Version 2, edited by Mari", with what must be known about the engine. */
function VersionNote({ transcript }: { transcript: TranscriptView }) {
  const { t } = useTranslation("transcript");
  const by =
    transcript.versions.find((version) => version.number === transcript.number)?.by ?? null;
  return (
    <>
      <span className="text-xs text-ink-muted">{versionName(t, { ...transcript, by })}</span>
      {transcript.isBasic ? <Tag tone="plain">{t("basic")}</Tag> : null}
      {transcript.isImported && transcript.origin !== "import" ? (
        <Tag tone="plain">{t("imported")}</Tag>
      ) : null}
    </>
  );
}

function ResumeFollowing({ onResume }: { onResume: () => void }) {
  const { t } = useTranslation("transcript");
  return (
    <div className="pointer-events-none sticky bottom-24 z-20 flex justify-center desk:bottom-5">
      <span className="pointer-events-auto rounded-control shadow-float">
        <Button onClick={onResume}>{t("resume")}</Button>
      </span>
    </div>
  );
}

function useTranscriptKeys(
  words: TranscriptWords,
  on: { onFind: () => void; onHit: (step: 1 | -1) => void },
) {
  const store = usePlayer();
  const sentence = (direction: 1 | -1) => {
    const ms = sentenceBeside(words.get().table, words.page, store.positionMs(), direction);
    if (ms !== null) store.seek(ms);
  };
  useKeyAction("nextSentence", () => sentence(1));
  useKeyAction("previousSentence", () => sentence(-1));
  useKeyAction("find", on.onFind);
  useKeyAction("nextHit", () => on.onHit(1));
  useKeyAction("previousHit", () => on.onHit(-1));
}

type SegmentsProps = TranscriptProps & {
  words: TranscriptWords;
  list: RefObject<SegmentListHandle>;
  current: string;
  marks: ReturnType<typeof useFind>["marks"];
};

function Segments({ words, list, current, marks, hrefAt, ...props }: SegmentsProps) {
  const { t: common } = useTranslation("common");
  const { t } = useTranslation("transcript");
  const box = useRef<HTMLDivElement>(null);
  const table = useWordsState(words, (state) => state.table);
  const isWhole = useWordsState(words, (state) => state.isWhole);
  useWordsState(words, (state) => state.pagesHere);
  const [target, setTarget] = useState<CorrectTarget | null>(null);
  const anchor = useAnchor(box, words, props.start.first);
  const names = useMemo(
    () => table.lanes.map((entry) => speakerName(common, entry.name)),
    [table, common],
  );
  // Rows are drawn again only for news of their own; a new function of the same address is none.
  const latestHref = useRef(hrefAt);
  latestHref.current = hrefAt;
  const stableHref = useCallback((ms: number) => latestHref.current(ms), []);
  const lit = new Set(current.split(",").filter(Boolean).map(Number));

  const openFor = useCallback(
    (segment: number, chosen: { first: number; last: number } | null) => {
      const page = words.page(segment);
      const { table: now } = words.get();
      if (page === null) return;
      const [firstOf] = wordsOf(page, segment);
      setTarget({
        segment,
        no: now.no[segment] ?? 0,
        t0Ms: now.t0Ms[segment] ?? 0,
        page,
        speakerId: now.lanes[now.lane[segment] ?? 0]?.id ?? "",
        words:
          chosen === null ? null : { first: chosen.first - firstOf, last: chosen.last - firstOf },
      });
    },
    [words],
  );
  const onMore = useCallback((segment: number) => openFor(segment, null), [openFor]);
  const correct = ({ segment, from, to }: Selected) => {
    const page = words.page(segment);
    openFor(segment, page === null ? null : wordsInChars(page, segment, from, to));
  };
  const canEdit = props.editAction !== null;
  const offered = props.selectionActions.map((action) => ({
    ...action,
    run: (selected: Selected) =>
      action.run(selectedWords(table, words.page(selected.segment), selected)),
  }));
  const correcting = { id: "correct", icon: Pencil, label: t("selection.correct"), run: correct };
  useEffect(() => {
    if (canEdit) loadCorrect().catch(() => undefined);
  }, [canEdit]);
  return (
    <div ref={box}>
      <SegmentList
        key={isWhole ? "whole" : "slice"}
        ref={list}
        words={words}
        language={props.transcript.language}
        isVirtual={isWhole && isVirtual(table.count)}
        anchor={anchor}
        row={(segment) => {
          const lane = table.lanes[table.lane[segment] ?? 0];
          const t0Ms = table.t0Ms[segment] ?? 0;
          return (
            <SegmentRow
              key={segment}
              t={t}
              segment={segment}
              page={words.page(segment)}
              t0Ms={t0Ms}
              chars={table.chars[segment] ?? 0}
              name={names[table.lane[segment] ?? 0] ?? ""}
              names={names}
              side={lane?.side ?? null}
              language={props.transcript.language}
              hrefAt={stableHref}
              isCurrent={lit.has(segment)}
              marks={marks(segment)}
              onMore={canEdit ? onMore : undefined}
            />
          );
        }}
      />
      <SelectionBar actions={canEdit ? [...offered, correcting] : offered} />
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
