import { expect, test } from "vitest";
import { createLiveMeters, levelOf } from "./live-meters.ts";

const noise = (ms: number): Int16Array =>
  Int16Array.from({ length: ms * 16 }, (_, n) => (((n * 7919) % 6_001) - 3_000) * 2);
/** People breathe between syllables; what never does is noise to the gate. */
const isSyllable = (ms: number): boolean => ms % 400 < 300;
const quiet = (ms: number): Int16Array => new Int16Array(ms * 16);

type Said = [who: "rep" | "guest", fromS: number, toS: number];
/** Plays a script to meters, 100 ms at a time. */
function play(script: Said[], untilS: number) {
  const spoken: string[] = [];
  const meters = createLiveMeters((id, { fromMs, toMs }) =>
    spoken.push(`${id} ${Math.round((toMs - fromMs) / 1_000)}`),
  );
  for (let ms = 0; ms < untilS * 1_000; ms += 100)
    for (const who of ["rep", "guest"] as const) {
      const isLoud = script.some(
        ([one, from, to]) => one === who && ms >= from * 1_000 && ms < to * 1_000,
      );
      meters.push(who, isLoud && isSyllable(ms) ? noise(100) : quiet(100), ms);
    }
  return {
    meters,
    spoken,
    of: (who: string) =>
      meters.take(untilS * 1_000)?.people.find(({ participantId }) => participantId === who),
  };
}

test("shares are of all speech, in the whole call and in the last five minutes", () => {
  const { meters } = play(
    [
      ["rep", 1, 31],
      ["guest", 40, 50],
    ],
    52,
  );
  const people = meters.take(52_000)?.people ?? [];
  expect(people[0]?.share).toBeCloseTo(0.75, 1);
  expect(people[1]?.share).toBeCloseTo(0.25, 1);
  expect(people[0]?.share5).toBe(people[0]?.share);
  const long = play(
    [
      ["rep", 1, 31],
      ["guest", 340, 350],
    ],
    352,
  );
  const later = long.meters.take(352_000)?.people ?? [];
  expect(later[0]?.share).toBeCloseTo(0.75, 1);
  expect(later[0]?.share5).toBe(0);
  expect(later[1]?.share5).toBe(1);
});

test("nobody heard since the last time: nothing to tell", () => {
  const { meters } = play([["rep", 0, 2]], 3);
  expect(meters.take(3_000)).not.toBeNull();
  expect(meters.take(3_500)).toBeNull();
});

test("a monologue goes on over own pauses of up to 3 s and over a word of the other, and ends with a second of them", () => {
  expect(
    play(
      [
        ["rep", 1, 20],
        ["rep", 22, 40],
      ],
      40,
    ).of("rep")?.monologueMs,
  ).toBeGreaterThan(38_000);
  expect(
    play(
      [
        ["rep", 1, 20],
        ["rep", 25, 40],
      ],
      40,
    ).of("rep")?.monologueMs,
  ).toBeLessThan(16_000);
  expect(
    play(
      [
        ["rep", 1, 40],
        ["guest", 20, 20.4],
      ],
      40,
    ).of("rep")?.monologueMs,
  ).toBeGreaterThan(38_000);
  const cut =
    play(
      [
        ["rep", 1, 40],
        ["guest", 20, 22],
      ],
      40,
    ).of("rep")?.monologueMs ?? 0;
  expect(cut).toBeGreaterThan(17_000);
  expect(cut).toBeLessThan(18_500);
  expect(play([["rep", 1, 20]], 30).of("rep")?.monologueMs).toBe(0);
});

test("speed is words per minute of own speech in 30 s, and unknown without words or with too little speech", () => {
  const { meters } = play([["rep", 1, 21]], 22);
  expect(meters.take(22_000)?.people[0]?.speed).toBeNull();
  meters.push("rep", quiet(100), 22_000);
  meters.words("rep", 20_000, 50);
  const speed = meters.take(22_100)?.people[0]?.speed ?? 0;
  expect(speed).toBeGreaterThan(135);
  expect(speed).toBeLessThan(155);
});

test("levels are the loudest of each 100 ms since the last time", () => {
  expect(levelOf(new Int16Array(10))).toBe(0);
  expect(levelOf(Int16Array.of(32_767))).toBe(15);
  expect(levelOf(Int16Array.of(16_384))).toBe(14);
  expect(levelOf(Int16Array.of(100))).toBe(0);
  const meters = createLiveMeters();
  meters.push("rep", noise(250), 0);
  meters.push("rep", noise(250), 250);
  expect(meters.take(500)?.people[0]?.levels).toHaveLength(5);
  meters.push("rep", quiet(100), 500);
  expect(meters.take(600)?.people[0]?.levels).toEqual([0]);
});

test("what a worker before had measured counts on", () => {
  const { spoken } = play([["rep", 1, 11]], 12);
  expect(spoken).toEqual(["rep 10"]);
  const meters = createLiveMeters();
  meters.restore("guest", { fromMs: 0, toMs: 30_000 });
  for (let ms = 40_000; ms < 51_000; ms += 100)
    meters.push("rep", ms < 50_000 && isSyllable(ms) ? noise(100) : quiet(100), ms);
  expect(
    meters.take(51_000)?.people.find(({ participantId }) => participantId === "guest")?.share,
  ).toBeCloseTo(0.75, 1);
});
