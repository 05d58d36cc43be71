import { type Cue, IMPORT_LIMITS, type ImportFault } from "./import-result.ts";

/** Start and end of a cue that begins on a line, both as the file writes them; `to` undefined where it has no end. */
export type Range = { from: string; to: string | undefined; line: number; text: string };
type Read = (text: string) => number | null;

/**
 * The times of a cue. Those that cannot be read, or end before they begin, are null and a fault: the words are kept and
 * placed between their neighbours.
 */
export function rangeOf(
  { from, to, line, text }: Range,
  read: Read,
  faults: ImportFault[],
): Pick<Cue, "startMs" | "endMs"> {
  const startMs = read(from);
  const endMs = to === undefined ? null : read(to);
  if (startMs === null || (to !== undefined && endMs === null)) {
    faults.push({ code: "transcript_time", at: { line }, text });
    return { startMs, endMs: startMs === null ? null : endMs };
  }
  if (endMs !== null && endMs - startMs > IMPORT_LIMITS.lengthMs) {
    faults.push({ code: "transcript_time", at: { line }, text });
    return { startMs, endMs: null };
  }
  // A clock may pass midnight within a cue.
  if (endMs !== null && endMs < startMs && startMs - endMs < 9 * 3_600_000) {
    faults.push({ code: "transcript_reversed", at: { line }, text });
    return { startMs, endMs: null };
  }
  return { startMs, endMs };
}
