const BM25 = { k: 1.2, b: 0.75 };

const sum = (values: readonly number[]): number => values.reduce((x, y) => x + y, 0);

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * BM25 of each sentence for a query, both as terms (`termsOf`): of sentences that fit a section alike, the one that
 * says most about it. Rare terms weigh more, long sentences less.
 */
export function relevanceOf(
  sentences: readonly (readonly string[])[],
  query: readonly string[],
): number[] {
  const frequency = countsOf(sentences.flatMap((terms) => [...new Set(terms)]));
  const n = sentences.length;
  const idf = (term: string) => {
    const count = frequency.get(term) ?? 0;
    return Math.log(1 + (n - count + 0.5) / (count + 0.5));
  };
  const mean = sum(sentences.map(({ length }) => length)) / n || 1;
  return sentences.map((terms) => {
    const counts = countsOf(terms);
    const shrink = BM25.k * (1 - BM25.b + (BM25.b * terms.length) / mean);
    return sum(
      query.map((term) => {
        const count = counts.get(term) ?? 0;
        return count === 0 ? 0 : (idf(term) * count * (BM25.k + 1)) / (count + shrink);
      }),
    );
  });
}
