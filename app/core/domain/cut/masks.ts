import type { RangeMs } from "../views.ts";
import type { CutMask } from "./cut.ts";

/** Stands for each masked word. */
export const MASKED = "■";
/** Words touch: so much of one lies under its neighbour's mask without being meant. */
const TOUCH_MS = 20;
/** A voice is silent a little longer than its word: times of words are not exact. */
export const AROUND_MS = 80;

/**
 * Masks as the sound can have them: of somebody whose voice is no track of its own, everybody is silent.
 * @param tracks that are heard
 */
export function asHeard(
  masks: readonly CutMask[],
  tracks: readonly { participantId: string | null }[],
): CutMask[] {
  const apart = new Set(tracks.map(({ participantId }) => participantId));
  return masks.map((mask) =>
    mask.participantId !== null && apart.has(mask.participantId)
      ? mask
      : { ...mask, participantId: null },
  );
}

/** Whether a word of somebody lies under a mask. */
export const isMasked = (
  { startMs, endMs }: { startMs: number; endMs: number },
  participantId: string | null,
  masks: readonly CutMask[],
): boolean =>
  masks.some((mask) => {
    const isTheirs = mask.participantId === null || mask.participantId === participantId;
    const under = Math.min(endMs, mask.t1Ms) - Math.max(startMs, mask.t0Ms);
    return isTheirs && under > Math.min(TOUCH_MS, (endMs - startMs) / 2);
  });

/** When somebody's voice is silent in these ranges, on the clock of the cut. */
export function silencesOf(
  participantId: string | null,
  masks: readonly CutMask[],
  ranges: readonly RangeMs[],
): RangeMs[] {
  let before = 0;
  return ranges.flatMap(({ t0Ms, t1Ms }) => {
    const shiftMs = before - t0Ms;
    before += t1Ms - t0Ms;
    return masks
      .filter((mask) => mask.participantId === null || mask.participantId === participantId)
      .map((mask) => ({
        t0Ms: Math.max(t0Ms, mask.t0Ms - AROUND_MS),
        t1Ms: Math.min(t1Ms, mask.t1Ms + AROUND_MS),
      }))
      .filter((silence) => silence.t1Ms > silence.t0Ms)
      .map((silence) => ({ t0Ms: silence.t0Ms + shiftMs, t1Ms: silence.t1Ms + shiftMs }));
  });
}
