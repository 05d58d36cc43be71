import type { Cue } from "./import-result.ts";
import type { Head } from "./text-heads.ts";

const PLAIN_NAME = /^[^.?!。？！…,、:：]{1,60}$/u;
const MOST_WORDS = 6;
const RETURNING_SHARE = 0.7;

const isPlain = (name: string): boolean =>
  PLAIN_NAME.test(name) && name.split(/\s+/).length <= MOST_WORDS;

/** "Speaker 1", "Mari Kato": each word begins with a capital or a digit. */
const isShortTitle = (name: string): boolean =>
  name.split(/\s+/).length <= 3 &&
  name.split(/\s+/).every((word) => /^[([]?[\p{Lu}\d]/u.test(word));

/** A script without capitals: as short as names are. */
const isShort = (name: string): boolean =>
  /^\p{Lo}/u.test(name) && name.length <= 12 && name.split(/\s+/).length <= 3;

/** Lines beside times are names when all look like names, and return or are written as names are. */
function areNames(names: readonly string[], isWritten = isShortTitle): boolean {
  return (
    names.length > 0 &&
    names.every(isPlain) &&
    (new Set(names).size <= names.length * RETURNING_SHARE || names.every(isWritten))
  );
}

/**
 * Numbers, from 0, of the lines that name who speaks, each above a time on a line of its own (copied from a meeting
 * program). Where the lines below the times are names as well, the ones that return more are.
 */
export function namesAbove(
  lines: readonly string[],
  heads: readonly (Head | null)[],
): ReadonlySet<number> {
  const above: number[] = [];
  const below: string[] = [];
  let before: number | null = null;
  let isBelow = false;
  for (const [n, line] of lines.entries()) {
    const text = line.trim();
    const head = heads[n] ?? null;
    if (head) {
      if (head.speaker !== null || head.rest.trim() !== "" || before === null) return new Set();
      above.push(before);
      before = null;
      isBelow = true;
    } else if (text !== "") {
      if (isBelow) below.push(text);
      isBelow = false;
      before = n;
    }
  }
  const names = above.map((n) => (lines[n] ?? "").trim());
  // One alone is as likely a title.
  if (names.length < 2) return new Set();
  // Words are not likely to be so short, all of them; below a time they are.
  if (!areNames(names, (name) => isShortTitle(name) || isShort(name))) return new Set();
  const isSurer = !areNames(below) || new Set(names).size <= new Set(below).size;
  return isSurer ? new Set(above) : new Set();
}

/** `00:01` or `00:01 - 00:05`, then a line with the name, then the words (Premiere, Otter): the name is no words. */
export function withNameLines(cues: Cue[]): Cue[] {
  const unnamed = cues.filter(({ speaker }) => speaker === null);
  const split = unnamed.map(({ text }) => text.split("\n"));
  const names = split.flatMap(([first = "", ...more]) => (more.length > 0 ? [first.trim()] : []));
  if (names.length < cues.length * 0.8 || !areNames(names)) return cues;
  return cues.map((cue) => {
    const [first = "", ...more] = cue.text.split("\n");
    return cue.speaker !== null || more.length === 0
      ? cue
      : { ...cue, speaker: first.trim(), text: more.join("\n") };
  });
}
