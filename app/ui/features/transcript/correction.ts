import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Side } from "#app/core/domain/views.ts";
import type { WordPage } from "#app/core/domain/transcript/wire-decode.ts";

export type SpeakerChoice = { id: string; name: string; side: Side | null };
/** What is corrected: a segment, with words chosen already when they were selected in the text. */
export type CorrectTarget = {
  segment: number;
  /** Number of the segment in the transcript version, for the server. */
  no: number;
  t0Ms: number;
  page: WordPage;
  speakerId: string;
  /** First and last word, as positions in the segment. */
  words: { first: number; last: number } | null;
};
/** A fetcher that says when its form was accepted: idle again, and no refusal in the answer. */
export function useCorrection(onDone: () => void) {
  const fetcher = useFetcher<SubmissionResult>();
  const wasBusy = useRef(false);
  useEffect(() => {
    if (fetcher.state !== "idle") wasBusy.current = true;
    else if (wasBusy.current) {
      wasBusy.current = false;
      if (fetcher.data?.status !== "error") onDone();
    }
  }, [fetcher.state, fetcher.data, onDone]);
  return fetcher;
}
