import { useCallback } from "react";
import type { SharedRecording } from "#app/core/pages/shared-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CutWords } from "#app/ui/features/transcript/cut-words.tsx";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";
import { useVoiceNames } from "./use-voice-names.ts";

type Props = {
  view: SharedRecording;
  workspace: string;
  start: TranscriptStart;
  /** What the address names besides the moment; "" where the page shows one recording. */
  query: string;
};

/** Where the words are on the page. */
export const WORDS_ID = "words";

/** The words of what is shared; where they are many and no script runs, a part of them and the ways to the others. */
export function SharedWords({ view, workspace, start, query }: Props) {
  const namesOf = useVoiceNames(workspace);
  const hrefAt = useCallback((ms: number) => `?${query}t=${Math.floor(ms / 1_000)}`, [query]);
  return (
    <>
      <Onward page={view.moreWords.before} query={query} text="page.wordsBefore" />
      <CutWords
        {...{ start, namesOf, hrefAt }}
        url={view.wordsUrl}
        language={view.language ?? "en"}
        hasSound={view.audioUrl !== null}
        isAboveTransport
      />
      <Onward page={view.moreWords.after} query={query} text="page.wordsAfter" />
    </>
  );
}

type OnwardProps = {
  page: number | null;
  query: string;
  text: "page.wordsBefore" | "page.wordsAfter";
};

function Onward({ page, query, text }: OnwardProps) {
  const { t } = useTranslation("shared");
  if (page === null) return null;
  return (
    <noscript>
      <p className="py-2">
        <a
          href={`?${query}page=${page}#${WORDS_ID}`}
          className="inline-block min-h-6 leading-6 text-link underline underline-offset-3"
        >
          {t(text)}
        </a>
      </p>
    </noscript>
  );
}
