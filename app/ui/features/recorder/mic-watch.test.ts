import { expect, test } from "vitest";
import { createMicWatch } from "./mic-watch.ts";

const LOOK_MS = 100;
const zeros = new Float32Array(4_096);
const voice = Float32Array.from({ length: 4_096 }, (_, n) => 0.2 * Math.sin(n));
const look = { samples: zeros, isListening: false, isCut: false };

/** Looks ten times a second. @returns when it was first dead, ms; null: never */
function firstDead(lengthMs: number, at: (ms: number) => Partial<typeof look>): number | null {
  const watch = createMicWatch(0);
  for (let ms = LOOK_MS; ms <= lengthMs; ms += LOOK_MS)
    if (watch({ ...look, ...at(ms) }, ms)) return ms;
  return null;
}

test("a microphone that never gave anything but zeros is dead after five seconds, not earlier", () => {
  expect(firstDead(10_000, () => ({}))).toBe(5_000);
});

test("words with zeros between them are a microphone that works, however seldom a look meets them", () => {
  const speaks = (ms: number) => ({ samples: ms % 4_900 === 0 ? voice : zeros });
  expect(firstDead(600_000, speaks)).toBeNull();
});

test("who was heard may think for a while; twenty seconds of zeros are an alarm", () => {
  const spoke = (ms: number) => ({ samples: ms <= 1_000 ? voice : zeros });
  expect(firstDead(20_900, spoke)).toBeNull();
  expect(firstDead(30_000, spoke)).toBe(21_000);
});

test("while the other side speaks, nobody expects to hear the microphone", () => {
  const listens = (ms: number) => ({
    samples: ms <= 1_000 ? voice : zeros,
    isListening: ms > 1_000 && ms <= 181_000,
  });
  expect(firstDead(200_900, listens)).toBeNull();
  expect(firstDead(240_000, listens)).toBe(201_000);
});

test("what the system itself cut off is dead after five seconds, also while the other side speaks", () => {
  const cut = (ms: number) =>
    ms <= 1_000 ? { samples: voice } : { isCut: true, isListening: true };
  expect(firstDead(30_000, cut)).toBe(6_000);
});

test("a tab that slept for an hour heard no hour of silence", () => {
  const watch = createMicWatch(0);
  expect(watch({ ...look, samples: voice }, 100)).toBe(false);
  expect(watch(look, 3_600_000)).toBe(false);
});

test("a tab in the background, asked once a second, alarms after the same five seconds", () => {
  const watch = createMicWatch(0);
  const dead = Array.from({ length: 8 }, (_, n) => watch(look, (n + 1) * 1_000));
  expect(dead.indexOf(true)).toBe(4);
});
