import { useEffect, useRef, useState } from "react";

/**
 * Which items of a virtual list are drawn with all they have; the others keep their place until their turn. A jump
 * brings a whole screen of text at once, which a slow computer cannot lay out within a frame: what is new is drawn a
 * few items a frame, from the middle of the screen outwards, and as few as this computer's frames have room for.
 * The first list is drawn whole.
 * @param first index of the first item near the screen, `last` of the last, both inclusive
 * @param group so many items share a place, and are drawn in their order
 */
export function useDrawn(first: number, last: number, group: number): (index: number) => boolean {
  const [drawn, setDrawn] = useState<ReadonlySet<number> | null>(null);
  const pace = useRef(FIRST_PACE);
  useEffect(() => {
    const next = nextDrawn(drawn, first, last, Math.floor(pace.current.perFrame), group);
    if (next === drawn) return undefined;
    const frame = requestAnimationFrame((now) => {
      pace.current = nextPace(pace.current, now);
      setDrawn(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [drawn, first, last, group]);
  return (index) => drawn === null || drawn.has(index);
}

/** How many items a frame may draw, and when the last frame that drew some began (ms). */
export type Pace = { perFrame: number; atMs: number };
export const FIRST_PACE: Pace = { perFrame: 1, atMs: 0 };
const MOST_PER_FRAME = 4;
/** Frames this far apart kept up with a screen of 60 Hz. */
const ON_TIME_MS = 20;
/** Every second one was missed. */
const LATE_MS = 34;
/** Frames this far apart belong to different movements and say nothing of this computer. */
const REST_MS = 250;

/** A frame on time makes room for another item, a late one halves them: slow computers come down to one. */
export function nextPace({ perFrame, atMs }: Pace, nowMs: number): Pace {
  const gapMs = nowMs - atMs;
  if (gapMs > REST_MS) return { perFrame, atMs: nowMs };
  const next = gapMs <= ON_TIME_MS ? perFrame + 1 : gapMs < LATE_MS ? perFrame : perFrame / 2;
  return { perFrame: Math.min(MOST_PER_FRAME, Math.max(1, next)), atMs: nowMs };
}

/** What is drawn after the next frame; the same set when nothing is left to do. `null` is a list drawn whole. */
export function nextDrawn(
  drawn: ReadonlySet<number> | null,
  first: number,
  last: number,
  perFrame: number,
  group = 1,
): ReadonlySet<number> {
  const near = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (drawn === null) return new Set(near);
  const missing = near.filter((index) => !drawn.has(index));
  if (missing.length === 0) return drawn;
  const middle = Math.floor((first + last) / 2 / group);
  const farness = (index: number): number => Math.abs(Math.floor(index / group) - middle);
  missing.sort((a, b) => farness(a) - farness(b) || a - b);
  return new Set([...near.filter((index) => drawn.has(index)), ...missing.slice(0, perFrame)]);
}
