/** Loudness of speech in one cell of a strip, 0–15 for our side and theirs. */
export type StripCell = { us: number; them: number };
/** Cells with speech of one side in a row: `from` inclusive, `to` exclusive, `level` 1–15 on average. */
export type StripRun = { from: number; to: number; level: number };

/**
 * The cells of a stored strip: one byte each, 16 × ours + theirs, in base64. What is not base64
 * gives no cells, so that a damaged strip is an empty one.
 */
export function decodeStrip(base64: string): StripCell[] {
  try {
    return Array.from(atob(base64), (character) => {
      const byte = character.charCodeAt(0);
      return { us: byte >> 4, them: byte & 15 };
    });
  } catch {
    return [];
  }
}

/** The stretches in which a side speaks, so that a strip is a few bars and not 300. */
export function runsOf(cells: readonly StripCell[], side: keyof StripCell): StripRun[] {
  const runs: { from: number; to: number; sum: number }[] = [];
  cells.forEach((cell, at) => {
    if (cell[side] === 0) return;
    const last = runs.at(-1);
    if (last?.to === at) {
      last.to = at + 1;
      last.sum += cell[side];
    } else {
      runs.push({ from: at, to: at + 1, sum: cell[side] });
    }
  });
  return runs.map(({ from, to, sum }) => ({ from, to, level: sum / (to - from) }));
}

/** Our share of all speech in the strip, 0–1; null when nobody spoke. */
export function ourShare(cells: readonly StripCell[]): number | null {
  const sum = (side: keyof StripCell) => cells.reduce((total, cell) => total + cell[side], 0);
  const [us, them] = [sum("us"), sum("them")];
  return us + them === 0 ? null : us / (us + them);
}
