import type { RangeMs } from "../views.ts";

/** Touching and overlapping ranges merged, in order; empty ranges are dropped. */
export function unionOf(ranges: readonly RangeMs[]): RangeMs[] {
  const merged: RangeMs[] = [];
  for (const range of ranges.toSorted((a, b) => a.t0Ms - b.t0Ms || a.t1Ms - b.t1Ms)) {
    if (range.t1Ms <= range.t0Ms) continue;
    const last = merged.at(-1);
    if (last && range.t0Ms <= last.t1Ms) last.t1Ms = Math.max(last.t1Ms, range.t1Ms);
    else merged.push({ t0Ms: range.t0Ms, t1Ms: range.t1Ms });
  }
  return merged;
}

/** What two unions share, in order. */
export function intersectionOf(a: readonly RangeMs[], b: readonly RangeMs[]): RangeMs[] {
  const shared: RangeMs[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i], b[j]];
    if (!x || !y) break;
    const range = { t0Ms: Math.max(x.t0Ms, y.t0Ms), t1Ms: Math.min(x.t1Ms, y.t1Ms) };
    if (range.t1Ms > range.t0Ms) shared.push(range);
    if (x.t1Ms < y.t1Ms) i += 1;
    else j += 1;
  }
  return shared;
}

/** What is left of a range when a union is cut out of it, in order. */
export function cutOut(range: RangeMs, holes: readonly RangeMs[]): RangeMs[] {
  const left: RangeMs[] = [];
  let from = range.t0Ms;
  for (const hole of holes) {
    if (hole.t1Ms <= from || hole.t0Ms >= range.t1Ms) continue;
    if (hole.t0Ms > from) left.push({ t0Ms: from, t1Ms: hole.t0Ms });
    from = Math.max(from, hole.t1Ms);
  }
  if (from < range.t1Ms) left.push({ t0Ms: from, t1Ms: range.t1Ms });
  return left;
}

export const lengthOf = (range: RangeMs): number => range.t1Ms - range.t0Ms;
export const totalOf = (ranges: readonly RangeMs[]): number =>
  ranges.reduce((sum, range) => sum + lengthOf(range), 0);

/** The longest range, the first of equals; null of none. */
export function longestOf(ranges: readonly RangeMs[]): RangeMs | null {
  return ranges.reduce<RangeMs | null>(
    (best, range) => (best && lengthOf(best) >= lengthOf(range) ? best : range),
    null,
  );
}
