import type { QualityClass, RangeMs } from "../views.ts";
import type { LexiconChange } from "../words/lexicon.ts";
import type { SpokenWord } from "../words/spoken.ts";

/**
 * The rule set that numbers are made with; rows of older ones stay beside the new. `metrics@2`: questions are heard
 * without punctuation, inside a longer unit and with more subjects; everything else is as in `metrics@1`. `metrics@3`:
 * the same numbers, with what analytics count besides: open questions, difference in speed, how many waits, and why a
 * number is not there. `metrics@4`: the same numbers; the rows of people have these, too, and numbers hold no range, which is
 * looked at when they are shown. `metrics@5`: without marks a question with its verb first counts only where a thought may
 * begin; a pause inside a unit is such a place.
 */
export const METRICS_CONFIG = "metrics@5";
/** Newest first: what a screen shows where the newest has not been computed yet. */
export const METRICS_CONFIGS = [
  METRICS_CONFIG,
  "metrics@4",
  "metrics@3",
  "metrics@2",
  "metrics@1",
] as const;
/** One 10 ms frame of a voice: Hz, and how sure the tracker is that it is voiced (0–1). */
export type PitchFrame = { hz: number; confidence: number };

export type MetricsInput = {
  words: readonly SpokenWord[];
  /** Length of the call, hold and pause included. */
  durationMs: number;
  /** Hold and pause on the call clock, removed from every metric; mute is not among them. */
  excluded: readonly RangeMs[];
  quality: QualityClass;
  language: string;
  /** False: no metric that needs sides is given. */
  sidesKnown: boolean;
  /** False for engines that drop "um" (speech §10): fillers are "not supported", never 0. */
  fillersSupported: boolean;
  /** Share of words whose times are spread inside a segment (speech §2), 0–1. */
  spreadShare: number;
  /** True: turns have no times of their own, so nothing that is measured in time is given. */
  areTimesMadeUp?: boolean;
  lexicon?: readonly LexiconChange[];
  /** Hits of the objection tracker on the call clock; left out where there is no such tracker. */
  objections?: readonly RangeMs[];
  /** Frames of a speaker's track, where pitch is measured. */
  pitch?: Readonly<Record<string, readonly PitchFrame[]>>;
  /** Speakers who are several people on one lane: nothing is given of each of them. */
  groups?: readonly string[];
  /** Presets that are off by default (product §14.3 row 20). */
  presets?: readonly "rally"[];
};
