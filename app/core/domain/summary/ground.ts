import { baseLanguage } from "../words/lexicon.ts";
import { fold } from "../words/fold.ts";
import { placeWords, type PlacedText, type SpokenSegment } from "../words/spoken.ts";
import type { Evidence } from "./evidence.ts";
import { locate, type Located, type Unit, unitsOf } from "./locate.ts";
import { plantedIn } from "./planted.ts";
import { termsOf } from "./terms.ts";
import type { CallClock } from "./spoken-date.ts";

/** One segment, ready to be searched. */
export type GroundSegment = { segment: SpokenSegment; placed: PlacedText; units: Unit[] };
/** What claims about a call are held against: its words, their weights, and who took part. */
export type Ground = {
  language: string;
  clock: CallClock;
  /** By time. */
  segments: readonly GroundSegment[];
  /** Place of a segment in `segments`, by its number. */
  at: ReadonlyMap<number, number>;
  people: readonly { id: string; name: string }[];
  /** Folded words of names that are known here: people, and what else the caller names. */
  names: ReadonlySet<string>;
  /** Numbers of segments that speak to whatever reads them, and prove nothing. */
  planted: ReadonlySet<number>;
  /** How rare a term is among the segments. */
  weight: (term: string) => number;
};

type GroundInput = {
  segments: readonly SpokenSegment[];
  language: string;
  clock: CallClock;
  people: readonly { id: string; name: string }[];
  /** Of the dictionary: what nobody may be said to have said unless they did. */
  terms?: readonly string[];
};

/** Words of names, folded. */
export const nameWords = (name: string): string[] =>
  fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);

export function groundOf({ segments, language, clock, people, terms = [] }: GroundInput): Ground {
  const sorted = segments
    .toSorted((a, b) => a.t0Ms - b.t0Ms || a.no - b.no)
    .map((segment): GroundSegment => {
      const placed = placeWords(segment);
      return { segment, placed, units: unitsOf(placed.text) };
    });
  const counts = new Map<string, number>();
  for (const { placed } of sorted)
    for (const term of new Set(termsOf(placed.text, language)))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  return {
    language: baseLanguage(language),
    clock,
    segments: sorted,
    at: new Map(sorted.map(({ segment }, at) => [segment.no, at])),
    people,
    planted: plantedIn(
      sorted.map(({ segment: { no, participantId }, placed: { text } }) => ({
        ...{ no, participantId, text },
      })),
    ),
    names: new Set([...people.map(({ name }) => name), ...terms].flatMap(nameWords)),
    weight: (term) => {
      const count = counts.get(term) ?? 0;
      return Math.log(1 + (sorted.length - count + 0.5) / (count + 0.5));
    },
  };
}

/** A quote must be there nearly word for word: fewer changed than one word in seven. */
const NEARLY = 0.85;
const SHORTEST = 3;
/** Models are asked for fifteen words at most, and often give a few more. */
const LONGEST = 30;
/** Letters say less than words. */
const CHARACTERS_A_WORD = 2.5;

/** A quote in the transcript's own words. */
export type Found = { evidence: Evidence; at: number; located: Located };

/**
 * Finds a quote: in the segments that are cited and their neighbours, else in the whole call, which re-points the
 * citation (speech §12). What is answered are the transcript's words with their times, never the model's spelling.
 * @param cites numbers of segments @returns null when it is not there, too short or too long to prove anything
 */
export function findQuote(ground: Ground, quote: string, cites: readonly number[]): Found | null {
  const units = unitsOf(quote);
  const isUnspaced = ground.language === "ja";
  const scale = isUnspaced ? CHARACTERS_A_WORD : 1;
  if (units.length > LONGEST * scale) return null;
  const near = new Set(
    cites.flatMap((no) => {
      const at = ground.at.get(no);
      return at === undefined ? [] : [at, at - 1, at + 1];
    }),
  );
  const search = (places: Iterable<number>): Found | null => {
    let best: Found | null = null;
    for (const at of places) {
      const one = ground.segments[at];
      // A short quote proves something only as all that was said.
      if (!one || (units.length < SHORTEST * scale && units.length < one.units.length)) continue;
      const located = locate(units, one.units);
      if (!located || located.score < NEARLY || located.score <= (best?.located.score ?? 0))
        continue;
      const evidence = evidenceAt(one, located);
      if (evidence) best = { evidence, at, located };
    }
    return best;
  };
  return search(near) ?? search(ground.segments.keys());
}

/** The whole words of a segment that a range of units touches. */
function evidenceAt(
  { segment, placed, units }: GroundSegment,
  { from, to }: Located,
): Evidence | null {
  const [start, end] = [units[from]?.from ?? 0, units[to - 1]?.to ?? 0];
  const touched = placed.places.flatMap((place, n) =>
    place.from < end && place.to > start ? [n] : [],
  );
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return null;
  const words = segment.words.slice(first, last + 1);
  return {
    segment: segment.no,
    participantId: segment.participantId,
    side: segment.side,
    t0Ms: words[0]?.t0Ms ?? segment.t0Ms,
    t1Ms: words.reduce((latest, { t1Ms }) => Math.max(latest, t1Ms), words[0]?.t1Ms ?? 0),
    quote: placed.text.slice(placed.places[first]?.from, placed.places[last]?.to),
  };
}
