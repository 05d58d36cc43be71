import { useCallback } from "react";
import type { SharedRecording } from "#app/core/pages/shared-views.ts";
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

/** The words of what is shared. */
export function SharedWords({ view, workspace, start, query }: Props) {
  const namesOf = useVoiceNames(workspace);
  const hrefAt = useCallback((ms: number) => `?${query}t=${Math.floor(ms / 1_000)}`, [query]);
  return (
    <CutWords
      {...{ start, namesOf, hrefAt }}
      url={view.wordsUrl}
      language={view.language ?? "en"}
      hasSound={view.audioUrl !== null}
      isAboveTransport
    />
  );
}
