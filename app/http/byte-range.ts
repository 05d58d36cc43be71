export type ByteRange = { from: number; to: number };

/**
 * One range of `Range: bytes=…` (RFC 9110 §14). Several ranges are answered whole, which the RFC allows.
 * @returns null for the whole file, "unsatisfiable" for one that lies beyond it
 */
export function byteRange(header: string | null, size: number): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size) return "unsatisfiable";
  return from > to ? null : { from, to };
}
