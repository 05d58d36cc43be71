import type { Made } from "./ready.ts";

/** The same words quoted for the same value again say nothing more. */
export function withoutRepeated(outputs: readonly Made[]): Made[] {
  const seen = new Set<string>();
  return outputs.filter(({ value, evidence }) => {
    const [first] = evidence;
    const key = JSON.stringify([first?.segment, first?.t0Ms, first?.t1Ms, value]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
