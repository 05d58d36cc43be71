import { expect, test } from "vitest";
import { createChannelMeter } from "./channels.ts";
import { CHANNEL_PCM_RATE } from "./plan/channel-sample.ts";

type Sound = (at: number) => number;
const SECONDS = 12;

/** Reproducible noise in −1..1. */
const noise = (seed: number): Sound => {
  const values = Float32Array.from({ length: SECONDS * CHANNEL_PCM_RATE }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return seed / 2 ** 31;
  });
  return (at) => values[at] ?? 0;
};
/** Noise in syllables of 250 ms, within seconds that `talks` names: loud and quiet like a voice. */
const voice = (seed: number, talks: (second: number) => boolean, gain = 0.3): Sound => {
  const source = noise(seed);
  return (at) => {
    const isSyllable = Math.floor(at / (CHANNEL_PCM_RATE / 4)) % 3 !== 2;
    return talks(Math.floor(at / CHANNEL_PCM_RATE)) && isSyllable
      ? gain * source(at)
      : 0.0005 * source(at);
  };
};
const plus =
  (...sounds: Sound[]): Sound =>
  (at) =>
    sounds.reduce((sum, sound) => sum + sound(at), 0);
const hear = (left: Sound, right: Sound, chunk = 65_536) => {
  const pcm = Buffer.alloc(SECONDS * CHANNEL_PCM_RATE * 4);
  for (let at = 0; at < SECONDS * CHANNEL_PCM_RATE; at++) {
    pcm.writeInt16LE(Math.round(32_000 * Math.max(-1, Math.min(1, left(at)))), at * 4);
    pcm.writeInt16LE(Math.round(32_000 * Math.max(-1, Math.min(1, right(at)))), at * 4 + 2);
  }
  const meter = createChannelMeter();
  for (let at = 0; at < pcm.length; at += chunk) meter.push(pcm.subarray(at, at + chunk));
  return meter.verdict();
};

const us = voice(1, (second) => second % 4 < 2);
const them = voice(2, (second) => second % 4 >= 2);
const hiss = noise(9);
const silence: Sound = () => 0;

test("two people who take turns are a speaker per channel", () => {
  const verdict = hear(us, them);
  expect(verdict).toMatchObject({ isPerSpeaker: true });
  expect(verdict.speechMs[0]).toBeGreaterThan(3000);
  expect(verdict.speechMs[1]).toBeGreaterThan(3000);
});

test("each hearing a little of the other changes nothing", () => {
  const leak =
    (sound: Sound): Sound =>
    (at) =>
      0.05 * sound(at);
  expect(hear(plus(us, leak(them)), plus(them, leak(us)))).toMatchObject({ isPerSpeaker: true });
});

test("the same sound in both channels is one lane", () => {
  const both = plus(us, them);
  const verdict = hear(both, both);
  expect(verdict.isPerSpeaker).toBe(false);
  expect(verdict.correlation).toBeCloseTo(1, 5);
});

test("the same sound with one channel upside down is one lane, of the louder channel", () => {
  expect(hear(us, (at) => -0.9 * us(at))).toMatchObject({
    ...{ isPerSpeaker: false, cancelled: "left" },
  });
  expect(hear(us, (at) => -us(at)).cancelled).not.toBeNull();
  expect(hear((at) => -0.8 * us(at), us)).toMatchObject({ cancelled: "right" });
  const nearly = plus(
    (at) => -us(at),
    (at) => 0.1 * them(at),
  );
  expect(hear(us, nearly).cancelled).not.toBeNull();
});

test("neither voices that take turns, nor one sound in both, nor an empty channel silence each other", () => {
  for (const [left, right] of [
    [us, them],
    [us, us],
    [us, silence],
    [silence, us],
    [silence, silence],
    [us, hiss],
  ] as const)
    expect(hear(left, right).cancelled).toBeNull();
});

test("two microphones in one room are one lane although their samples differ", () => {
  const far: Sound = (at) => 0.8 * plus(us, them)(at - 12);
  const verdict = hear(
    plus(
      us,
      voice(3, (second) => second % 4 >= 2),
    ),
    far,
  );
  expect(verdict).toMatchObject({ isPerSpeaker: false });
});

test.each<[string, Sound]>([
  ["silence", silence],
  ["hiss", (at) => 0.1 * hiss(at)],
  ["a steady tone", (at) => 0.3 * Math.sin(at / 3)],
])("%s beside a voice is one lane", (_, other) => {
  expect(hear(us, other)).toMatchObject({ isPerSpeaker: false, speechMs: [expect.any(Number), 0] });
});

test("chunks that break samples change nothing", () => {
  expect(hear(us, them, 1021)).toEqual(hear(us, them));
});
