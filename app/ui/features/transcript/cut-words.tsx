import { useMemo, useRef } from "react";
import type { Side } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { SegmentList, type SegmentListHandle } from "./segment-list.tsx";
import { SegmentRow } from "./segment-row.tsx";
import { isVirtual, type TranscriptStart } from "./transcript-words.ts";
import { useFollow } from "./use-follow.ts";
import { useReadable } from "./use-readable.ts";
import { useCurrentSegments, useTranscriptWords, useWordsState } from "./use-words.ts";

type Props = {
  start: TranscriptStart;
  /** Where its index and its pages are: `{url}/index`, `{url}/0`. */
  url: string;
  language: string;
  hasSound: boolean;
  /** What each voice is called; the same function as long as the words are shown. */
  namesOf: (lanes: readonly { name: string; side: Side | null }[]) => string[];
  /** Where a moment leads without script; the same function as long as the words stand. */
  hrefAt: (ms: number) => string;
  /** What is said where there are no words. */
  silent?: string;
  /** How far above the lower edge the way back to what is heard stands. */
  isAboveTransport?: boolean;
};

/** The words of what was cut from a call, on its own clock, each leading to where it is said: read, never changed. */
export function CutWords({
  start,
  url,
  language,
  hasSound,
  namesOf,
  hrefAt,
  silent,
  isAboveTransport = false,
}: Props) {
  const { t } = useTranslation("transcript");
  const words = useTranscriptWords(start, {
    index: `${url}/index`,
    page: (number) => `${url}/${number}`,
  });
  const list = useRef<SegmentListHandle>(null);
  const current = useCurrentSegments(words);
  const follow = useFollow(list, current);
  const readable = useReadable();
  const isScripted = useHydrated();
  const table = useWordsState(words, (state) => state.table);
  const isWhole = useWordsState(words, (state) => state.isWhole);
  useWordsState(words, (state) => state.pagesHere);
  const hasFailed = useWordsState(words, (state) => state.hasFailed);
  const names = useMemo(() => namesOf(table.lanes), [table, namesOf]);
  const lit = new Set(current.split(",").filter(Boolean).map(Number));
  return (
    <section aria-label={t("title")} className="-mx-2.5 max-w-[760px]">
      {hasFailed ? (
        <p role="alert" className="flex items-center gap-2 px-2.5 py-2 text-sm text-danger">
          {t("loadFailed")}
          <Button size="small" onClick={() => words.load()}>
            {t("loadAgain")}
          </Button>
        </p>
      ) : null}
      {table.count === 0 && silent !== undefined ? (
        <p className="px-2.5 text-sm text-ink-muted">{silent}</p>
      ) : null}
      <SegmentList
        key={isWhole ? "whole" : "slice"}
        ref={list}
        words={words}
        language={language}
        isVirtual={isWhole && isVirtual(table.count)}
        anchor={null}
        onDrawn={noop}
        row={(segment) => (
          <SegmentRow
            key={segment}
            t={t}
            segment={segment}
            page={words.page(segment)}
            t0Ms={table.t0Ms[segment] ?? 0}
            chars={table.chars[segment] ?? 0}
            name={names[table.lane[segment] ?? 0] ?? ""}
            names={names}
            readable={readable}
            side={table.lanes[table.lane[segment] ?? 0]?.side ?? null}
            language={language}
            hrefAt={hrefAt}
            isCurrent={lit.has(segment)}
            isScripted={false}
            hasSound={hasSound}
            marks={undefined}
            wash={null}
            bleeps={undefined}
            onMore={undefined}
          />
        )}
      />
      {isScripted && !follow.isFollowing ? (
        <p
          className={`sticky z-20 mt-2 text-center ${isAboveTransport ? "bottom-20" : "bottom-5"}`}
        >
          <Button onClick={follow.resume}>{t("resume")}</Button>
        </p>
      ) : null}
    </section>
  );
}

const noop = (): void => undefined;
