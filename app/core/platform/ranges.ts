/** How a kind of range names its two ends. */
type Ends<R> = {
  from: (range: R) => number;
  to: (range: R) => number;
  make: (from: number, to: number) => R;
};

/** A stretch of a call, milliseconds from its beginning; `toMs` lies outside. */
export type Span = { fromMs: number; toMs: number };

/** Arithmetic of half-open ranges. A union is in order, its ranges neither touch nor are empty. */
export function rangesOf<R>({ from, to, make }: Ends<R>) {
  const lengthOf = (range: R): number => to(range) - from(range);

  /** Touching and overlapping ranges merged, in order; empty ones are dropped. */
  const unionOf = (ranges: readonly R[]): R[] => {
    const merged: [number, number][] = [];
    for (const range of ranges.toSorted((a, b) => from(a) - from(b))) {
      if (lengthOf(range) <= 0) continue;
      const last = merged.at(-1);
      if (last && from(range) <= last[1]) last[1] = Math.max(last[1], to(range));
      else merged.push([from(range), to(range)]);
    }
    return merged.map((ends) => make(...ends));
  };

  /** What two unions share, in order. */
  const intersectionOf = (a: readonly R[], b: readonly R[]): R[] => {
    const shared: R[] = [];
    for (let i = 0, j = 0; i < a.length && j < b.length; ) {
      const [x, y] = [a[i], b[j]];
      if (!x || !y) break;
      const range = make(Math.max(from(x), from(y)), Math.min(to(x), to(y)));
      if (lengthOf(range) > 0) shared.push(range);
      if (to(x) < to(y)) i += 1;
      else j += 1;
    }
    return shared;
  };

  /** What is left of one range when a union is cut out of it, in order. */
  const cutOut = (range: R, holes: readonly R[]): R[] => {
    const left: R[] = [];
    let at = from(range);
    for (const hole of holes) {
      if (to(hole) <= at || from(hole) >= to(range)) continue;
      if (from(hole) > at) left.push(make(at, from(hole)));
      at = Math.max(at, to(hole));
    }
    if (at < to(range)) left.push(make(at, to(range)));
    return left;
  };

  return {
    lengthOf,
    unionOf,
    intersectionOf,
    cutOut,
    /** The union of ranges, in whichever order, with others taken out. */
    without: (ranges: readonly R[], others: readonly R[]): R[] => {
      const holes = unionOf(others);
      return unionOf(ranges).flatMap((range) => cutOut(range, holes));
    },
    totalOf: (ranges: readonly R[]): number =>
      ranges.reduce((sum, range) => sum + lengthOf(range), 0),
    /** The longest range, the first of equals; null of none. */
    longestOf: (ranges: readonly R[]): R | null =>
      ranges.reduce<R | null>(
        (best, range) => (best && lengthOf(best) >= lengthOf(range) ? best : range),
        null,
      ),
  };
}

export const {
  without: withoutSpans,
  lengthOf: lengthOfSpan,
  unionOf: unionOfSpans,
  intersectionOf: sharedSpans,
  totalOf: totalOfSpans,
} = rangesOf<Span>({
  from: ({ fromMs }) => fromMs,
  to: ({ toMs }) => toMs,
  make: (fromMs, toMs) => ({ fromMs, toMs }),
});
