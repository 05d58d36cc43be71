import { useEffect, useState } from "react";

/**
 * Which items of a virtual list are drawn with all they have; the others keep their place until their turn. A jump
 * brings a whole screen of text at once, which a slow computer cannot lay out within a frame: what is new is drawn a
 * few items a frame, from the middle of the screen outwards. The first list is drawn whole.
 * @param first index of the first item near the screen, `last` of the last, both inclusive
 */
export function useDrawn(
  first: number,
  last: number,
  perFrame: number,
): (index: number) => boolean {
  const [drawn, setDrawn] = useState<ReadonlySet<number> | null>(null);
  useEffect(() => {
    const next = nextDrawn(drawn, first, last, perFrame);
    if (next === drawn) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(next));
    return () => cancelAnimationFrame(frame);
  }, [drawn, first, last, perFrame]);
  return (index) => drawn === null || drawn.has(index);
}

/** What is drawn after the next frame; the same set when nothing is left to do. `null` is a list drawn whole. */
export function nextDrawn(
  drawn: ReadonlySet<number> | null,
  first: number,
  last: number,
  perFrame: number,
): ReadonlySet<number> {
  const near = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (drawn === null) return new Set(near);
  const missing = near.filter((index) => !drawn.has(index));
  if (missing.length === 0) return drawn;
  const middle = (first + last) / 2;
  missing.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return new Set([...near.filter((index) => drawn.has(index)), ...missing.slice(0, perFrame)]);
}
