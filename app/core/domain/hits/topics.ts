import type { RangeMs } from "../views.ts";
import { fold } from "../words/fold.ts";
import { segmentWords } from "../words/words.ts";
import type { SummarySentence } from "../summary/sentences.ts";
import { termsOf } from "../summary/terms.ts";
import { cutTiles, type Tile } from "./tiling.ts";
import { topicCues, type TopicCue, type TopicName } from "./topic-cues.ts";

/**
 * A named stretch of a call. `name` is a key of the catalogue, or null where no cue fits; `keywords`
 * are then words of the stretch as they were said.
 */
export type Topic = RangeMs & { name: TopicName | null; keywords: string[]; segment: number };

/** A cue counts as much as this many shared words when the call is cut. */
const CUE_WEIGHT = 2;
const LEAST_SHARE = 0.12;
const KEYWORDS = 2;

type Line = { sentence: SummarySentence; terms: string[]; hits: Map<TopicName, number> };
/** `from` and `to`: where the part begins and ends, as shares of the call. */
type Part = { lines: readonly Line[]; terms: ReadonlySet<string>; from: number; to: number };

function lineOf(sentence: SummarySentence, cues: readonly TopicCue[], language: string): Line {
  const text = fold(sentence.text);
  const hits = new Map<TopicName, number>();
  for (const { name, pattern } of cues) {
    const count = new Set([...text.matchAll(pattern)].map(([match]) => match)).size;
    if (count > 0) hits.set(name, count);
  }
  return { sentence, terms: termsOf(sentence.text, language), hits };
}

const tileOf = ({ sentence, terms, hits }: Line): Tile => ({
  t0Ms: sentence.t0Ms,
  t1Ms: sentence.t1Ms,
  terms: [
    ...terms,
    ...[...hits.keys()].flatMap((name) => Array<string>(CUE_WEIGHT).fill(`\u0000${name}`)),
  ],
});

const EARLY = 0.15;
function isAllowed({ place }: TopicCue, part: Part): boolean {
  if (place === "early") return part.from <= EARLY;
  return place !== "late" || (part.from + part.to) / 2 >= 0.5;
}

/** The topic whose cues are dense in the part and not everywhere else; null when none is. */
function nameOf(part: Part, parts: readonly Part[], cues: readonly TopicCue[]): TopicName | null {
  const linesWith = (lines: readonly Line[], name: TopicName) =>
    lines.filter(({ hits }) => hits.has(name)).length;
  const all = parts.flatMap(({ lines }) => lines);
  const scored = cues.flatMap((cue) => {
    if (!isAllowed(cue, part)) return [];
    const own = part.lines.reduce((sum, { hits }) => sum + Math.min(2, hits.get(cue.name) ?? 0), 0);
    const share = linesWith(part.lines, cue.name) / part.lines.length;
    if (own < 2 || share < LEAST_SHARE) return [];
    const usual = linesWith(all, cue.name) / all.length;
    return [{ name: cue.name, score: own * Math.log(1 + share / (usual + 0.05)) }];
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.name ?? null;
}

/** The words that set a part apart, most telling first, as they were said most often. */
function keywordsOf(part: Part, parts: readonly Part[], language: string): string[] {
  const counts = new Map<string, number>();
  for (const { terms } of part.lines)
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const partsWith = (term: string) => parts.filter(({ terms }) => terms.has(term)).length;
  const surfaces = surfacesOf(part, language);
  return [...counts]
    .filter(([term]) => surfaces.has(term))
    .map(([term, count]) => ({ term, score: count * Math.log(1 + parts.length / partsWith(term)) }))
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, KEYWORDS)
    .map(({ term }) => surfaces.get(term) ?? term);
}

/** The commonest way each term was said in a part; bare numbers and single letters name nothing. */
function surfacesOf(part: Part, language: string): Map<string, string> {
  const seen = new Map<string, Map<string, number>>();
  const terms = new Map<string, string[]>(); // a part says most of its words more than once
  for (const { sentence } of part.lines) {
    for (const { segment, isWordLike } of segmentWords(sentence.text, language)) {
      const known = terms.get(segment) ?? termsOf(segment, language);
      terms.set(segment, known);
      const [term, ...more] = known;
      if (isWordLike !== true || !term || (more.length > 0 && language !== "ja")) continue;
      if (!/\p{L}{2}/u.test(segment)) continue;
      const forms = seen.get(term) ?? new Map<string, number>();
      seen.set(term, forms.set(segment, (forms.get(segment) ?? 0) + 1));
    }
  }
  return new Map(
    [...seen].map(([term, forms]) => [
      term,
      [...forms].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? term,
    ]),
  );
}

/** Neighbours of the same name are one topic. */
function merged(topics: readonly Topic[]): Topic[] {
  const rows: Topic[] = [];
  for (const topic of topics) {
    const last = rows.at(-1);
    if (last && last.name !== null && last.name === topic.name) last.t1Ms = topic.t1Ms;
    else rows.push({ ...topic });
  }
  return rows;
}

/** Cuts a call into named stretches by its words alone; the same words give the same topics. */
export function topicsOf(sentences: readonly SummarySentence[], language: string): Topic[] {
  const cues = topicCues(language);
  const lines = sentences.map((sentence) => lineOf(sentence, cues, language));
  const [start, end] = [
    sentences[0]?.t0Ms ?? 0,
    Math.max(1, ...sentences.slice(-50).map(({ t1Ms }) => t1Ms)),
  ];
  const edges = [0, ...cutTiles(lines.map(tileOf)), lines.length];
  const parts = edges.slice(1).flatMap((to, n): Part[] => {
    const part = lines.slice(edges[n], to);
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) return [];
    const share = (ms: number) => (ms - start) / Math.max(1, end - start);
    const terms = new Set(part.flatMap((line) => line.terms));
    return [
      { lines: part, terms, from: share(first.sentence.t0Ms), to: share(last.sentence.t1Ms) },
    ];
  });
  const topics = parts.flatMap((part, n): Topic[] => {
    const first = part.lines[0]?.sentence;
    if (!first) return [];
    const name = nameOf(part, parts, cues);
    const keywords = name === null ? keywordsOf(part, parts, language) : [];
    if (name === null && keywords.length === 0) return [];
    const t1Ms = Math.max(...part.lines.map(({ sentence }) => sentence.t1Ms));
    const next = parts[n + 1]?.lines[0]?.sentence.t0Ms ?? t1Ms;
    return [
      {
        name,
        keywords,
        segment: first.segment,
        t0Ms: first.t0Ms,
        t1Ms: Math.min(t1Ms, Math.max(next, first.t0Ms)),
      },
    ];
  });
  return merged(topics);
}
