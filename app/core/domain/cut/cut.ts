import * as z from "zod";
import type { WireIndex, WirePage } from "../transcript/wire.ts";

/** Of one cut (product §6). */
export const MOST_RANGES = 20;

/** In the order in which they are heard, ms of the call. */
export const cutRanges = z
  .array(z.object({ t0Ms: z.int().min(0), t1Ms: z.int().positive() }))
  .min(1)
  .max(MOST_RANGES);

/** Words that are not heard: whose voice is silent under a tone, and when, ms of the call. */
export const cutMasks = z
  .array(
    z.object({
      /** Null: everybody's, and the words of nobody in particular. */
      participantId: z.uuid().nullable(),
      t0Ms: z.int().min(0),
      t1Ms: z.int().positive(),
    }),
  )
  .max(200);
export type CutMask = z.output<typeof cutMasks>[number];

/** Whose voices have waveforms, by the number of the waveform. `name` is empty for the one lane of everybody. */
export const cutLanes = z.array(
  z.object({ name: z.string(), side: z.enum(["R", "C"]).nullable() }),
);
export type CutLane = z.output<typeof cutLanes>[number];

/** The pieces that the files and words of a cut were made of, and as which revision; null before there are any. */
export const cutMade = z.object({ revision: z.int(), ranges: cutRanges }).nullable();

/** How long what plays of a cut is: of the pieces it was made of, until those that were saved last are made. */
export function playedMs({ made, durationMs }: { made: unknown; durationMs: number }): number {
  const before = cutMade.parse(made);
  if (before === null) return durationMs;
  return before.ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
}

/** Words of a cut on its own clock, in the wire of data §2.3; its lanes are numbered, never named by an id. */
export type CutWords = { index: WireIndex; pages: WirePage[] };
