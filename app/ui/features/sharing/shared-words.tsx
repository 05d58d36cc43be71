import { useCallback } from "react";
import type { SharedRecording } from "#app/core/pages/shared-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CutWords } from "#app/ui/features/transcript/cut-words.tsx";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";

type Props = {
  view: SharedRecording;
  start: TranscriptStart;
  /** What the address names besides the moment; "" where the page shows one recording. */
  query: string;
};

/** The words of what is shared; voices that are not named are numbered. */
export function SharedWords({ view, start, query }: Props) {
  const { t } = useTranslation("shared");
  const { t: common } = useTranslation("common");
  const nameOf = useCallback(
    (name: string, lane: number, lanes: number) => {
      if (name !== "") return name;
      return lanes === 1 ? common("side.everybody") : t("page.voice", { n: lane + 1 });
    },
    [t, common],
  );
  const hrefAt = useCallback((ms: number) => `?${query}t=${Math.floor(ms / 1_000)}`, [query]);
  return (
    <CutWords
      {...{ start, nameOf, hrefAt }}
      url={view.wordsUrl}
      language={view.language ?? "en"}
      hasSound={view.audioUrl !== null}
      isAboveTransport
    />
  );
}
