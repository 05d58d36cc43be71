/** Ratios and rates are printed to 4 decimals (product §14.1). */
export const round4 = (value: number): number => {
  const rounded = Math.round((value + Number.EPSILON) * 1e4) / 1e4;
  return Object.is(rounded, -0) ? 0 : rounded;
};
/** A share or rate as it is, for figures made of it; null when there is nothing to divide by. */
export const exactRatio = (part: number, whole: number): number | null =>
  whole > 0 ? part / whole : null;
/** The same as it is printed, to 4 decimals. */
export const ratio = (part: number, whole: number): number | null => {
  const exact = exactRatio(part, whole);
  return exact === null ? null : round4(exact);
};
export const perMinute = (count: number, ms: number): number | null => ratio(count * 60_000, ms);
export const perHour = (count: number, ms: number): number | null => ratio(count * 3_600_000, ms);

/** Linear between the closest ranks; null of nothing. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (at - Math.floor(at));
}
export const median = (values: readonly number[]): number | null => quantile(values, 0.5);
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
