/**
 * What was made for a key before, or what `make` makes now. Keys come from visitors, so the oldest goes when there are
 * more than `most`: nobody can fill the memory.
 */
export function keep<F>(kept: Map<string, F>, most: number, key: string, make: () => F): F {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  return made;
}
