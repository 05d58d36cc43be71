import { stemmer } from "stemmer";
import type { Side } from "../views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { type Phrase, trackedTokens } from "./phrase.ts";

/** A tracker as it is matched: one version of it, its phrases parsed. */
export type ActiveTracker = {
  id: string;
  version: number;
  name: string;
  /** Whose words count; null: anybody's. */
  side: Side | null;
  phrases: readonly Phrase[];
};
/** `fromWord` and `toWord` (exclusive) index the words of the segment. Times are ms on the call clock. */
export type TrackerMatch = {
  tracker: ActiveTracker;
  phrase: Phrase;
  segment: SpokenSegment;
  fromWord: number;
  toWord: number;
  t0Ms: number;
  t1Ms: number;
};
export type TrackerMatcher = { find: (segments: readonly SpokenSegment[]) => TrackerMatch[] };

type End = { tracker: ActiveTracker; phrase: Phrase; part: number };
type Node = { next: Map<string, Node>; ends: End[] };
/** `keys`: as it was said, and its stem where the language has stems. */
type Position = { keys: readonly string[]; word: number; isStart: boolean };
type Found = End & { fromWord: number; toWord: number };

const EXACT = "=";
const STEM = "~";
const newNode = (): Node => ({ next: new Map(), ends: [] });

/** English words meet in their Porter stem; elsewhere a word is looked for as it is written. */
function keysIn(language: string): (token: string, isExact: boolean) => readonly string[] {
  const hasStems = baseLanguage(language) === "en";
  // The words of ten thousand phrases are a few thousand words.
  const stemmed = new Map<string, readonly string[]>();
  return (token, isExact) => {
    if (isExact || !hasStems || !/^[a-z]/.test(token)) return [EXACT + token];
    const known = stemmed.get(token);
    if (known) return known;
    const made = [EXACT + token, STEM + stemmer(token)];
    stemmed.set(token, made);
    return made;
  };
}

/**
 * Built once for a call: all phrases of all trackers in one trie over words. A phrase stays inside a segment; of matches
 * of one tracker that overlap the longest stands, then the first. An unspaced script is compared letter by letter from
 * where a word begins, so that 高い is found in 高いです, and 京都 not in 東京都.
 */
export function trackerMatcher(
  trackers: readonly ActiveTracker[],
  language: string,
): TrackerMatcher {
  const keysOf = keysIn(language);
  const root = newNode();
  for (const tracker of trackers) {
    for (const phrase of tracker.phrases) {
      phrase.parts.forEach((part, n) => {
        let node = root;
        for (const { text, isExact } of part) {
          const key = keysOf(text, isExact).at(-1) ?? "";
          const next = node.next.get(key) ?? newNode();
          node.next.set(key, next);
          node = next;
        }
        node.ends.push({ tracker, phrase, part: n });
      });
    }
  }
  const known = new Map<string, readonly Omit<Position, "word">[]>();
  const positionsOf = (word: string): readonly Omit<Position, "word">[] => {
    const seen = known.get(word);
    if (seen) return seen;
    const made = trackedTokens(word).map(({ text, isUnspaced }, n, all) => ({
      keys: keysOf(text, isUnspaced),
      isStart: !isUnspaced || n === 0 || all[n - 1]?.isUnspaced === false,
    }));
    known.set(word, made);
    return made;
  };
  const find = (segment: SpokenSegment): TrackerMatch[] => {
    const positions = segment.words.flatMap(({ text }, word) =>
      positionsOf(text).map((position) => ({ ...position, word })),
    );
    const found = walk(root, positions).filter(
      ({ tracker }) => tracker.side === null || tracker.side === segment.side,
    );
    return longest(joinNear(found)).map(({ tracker, phrase, fromWord, toWord }) => ({
      ...{ tracker, phrase, segment, fromWord, toWord },
      t0Ms: segment.words[fromWord]?.t0Ms ?? segment.t0Ms,
      t1Ms: segment.words[toWord - 1]?.t1Ms ?? segment.t1Ms,
    }));
  };
  return {
    find: (segments) => (root.next.size === 0 ? [] : segments.flatMap((segment) => find(segment))),
  };
}

function walk(root: Node, positions: readonly Position[]): Found[] {
  const found: Found[] = [];
  positions.forEach(({ isStart, word: fromWord }, from) => {
    if (!isStart) return;
    let reached: readonly Node[] = [root];
    for (let at = from; reached.length > 0 && at < positions.length; at += 1) {
      const position = positions[at];
      if (!position) break;
      const next: Node[] = [];
      for (const node of reached)
        for (const key of position.keys) {
          const step = node.next.get(key);
          if (step) next.push(step);
        }
      reached = next;
      for (const { ends } of reached)
        for (const { tracker, phrase, part } of ends)
          found.push({ tracker, phrase, part, fromWord, toWord: position.word + 1 });
    }
  });
  return found;
}

/** Halves of a `near` phrase become one match with the nearest other half; words are counted from one to the other. */
function joinNear(found: readonly Found[]): Found[] {
  const whole = found.filter(({ phrase }) => phrase.near === null);
  const halves = Map.groupBy(
    found.filter(({ phrase }) => phrase.near !== null),
    ({ phrase }) => phrase,
  );
  for (const [phrase, parts] of halves) {
    const [first, second] = [0, 1].map((n) => parts.filter(({ part }) => part === n));
    for (const one of first ?? []) {
      const other = (second ?? [])
        .filter((half) => distance(one, half) >= 1)
        .toSorted((a, b) => distance(one, a) - distance(one, b))[0];
      if (!other || distance(one, other) > (phrase.near ?? 0)) continue;
      whole.push({
        ...one,
        fromWord: Math.min(one.fromWord, other.fromWord),
        toWord: Math.max(one.toWord, other.toWord),
      });
    }
  }
  return whole;
}

/** 1: side by side; below 1: they overlap. */
const distance = (a: Found, b: Found): number =>
  Math.max(b.fromWord - a.toWord, a.fromWord - b.toWord) + 1;

function longest(found: readonly Found[]): Found[] {
  if (found.length < 2) return [...found];
  const kept = new Map<ActiveTracker, Found[]>();
  for (const one of found.toSorted(
    (a, b) => b.toWord - b.fromWord - (a.toWord - a.fromWord) || a.fromWord - b.fromWord,
  )) {
    const others = kept.get(one.tracker);
    if (others === undefined) kept.set(one.tracker, [one]);
    else if (!others.some((other) => other.fromWord < one.toWord && one.fromWord < other.toWord))
      others.push(one);
  }
  return [...kept.values()].flat().toSorted((a, b) => a.fromWord - b.fromWord);
}
