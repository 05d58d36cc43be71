import type { RecordedGap } from "#media/recorder/journal-facts.ts";
import type { Source } from "#media/recorder/journal.ts";

/** Shorter than this nobody misses. */
const SHORTEST_MS = 100;
/** Who comes back later than this had gone on purpose. */
const LONGEST_MS = 5_000;

export type LanePart = { id: string; source: Source; startMs: number; endMs: number };

/**
 * Where one tab of a person took the call over from another, and some of what they said was between the two.
 * @param parts of one lane, from whichever tabs
 */
export function takeOverGaps(parts: readonly LanePart[]): RecordedGap[] {
  const gaps: RecordedGap[] = [];
  let last: LanePart | null = null;
  for (const one of parts.toSorted((a, b) => a.startMs - b.startMs)) {
    const missingMs = last === null ? 0 : one.startMs - last.endMs;
    if (last !== null && last.id !== one.id && missingMs >= SHORTEST_MS && missingMs <= LONGEST_MS)
      gaps.push({
        ...{ id: one.id, source: one.source, fromMs: last.endMs, toMs: one.startMs, cause: "link" },
      });
    if (last === null || one.endMs > last.endMs) last = one;
  }
  return gaps;
}
