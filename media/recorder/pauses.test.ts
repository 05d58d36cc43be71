import { expect, test } from "vitest";
import { Pauses, RESUME_GUARD_MS } from "./pauses.ts";
import { RATE } from "./timeline.ts";

/** Milliseconds of a frame that are still heard. */
function heard(pauses: Pauses, atMs: number, ms: number): number[] {
  const pcm = new Int16Array(ms * RATE).fill(1);
  pauses.silence(atMs * RATE, pcm);
  return Array.from({ length: ms }, (_, i) => i).filter((i) => pcm[i * RATE] === 1);
}

test("from the pause to the guard after the resume nothing is heard, to the sample", () => {
  const pauses = new Pauses();
  expect(heard(pauses, 950, 100)).toHaveLength(100);
  expect(pauses.pause(1000)).toBe(true);
  expect(pauses.pause(1001)).toBe(false);
  expect(heard(pauses, 950, 100)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(heard(pauses, 60_000, 100)).toEqual([]);
  expect(pauses.resume(90_000)).toBe(90_000 + RESUME_GUARD_MS);
  expect(pauses.resume(90_000)).toBeNull();
  expect(heard(pauses, 90_000 + RESUME_GUARD_MS - 10, 30)).toHaveLength(20);
});

test("a frame that was held back is judged by its place, not by when it came", () => {
  const pauses = new Pauses();
  pauses.pause(1000);
  pauses.resume(2000);
  pauses.pause(3000);
  expect(heard(pauses, 900, 100)).toHaveLength(100);
  expect(heard(pauses, 1500, 100)).toEqual([]);
  expect(heard(pauses, 2500, 100)).toHaveLength(100);
  expect(heard(pauses, 3100, 100)).toEqual([]);
});

test("a frame that lies in a pause as a whole is told from one that does not", () => {
  const pauses = new Pauses();
  pauses.pause(1000);
  expect(pauses.silence(1000 * RATE, new Int16Array(100))).toBe(true);
  expect(pauses.silence(999 * RATE, new Int16Array(100))).toBe(false);
  expect(pauses.isPaused).toBe(true);
});

test("what came in during a pause is not kept either, wherever it is placed", () => {
  const pauses = new Pauses();
  pauses.pause(1000);
  pauses.resume(2000);
  const kept = (atMs: number) => {
    const pcm = new Int16Array(100 * RATE).fill(1);
    pauses.silence(atMs * RATE, pcm, 300 * RATE);
    return pcm.filter((sample) => sample === 1).length / RATE;
  };
  expect([600, 650, 700].map(kept)).toEqual([100, 50, 0]);
  expect([2000 + RESUME_GUARD_MS - 100, 2000 + RESUME_GUARD_MS].map(kept)).toEqual([0, 100]);
});
