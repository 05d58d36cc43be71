import { useMemo, useRef, type MutableRefObject } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Explained } from "#app/ui/components/primitive/explained.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { useHasSound, usePlayer } from "#app/ui/features/player/player-context.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { speakerName } from "#app/ui/features/player/speaker.ts";
import type { SpeakerChoice } from "./correction.ts";
import { FindBar } from "./find-bar.tsx";
import type { SegmentListHandle } from "./segment-list.tsx";
import { Segments } from "./segments.tsx";
import type { SelectionAction } from "./selected-words.ts";
import { sentenceBeside } from "./sentences.ts";
import type { TranscriptStart, TranscriptUrls, TranscriptWords } from "./transcript-words.ts";
import { useFind } from "./use-find.ts";
import { useFollow } from "./use-follow.ts";
import { useCurrentSegments, useTranscriptWords, useWordsState } from "./use-words.ts";
import { versionName } from "./version-name.ts";
import { Versions } from "./versions.tsx";

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
  /** Gaps, pauses and holds, by time: drawn among the words. */
  interruptions: readonly MarkView[];
  /** What is chosen beside the words, as by a comment on it: washed, as long as it is the same object. */
  wash: RangeMs | null;
  /** Words that a cut of the call does not have: struck through, as long as it is the same array. */
  bleeps?: readonly CutMask[];
  /** Where the reader was before a correction, in ms: the next version of the words gives the focus back to it. */
  returnTo: MutableRefObject<number | null>;
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
  const hasSound = useHasSound();
  const playFrom = usePlayFrom();
  const { t: common } = useTranslation("common");
  const { table } = words.get();
  const names = useMemo(
    () => table.lanes.map((entry) => speakerName(common, entry.name)),
    [table, common],
  );
  const goToHit = (step: 1 | -1, isPlayed: boolean) => {
    const hit = find.go(step);
    if (hit === null) return;
    follow.pause();
    list.current?.reveal(hit.segment, "hidden");
    const ms = words.page(hit.segment)?.startMs[hit.firstWord] ?? table.t0Ms[hit.segment];
    if (isPlayed && ms !== undefined) playFrom(ms);
  };
  const focusFind = () => {
    findInput.current?.focus({ preventScroll: true });
    findInput.current?.select();
  };
  useTranscriptKeys(words, { onFind: focusFind, onHit: (step) => goToHit(step, false) });
  const hasFailed = useWordsState(words, (state) => state.hasFailed);
  const at = find.hits[find.at]?.segment;
  const isFinding = find.query.trim() !== "";
  return (
    <section aria-labelledby="transcript-title">
      <div
        data-sticks="words"
        className={`top-(--player-cover,0px) z-10 mb-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 bg-surface py-1 focus-within:sticky desk:px-2.5 ${isFinding ? "sticky" : ""}`}
      >
        <h2 id="transcript-title" className="text-base font-strong max-desk:sr-only">
          {t("title")}
        </h2>
        <span
          className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 ${isFinding ? "max-desk:hidden" : ""}`}
        >
          <VersionNote transcript={transcript} />
          {transcript.versions.length > 1 ? (
            <span className="contents noscript:hidden">
              <Versions
                transcript={transcript}
                action={props.editAction ?? ""}
                canEdit={props.editAction !== null}
              />
            </span>
          ) : null}
        </span>
        <span className="grow max-desk:hidden" />
        <FindBar
          ref={findInput}
          find={find}
          hasSides={(["R", "C"] as const).every((side) =>
            table.lanes.some((lane) => lane.side === side),
          )}
          hit={
            at === undefined
              ? null
              : {
                  name: names[table.lane[at] ?? 0] ?? "",
                  time: formatDuration(table.t0Ms[at] ?? 0),
                }
          }
          onGo={goToHit}
        />
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
      <Segments
        {...props}
        words={words}
        list={list}
        names={names}
        current={current}
        marks={find.marks}
        onWalk={follow.pause}
      />
      {follow.isFollowing || !hasSound ? null : <ResumeFollowing onResume={follow.resume} />}
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
      {transcript.isBasic ? (
        <Explained text={t("basicMeans")}>
          <Tag tone="plain">{t("basic")}</Tag>
        </Explained>
      ) : null}
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
