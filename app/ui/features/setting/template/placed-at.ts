/** A list with one of its entries at another place, as near as there is one. */
export function placedAt<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (from < 0) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, to), 0, ...list.slice(from, from + 1));
}
