import { expect, test } from "vitest";
import { Mixer } from "./mixer.ts";
import { RATE } from "./timeline.ts";

const flat = (ms: number, value: number) => new Int16Array(ms * RATE).fill(value);

test("tracks are summed at their place, a second behind", () => {
  const mix = new Mixer(1000);
  mix.add(1000 * RATE, flat(100, 300));
  mix.add(1050 * RATE, flat(100, 40));
  const out = mix.flush(2200);
  expect(out.length).toBe(200 * RATE);
  expect([out[0], out[49 * RATE], out[60 * RATE], out[120 * RATE], out[160 * RATE]]).toEqual([
    300, 300, 340, 40, 0,
  ]);
  expect(mix.flush(2200).length).toBe(0);
});

test("loud tracks saturate and do not wrap", () => {
  const mix = new Mixer(0);
  for (const value of [30_000, 30_000]) mix.add(0, flat(10, value));
  for (const value of [-30_000, -30_000]) mix.add(10 * RATE, flat(10, value));
  const out = mix.flush(1020);
  expect([out[0], out[10 * RATE]]).toEqual([32_767, -32_768]);
});

test("a sample that comes too late is counted with its span, silence is not", () => {
  const mix = new Mixer(0);
  mix.flush(2500);
  mix.add(1400 * RATE, flat(50, 0));
  expect([mix.late, mix.takeLate()]).toEqual([0, null]);
  mix.add(1400 * RATE, flat(200, 7));
  expect(mix.late).toBe(100 * RATE);
  expect(mix.takeLate()).toEqual({ fromMs: 1400, toMs: 1500 });
  expect(mix.takeLate()).toBeNull();
  expect(mix.flush(2600)[50 * RATE]).toBe(7);
});

test("places of the ring are used again for years", () => {
  const mix = new Mixer(0);
  for (let at = 0; at < 20_000; at += 100) {
    mix.add(at * RATE, flat(100, at / 100));
    const out = mix.flush(at + 1100);
    expect([out.length, out[0], out.at(-1)]).toEqual([100 * RATE, at / 100, at / 100]);
  }
  expect(mix.late).toBe(0);
});

test("a loop blocked for longer than the ring gives silence of the right length", () => {
  const mix = new Mixer(0);
  mix.add(0, flat(100, 5));
  const out = mix.flush(9500);
  expect(out.length).toBe(8500 * RATE);
  expect([out[0], out[100 * RATE], out.at(-1)]).toEqual([5, 0, 0]);
  mix.add(8500 * RATE, flat(10, 6));
  expect(mix.drain(8510)[0]).toBe(6);
});
