import type { Coverage } from "../words/coverage.ts";
import type { Word } from "../words/words.ts";

export type Timing = "engine" | "aligned" | "spread";

/** A stretch said by one person; `speaker` is a position in the document's speakers, null when unknown. */
export type SpokenSegment = {
  speaker: number | null;
  t0Ms: number;
  t1Ms: number;
  text: string;
  words: Word[];
  timing: Timing;
};

/** A transcript as files carry it, in and out: no ids, times in ms from the start of the call, in time order. */
export type TranscriptDocument = {
  title: string | null;
  language: string | null;
  /** ISO 8601 UTC. */
  startedAt: string | null;
  /** Where its times do not come from a recording: between few that were given, or made up from the length of the text. */
  times?: "between" | "made_up" | null;
  /** How much of what is said has words; of our own recordings alone. */
  coverage?: Coverage | null;
  speakers: { name: string; side: "R" | "C" | null }[];
  segments: SpokenSegment[];
};
