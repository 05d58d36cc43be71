import type { Cue } from "./import-result.ts";

/** Of captions that roll, this share at least has two lines of which the first is the last one of the cue before. */
const USUAL_SHARE = 0.3;
/** Nearly every cue of two lines does. */
const OF_TWO_LINES = 0.8;
const LEAST_CUES = 4;
/** A cue that only shows the line again is a few frames long. Longer ones are people who say the same twice. */
const MOST_SHOWN_AGAIN_MS = 100;

const linesOf = ({ text }: Cue): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * Captions that roll up (YouTube's automatic ones) show each line twice: as new words, and above those that follow. Each
 * line is kept where it is new. Other captions stay as they are.
 */
export function unrolled(cues: readonly Cue[]): Cue[] {
  const shown = cues.map(linesOf);
  const worded = shown.filter((lines) => lines.length > 0).length;
  const tall = shown.flatMap((lines, n) =>
    n > 0 && lines.length > 1 ? [isRepeated(lines[0], shown[n - 1])] : [],
  );
  const rolling = tall.filter(Boolean).length;
  const isRolling = rolling >= worded * USUAL_SHARE && rolling >= tall.length * OF_TWO_LINES;
  if (worded < LEAST_CUES || !isRolling) return [...cues];
  let before: string[] = [];
  return cues.flatMap((cue, n) => {
    const lines = shown[n] ?? [];
    const fresh = [...lines];
    if (isRepeated(fresh[0], before)) fresh.shift();
    if (lines.length > 0) before = lines;
    if (fresh.length === 0) return isBrief(cue) ? [] : [cue];
    if (fresh.length === lines.length) return [cue];
    const { words, ...rest } = cue;
    const text = fresh.join("\n");
    const spoken = words?.slice(-text.split(/\s+/).length);
    return [{ ...rest, text, ...(spoken !== undefined && { words: spoken }) }];
  });
}

const isBrief = ({ startMs, endMs }: Cue): boolean =>
  startMs !== null && endMs !== null && endMs - startMs <= MOST_SHOWN_AGAIN_MS;
const isRepeated = (line: string | undefined, before: readonly string[] | undefined): boolean =>
  line !== undefined && before?.at(-1) === line;
