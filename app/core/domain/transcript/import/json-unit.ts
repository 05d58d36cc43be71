import type { Unit } from "./import-result.ts";

/** One row as the unit is found from: bare numbers of a turn or a word, with how many letters it has. */
export type Bare = { start: number; end: number; letters: number };

const SECONDS_IN_CALL = 6 * 60 * 60;
/** Fast speech has 25 letters a second; a file of ms never has more for long. */
const MOST_CHARS_A_SECOND = 30;

/**
 * Seconds or ms. Fractions are seconds, and numbers beyond a call's length ms. Of others ms are meant where, read so,
 * people speak as fast as people do: read as seconds each letter would take minutes. Sparse talk stays in seconds.
 * @returns null where there are no bare numbers
 */
export function unitOf(rows: readonly Bare[], mostChars = MOST_CHARS_A_SECOND): Unit | null {
  if (rows.length === 0) return null;
  if (rows.some(({ start, end }) => !Number.isInteger(start) || !Number.isInteger(end))) return "s";
  if (rows.some(({ end }) => end > SECONDS_IN_CALL)) return "ms";
  const spoken = rows
    .map((row, n) => ({ ...row, end: row.end > row.start ? row.end : (rows[n + 1]?.start ?? 0) }))
    .filter(({ start, end, letters }) => end > start && letters > 0);
  const rates = spoken
    .map(({ start, end, letters }) => (letters * 1_000) / (end - start))
    .toSorted((a, b) => a - b);
  const median = rates[Math.floor(rates.length / 2)];
  return median !== undefined && median <= mostChars ? "ms" : "s";
}
