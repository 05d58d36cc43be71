/** One item of the row to be cut: what it is about, when it was said. */
export type Tile = { terms: readonly string[]; t0Ms: number; t1Ms: number };

const WINDOW_TERMS = 40;
const WINDOW_TILES = 8;
const LEAST_MS = 25_000;
const LONGEST_LEAST_MS = 120_000;
const MOST_PARTS = 12;

type Counts = Map<string, number>;

function idfOf(tiles: readonly Tile[]): (term: string) => number {
  const seen: Counts = new Map();
  for (const { terms } of tiles)
    for (const term of new Set(terms)) seen.set(term, (seen.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + tiles.length / (1 + (seen.get(term) ?? 0)));
}

/** Terms of the tiles before (step −1) or after (step 1) a gap, about 40 of them. */
function blockAt(tiles: readonly Tile[], start: number, step: 1 | -1): Counts {
  const counts: Counts = new Map();
  let total = 0;
  for (let n = start, seen = 0; total < WINDOW_TERMS && seen < WINDOW_TILES; n += step, seen += 1) {
    const tile = tiles[n];
    if (!tile) break;
    for (const term of tile.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    total += tile.terms.length;
  }
  return counts;
}

function likeness(a: Counts, b: Counts, idf: (term: string) => number): number {
  let [dot, normA, normB] = [0, 0, 0];
  for (const [term, count] of a) {
    const weight = idf(term) ** 2;
    dot += weight * count * (b.get(term) ?? 0);
    normA += weight * count ** 2;
  }
  for (const [term, count] of b) normB += idf(term) ** 2 * count ** 2;
  return normA === 0 || normB === 0 ? 0 : dot / Math.sqrt(normA * normB);
}

/** How far the likeness at a gap lies under the peaks on both sides (Hearst, TextTiling 1997). */
function depthsOf(scores: readonly number[]): number[] {
  const peak = (from: number, step: 1 | -1) => {
    let best = scores[from] ?? 0;
    for (let n = from + step; n >= 0 && n < scores.length && (scores[n] ?? 0) >= best; n += step)
      best = scores[n] ?? 0;
    return best;
  };
  return scores.map((score, n) => peak(n, -1) + peak(n, 1) - 2 * score);
}

/** The shortest part worth a name: grows with the call. */
const leastMs = (spanMs: number): number =>
  Math.min(LONGEST_LEAST_MS, Math.max(LEAST_MS, spanMs / 14));

/**
 * Cuts a row of tiles where the words change: indices at which a new part begins (0 not among them).
 * Deterministic; parts are at least 25 s (2 min in long calls), at most 12.
 */
export function cutTiles(tiles: readonly Tile[]): number[] {
  const [first, last] = [tiles[0], tiles.at(-1)];
  if (!first || !last || tiles.length < 4) return [];
  const least = leastMs(last.t1Ms - first.t0Ms);
  const idf = idfOf(tiles);
  const gaps = tiles.slice(1).map((_, n) => n + 1);
  const depths = depthsOf(
    gaps.map((gap) => likeness(blockAt(tiles, gap - 1, -1), blockAt(tiles, gap, 1), idf)),
  );
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
  const deviation = Math.sqrt(
    depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length,
  );
  const startOf = (gap: number) => tiles[gap]?.t0Ms ?? 0;
  const cuts: number[] = [];
  const byDepth = gaps
    .map((gap, n) => ({ gap, depth: depths[n] ?? 0 }))
    .filter(({ depth }) => depth > 0 && depth >= mean - deviation / 2)
    .sort((a, b) => b.depth - a.depth || a.gap - b.gap);
  for (const { gap } of byDepth) {
    if (cuts.length >= MOST_PARTS - 1) break;
    const edges = [first.t0Ms, ...cuts.map(startOf), last.t1Ms];
    if (edges.every((edge) => Math.abs(edge - startOf(gap)) >= least)) cuts.push(gap);
  }
  return cuts.sort((a, b) => a - b);
}
