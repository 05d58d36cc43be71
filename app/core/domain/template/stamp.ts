/** A number that tells values apart (FNV-1a over their JSON): what a form showed is held against what stands now. */
export function stampOf(value: unknown): number {
  let hash = 0x811c9dc5;
  for (const letter of new TextEncoder().encode(JSON.stringify(value))) {
    hash ^= letter;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
