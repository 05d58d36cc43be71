const keys = new WeakMap<File, number>();
let last = 0;

/** Of a file that was chosen: what was read of another, and corrected, is not of this one. */
export function keyOf(file: File): number {
  const key = keys.get(file) ?? (last += 1);
  keys.set(file, key);
  return key;
}
