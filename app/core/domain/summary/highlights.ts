/** What ranking reads of a sentence: its terms (`termsOf`) and its length in words. */
export type RankedSentence = { terms: readonly string[]; words: number };
type Vector = {
  tf: Map<string, number>;
  weights: Map<string, number>;
  norm: number;
  length: number;
};
/** `best` is the best BM25 score of one sentence in units of the rarest term's weight: 1 = one rare word. */
export type Highlights = { chosen: number[]; bm25: number[]; best: number };

const NEIGHBOURS = [1, 2, 3, 4, 5, 6];
const BM25 = { k: 1.2, b: 0.75 };
const POOL = 60;
const MMR = 0.7;
const EDGE = 0.1;
const COMMON = 0.2;
/** Calls of several hours: a term in more sentences than this makes no edge either. */
const COMMON_MAX = 150;
const DAMPING = 0.5;
const ROUNDS = 30;

const sum = (values: readonly number[]): number => values.reduce((x, y) => x + y, 0);
const at = (values: readonly number[], n: number): number => values[n] ?? 0;

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function vectorsOf(sentences: readonly RankedSentence[]) {
  const frequency = countsOf(sentences.flatMap(({ terms }) => [...new Set(terms)]));
  const n = sentences.length;
  const idfOf = (count: number) => Math.log(1 + (n - count + 0.5) / (count + 0.5));
  const idf = (term: string) => idfOf(frequency.get(term) ?? 0);
  const vectors = sentences.map(({ terms }): Vector => {
    const tf = countsOf(terms);
    const weights = new Map([...tf].map(([term, count]) => [term, count * idf(term)]));
    return { tf, weights, norm: Math.hypot(...weights.values()) || 1, length: terms.length };
  });
  return { vectors, idf, rarest: idfOf(1) };
}

function cosine(a: Vector, b: Vector): number {
  let dot = 0;
  for (const [term, weight] of a.weights) dot += weight * (b.weights.get(term) ?? 0);
  return dot / (a.norm * b.norm);
}

function bm25Of(
  vectors: readonly Vector[],
  query: readonly string[],
  idf: (term: string) => number,
): number[] {
  const mean = sum(vectors.map(({ length }) => length)) / vectors.length || 1;
  return vectors.map(({ tf, length }) => {
    const shrink = BM25.k * (1 - BM25.b + (BM25.b * length) / mean);
    return sum(
      query.map((term) => {
        const count = tf.get(term) ?? 0;
        return count === 0 ? 0 : (idf(term) * count * (BM25.k + 1)) / (count + shrink);
      }),
    );
  });
}

/** Sentences that share words, weighted by tf-idf cosine; a term in over 20 % of the sentences makes no edge. */
function edgesOf(vectors: readonly Vector[]): [number, number][][] {
  const edges = vectors.map((): [number, number][] => []);
  const index = new Map<string, number[]>();
  vectors.forEach(({ weights }, i) => {
    for (const term of weights.keys()) {
      const known = index.get(term);
      if (known) known.push(i);
      else index.set(term, [i]);
    }
  });
  // Sums by sentence, and which of them are under way: a call of hours has millions.
  const dots = new Float64Array(vectors.length);
  vectors.forEach((vector, i) => {
    const touched: number[] = [];
    for (const [term, weight] of vector.weights) {
      const places = index.get(term) ?? [];
      if (places.length > Math.min(vectors.length * COMMON, COMMON_MAX)) continue;
      for (const j of places) {
        if (j <= i) continue;
        if (dots[j] === 0) touched.push(j);
        dots[j] = (dots[j] ?? 0) + weight * (vectors[j]?.weights.get(term) ?? 0);
      }
    }
    for (const j of touched) {
      const closeness = (dots[j] ?? 0) / (vector.norm * (vectors[j]?.norm ?? 1));
      dots[j] = 0;
      if (closeness <= EDGE) continue;
      edges[i]?.push([j, closeness]);
      edges[j]?.push([i, closeness]);
    }
  });
  return edges;
}

function pageRank(vectors: readonly Vector[], restart: readonly number[]): number[] {
  // Flat rows: a call of hours has millions of edges, walked thirty times.
  const edges = edgesOf(vectors);
  const starts = new Int32Array(edges.length + 1);
  edges.forEach((row, i) => {
    starts[i + 1] = (starts[i] ?? 0) + row.length;
  });
  const targets = Int32Array.from(edges.flatMap((row) => row.map(([j]) => j)));
  const shares = new Float64Array(targets.length);
  edges.forEach((row, i) => {
    const out = sum(row.map(([, closeness]) => closeness)) || 1;
    row.forEach(([, closeness], n) => {
      shares[(starts[i] ?? 0) + n] = (DAMPING * closeness) / out;
    });
  });
  let rank = Float64Array.from(vectors, () => 1 / vectors.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = Float64Array.from(restart, (share) => (1 - DAMPING) * share);
    for (let i = 0; i < rank.length; i += 1) {
      const value = rank[i] ?? 0;
      const end = starts[i + 1] ?? 0;
      for (let e = starts[i] ?? 0; e < end; e += 1) {
        const target = targets[e] ?? 0;
        next[target] = (next[target] ?? 0) + value * (shares[e] ?? 0);
      }
    }
    rank = next;
  }
  return [...rank];
}

/** Maximal marginal relevance within a budget of words. */
function choose(
  score: readonly number[],
  vectors: readonly Vector[],
  sentences: readonly RankedSentence[],
  budget: number,
): number[] {
  const top = Math.max(...score);
  const pool = score
    .map((_, i) => i)
    .filter((i) => at(score, i) > 0)
    .sort((a, b) => at(score, b) - at(score, a) || a - b)
    .slice(0, POOL);
  const chosen: number[] = [];
  const alike = (i: number, j: number) => {
    const [a, b] = [vectors[i], vectors[j]];
    return a && b ? cosine(a, b) : 0;
  };
  const value = (i: number) =>
    (MMR * at(score, i)) / top - (1 - MMR) * Math.max(0, ...chosen.map((j) => alike(j, i)));
  let words = 0;
  while (pool.length > 0 && words < budget) {
    const best = pool.reduce((a, b) => (value(b) > value(a) ? b : a));
    pool.splice(pool.indexOf(best), 1);
    const length = sentences[best]?.words ?? 0;
    if (words > budget / 2 && words + length > budget * 1.35) continue;
    chosen.push(best);
    words += length;
  }
  return chosen.sort((a, b) => a - b);
}

/**
 * Query-biased LexRank (speech §13): indices of the sentences that answer a query best, in order,
 * for about `budget` words. An empty query means the whole call. Nothing matches: none chosen.
 */
export function highlights(
  sentences: readonly RankedSentence[],
  query: readonly string[],
  budget = 70,
): Highlights {
  if (sentences.length === 0) return { chosen: [], bm25: [], best: 0 };
  const { vectors, idf, rarest } = vectorsOf(sentences);
  const bm25 = bm25Of(vectors, query, idf);
  const best = Math.max(0, ...bm25) / rarest;
  const spread = bm25.map(
    (score, i) =>
      score + 0.5 * sum(NEIGHBOURS.map((k) => (at(bm25, i - k) + at(bm25, i + k)) / (1 + k))),
  );
  const total = sum(spread);
  if (total === 0 && query.length > 0) return { chosen: [], bm25, best };
  const rank = pageRank(
    vectors,
    spread.map((score) => (total > 0 ? score / total : 1 / sentences.length)),
  );
  const score = rank.map((value, i) => {
    const length = vectors[i]?.length ?? 0;
    return value * (length < 3 ? 0.2 : Math.min(1, length / 10));
  });
  return { chosen: choose(score, vectors, sentences, budget), bm25, best };
}
