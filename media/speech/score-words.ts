/** Word errors between what was said and what was recognised: one minimal alignment. Pure. */
export type WordScore = {
  /** Substitutions, deletions and insertions. */
  errors: number;
  /** Errors ÷ words said. */
  wer: number;
  /** Places of equal words: [said, recognised]. */
  pairs: [number, number][];
};

export function scoreWords(said: readonly string[], recognised: readonly string[]): WordScore {
  const width = recognised.length + 1;
  const cost = new Int32Array((said.length + 1) * width);
  const at = (i: number, j: number) => cost[i * width + j] ?? 0;
  const step = (i: number, j: number) =>
    at(i - 1, j - 1) + (said[i - 1] === recognised[j - 1] ? 0 : 1);
  for (let j = 0; j < width; j++) cost[j] = j;
  for (let i = 1; i <= said.length; i++) {
    cost[i * width] = i;
    for (let j = 1; j < width; j++) {
      cost[i * width + j] = Math.min(step(i, j), at(i - 1, j) + 1, at(i, j - 1) + 1);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = said.length, j = recognised.length; i > 0 && j > 0; ) {
    if (at(i, j) === step(i, j)) {
      if (said[i - 1] === recognised[j - 1]) pairs.unshift([i - 1, j - 1]);
      i--;
      j--;
    } else if (at(i, j) === at(i - 1, j) + 1) i--;
    else j--;
  }
  const errors = at(said.length, recognised.length);
  return { errors, wer: said.length === 0 ? 0 : errors / said.length, pairs };
}
