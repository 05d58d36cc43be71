import type { RangeMs } from "../views.ts";

/** A stretch of a call of which something is missing on purpose or by accident, on the call clock. */
export type MarkView = RangeMs & {
  /** `gap`: should have been recorded and was not · `pause`: the recording was paused · `hold`: somebody held the call. */
  kind: "gap" | "pause" | "hold";
  /** Why there is a gap, one of GAP_CAUSES unless an older version wrote it; null for the other kinds. */
  cause: string | null;
  /** Whose sound is missing or who held; null: everybody's. */
  name: string | null;
  /** The copy that fills the gap, so that nothing is missing any more; null: it stays silent. */
  filledFrom: string | null;
};

/** What screens have words for; as `GapCause` of the recorder's journal. */
const GAP_CAUSES = [
  ...(["link", "server", "lost", "recorder", "encoder", "unsubscribed"] as const),
  // Of a browser that records by itself.
  ...(["device", "sleep", "closed", "source", "full", "elsewhere"] as const),
] as const;
export const isGapCause = (cause: string | null): cause is (typeof GAP_CAUSES)[number] =>
  GAP_CAUSES.some((known) => known === cause);

/** Below this nobody hears that something is missing, and "0.0 s" would be said of it. */
const LEAST_MS = 100;

/** Marks by time, without those nobody notices; one person's that touch, such as of microphone and screen, are one. */
export function joinMarks(marks: readonly MarkView[]): MarkView[] {
  const joined: MarkView[] = [];
  for (const mark of marks.toSorted((a, b) => a.t0Ms - b.t0Ms || a.t1Ms - b.t1Ms)) {
    const same = joined.findLast((one) => isSame(one, mark) && one.t1Ms >= mark.t0Ms);
    if (same) same.t1Ms = Math.max(same.t1Ms, mark.t1Ms);
    else joined.push({ ...mark });
  }
  return joined.filter(({ t0Ms, t1Ms }) => t1Ms - t0Ms >= LEAST_MS);
}

const isSame = (a: MarkView, b: MarkView): boolean =>
  a.kind === b.kind &&
  a.name === b.name &&
  a.cause === b.cause &&
  (a.filledFrom === null) === (b.filledFrom === null);
