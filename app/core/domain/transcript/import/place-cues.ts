import { spokenLetters } from "#app/core/domain/words/words.ts";
import type { Cue, Timing } from "./import-result.ts";

export type Timed = Cue & { startMs: number; endMs: number };

/** Letters of conversational English a minute of speech: 150 words of 5.6 letters with their space. */
const MS_PER_LETTER = 60_000 / (150 * 5.6);
const MIN_SEGMENT_MS = 200;
/** More cues than this without a time of their own: turns lie between times, they do not have them. */
const FEW = 0.2;

const charsOf = ({ text }: Cue) => spokenLetters(text) + 1;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const estimateMs = (text: string) =>
  Math.max(MIN_SEGMENT_MS, Math.round(spokenLetters(text) * MS_PER_LETTER));

/** Cues over a stretch, each as long as it has letters. */
function spread(cues: readonly Cue[], startMs: number, endMs: number): Timed[] {
  const total = sum(cues.map(charsOf));
  let passed = 0;
  const at = () => Math.round(startMs + ((endMs - startMs) * passed) / total);
  return cues.map((cue) => {
    const from = at();
    passed += charsOf(cue);
    return { ...cue, startMs: from, endMs: at() };
  });
}

const lengthOf = (cues: readonly Cue[]) => Math.round(sum(cues.map(charsOf)) * MS_PER_LETTER);

type Group = { head: Cue | null; rest: Cue[] };

/** Cues without a start, after the one with a start that they follow. */
function groupsOf(cues: readonly Cue[]): Group[] {
  const groups: Group[] = [];
  for (const cue of cues) {
    const open = groups.at(-1);
    if (cue.startMs !== null || !open) {
      groups.push(cue.startMs === null ? { head: null, rest: [cue] } : { head: cue, rest: [] });
    } else open.rest.push(cue);
  }
  return groups;
}

/** Gives those without a time one between their neighbours, or after the last one as long as they take to say. */
function between(cues: readonly Cue[], durationMs: number | undefined): Cue[] {
  const groups = groupsOf(cues);
  return groups.flatMap(({ head, rest }, n) => {
    if (rest.length === 0) return head ? [head] : [];
    const all = head === null || head.endMs !== null ? rest : [head, ...rest];
    const from = head === null ? 0 : (head.endMs ?? head.startMs ?? 0);
    const next = groups[n + 1]?.head?.startMs ?? Math.max(durationMs ?? 0, from + lengthOf(all));
    const placed = spread(all, from, Math.max(from, next));
    return head !== null && head.endMs !== null ? [head, ...placed] : placed;
  });
}

/** A start without an end lasts as long as its text takes to say, but not beyond the next start. */
function closeEnds(cues: readonly Cue[]): Timed[] {
  const started = cues
    .map((cue) => ({ ...cue, startMs: cue.startMs ?? 0 }))
    .toSorted((a, b) => a.startMs - b.startMs);
  let next = Infinity;
  let later = Infinity;
  return started
    .reverse()
    .map((cue) => {
      if (cue.startMs < later) [next, later] = [later, cue.startMs];
      return { ...cue, endMs: cue.endMs ?? Math.min(next, cue.startMs + estimateMs(cue.text)) };
    })
    .reverse();
}

/**
 * Start and end for each cue. Without any times a text runs from 0 over the call's length in ms, or over the time it takes
 * to say.
 */
export function placeCues(
  cues: readonly Cue[],
  durationMs: number | undefined,
): { timed: Timed[]; timing: Timing } {
  const untimed = cues.filter(({ startMs }) => startMs === null).length;
  if (untimed === cues.length)
    return {
      timed: spread(cues, 0, durationMs ?? lengthOf(cues)),
      timing: cues.length === 0 ? "given" : "made_up",
    };
  return {
    timed: closeEnds(between(cues, durationMs)),
    timing: untimed > cues.length * FEW ? "between" : "given",
  };
}
