import { expect, test } from "vitest";
import { PlayClock } from "./publish-clock.ts";

const RATE = 48_000;

/** Plays by a list of the moments at which the process was awake. @returns what was handed over, by moment */
function run(moments: readonly number[]) {
  const clock = new PlayClock(RATE, 20, 60);
  const handed: { at: number; from: number; skipped: number }[] = [];
  for (const at of moments)
    for (let step = clock.step(at); step.kind === "play"; step = clock.step(at))
      handed.push({ at, from: step.from, skipped: step.skipped });
  return { clock, handed };
}
const every = (fromMs: number, toMs: number, stepMs: number): number[] =>
  Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, n) => fromMs + n * stepMs);

test("what is handed over is without hole or repeat, and never further ahead than the lead", () => {
  const { clock, handed } = run(every(0, 2000, 7));
  handed.forEach(({ at, from, skipped }, n) => {
    expect(from).toBe(n * clock.frame);
    expect(skipped).toBe(0);
    expect(from + clock.frame).toBeLessThanOrEqual((at + 60) * (RATE / 1000));
  });
  expect(handed.length).toBeGreaterThanOrEqual(2000 / 20);
});

test("a publisher that begins in the middle plays the middle", () => {
  expect(run([1234.5]).handed[0]).toEqual({ at: 1234.5, from: 59_256, skipped: 0 });
});

test("before the start it hands over what lies before sample 0, which is silence", () => {
  expect(run([-500]).handed[0]?.from).toBe(-24_000);
});

test.each([70, 300, 3000])("a stall of %i ms is skipped, not caught up", (stallMs) => {
  const { handed } = run([...every(0, 500, 10), ...every(500 + stallMs, 1500 + stallMs, 10)]);
  const late = handed.filter(({ skipped }) => skipped > 0);
  expect(late).toHaveLength(1);
  const [first] = late;
  expect(first?.from).toBe(Math.floor((first?.at ?? 0) * (RATE / 1000)));
  const after = handed.slice(handed.findIndex(({ skipped }) => skipped > 0));
  for (const { at, from } of after) expect(from / (RATE / 1000)).toBeGreaterThanOrEqual(at);
});

test("timers that are late by less than the lead cost nothing", () => {
  const { handed } = run(every(0, 3000, 35));
  expect(handed.filter(({ skipped }) => skipped > 0)).toEqual([]);
});
