import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { SegmentIn, SegmentOut, Word } from "./engine.ts";
import { agree, startDraft } from "./live-draft.ts";
import { createLiveTrack, type LiveDecoders } from "./live-track.ts";
import { createSoundRing } from "./sound-ring.ts";

const BLOCK = 1_600;
/** A loud buzz of `ms`, which opens the gate, or silence. */
const sound = (ms: number, isLoud: boolean): Int16Array =>
  Int16Array.from({ length: ms * 16 }, (_, n) => (isLoud ? (((n * 7919) % 6_001) - 3_000) * 2 : 0));
const words = (text: string, stepMs = 300): Word[] =>
  text.split(" ").map((word, n) => ({ text: word, startMs: n * stepMs, endMs: (n + 1) * stepMs }));
const heard = (segment: SegmentIn): SegmentOut => ({
  ...segment,
  text: "x",
  words: words("x"),
  timing: "engine",
});

type Told = { drafts: string[]; finals: SegmentOut[]; opened: string[] };
function listenTo(decoders: LiveDecoders, more: { mayDraft?: () => boolean } = {}) {
  let now = 0;
  const told: Told = { drafts: [], finals: [], opened: [] };
  const track = createLiveTrack(
    decoders,
    {
      onOpen: (id) => told.opened.push(id),
      onDraft: (id, stable, tail) => told.drafts.push(`${id} ${stable}|${tail}`),
      onFinal: (segment) => told.finals.push(segment),
      ...more,
    },
    () => now,
  );
  const feed = async (pcm: Int16Array, startMs: number): Promise<void> => {
    for (let at = 0; at < pcm.length; at += BLOCK) {
      now += 100;
      track.push(pcm.subarray(at, at + BLOCK), startMs + at / 16);
      await turn();
    }
  };
  return { track, told, feed };
}

test("words that two runs agree on become stable, the newest never", () => {
  let draft = agree(startDraft(1_000), words("we can deliver"));
  expect([draft.stable.length, draft.tail.length]).toEqual([0, 3]);
  draft = agree(draft, words("we can deliver the first"));
  expect(draft.stable.map(({ text }) => text)).toEqual(["we", "can", "deliver"]);
  expect(draft.stableEndMs).toBe(900);
  draft = agree(draft, words("the last"));
  expect(draft.stable).toHaveLength(4);
  expect(draft.tail.map(({ text }) => text)).toEqual(["last"]);
});

test("the ring gives back what it still holds, by time", () => {
  const ring = createSoundRing(100);
  ring.reset(5_000);
  for (let at = 0; at < 10; at++) ring.push(new Int16Array(320).fill(at));
  expect(ring.endMs).toBe(5_200);
  expect([...new Set(ring.read(5_180, 5_200))]).toEqual([9]);
  expect(ring.read(5_000, 5_200)).toHaveLength(1_600);
  expect(ring.read(5_190, 5_300)).toHaveLength(160);
});

test("a piece opens, is drafted once a second and ends with one final of its own sound", async () => {
  const asked: number[] = [];
  const { track, told, feed } = listenTo({
    draft: (pcm) => Promise.resolve(words(pcm.length > 0 ? "one two three" : "")),
    final: (segment) => {
      asked.push(segment.pcm.length / 16);
      return Promise.resolve(heard(segment));
    },
  });
  await feed(sound(2_000, false), 0);
  await feed(sound(3_000, true), 2_000);
  await feed(sound(1_500, false), 5_000);
  await track.close();
  expect(told.opened).toHaveLength(1);
  expect(told.drafts.length).toBeGreaterThanOrEqual(2);
  expect(told.finals).toHaveLength(1);
  const [final] = told.finals;
  expect(final?.id).toBe(told.opened[0]);
  expect(final?.startMs).toBeGreaterThanOrEqual(1_790);
  expect(final?.startMs).toBeLessThanOrEqual(2_000);
  expect(final?.endMs).toBeLessThanOrEqual(5_250);
  expect(asked[0]).toBe((final?.endMs ?? 0) - (final?.startMs ?? 0));
});

test("no draft comes after the final, and a busy machine gets none", async () => {
  const waiting: (() => void)[] = [];
  const late = listenTo({
    draft: () => new Promise((done) => waiting.push(() => done(words("too late")))),
    final: (segment) => Promise.resolve(heard(segment)),
  });
  await late.feed(sound(1_000, false), 0);
  await late.feed(sound(2_000, true), 1_000);
  await late.feed(sound(1_000, false), 3_000);
  await late.track.close();
  for (const answer of waiting) answer();
  await turn(); // a draft that still counts would be reported before this
  expect(waiting).toHaveLength(1);
  expect(late.told.drafts).toEqual([]);
  let drafts = 0;
  const busy = listenTo(
    {
      draft: () => Promise.resolve((drafts++, [])),
      final: (segment) => Promise.resolve(heard(segment)),
    },
    { mayDraft: () => false },
  );
  await busy.feed(sound(1_000, false), 0);
  await busy.feed(sound(3_000, true), 1_000);
  await busy.track.close();
  expect(drafts).toBe(0);
  expect(busy.told.finals).toHaveLength(1);
});

test("a turn longer than four seconds shows a draft, also on a busy machine", async () => {
  const busy = listenTo(
    {
      draft: () => Promise.resolve(words("one two three")),
      final: (segment) => Promise.resolve(heard(segment)),
    },
    { mayDraft: () => false },
  );
  await busy.feed(sound(1_000, false), 0);
  await busy.feed(sound(3_500, true), 1_000);
  expect(busy.told.drafts).toEqual([]);
  await busy.feed(sound(1_500, true), 4_500);
  expect(busy.told.drafts).toHaveLength(1);
  await busy.feed(sound(4_000, true), 6_000);
  expect(busy.told.drafts).toHaveLength(2);
  await busy.track.close();
});

test("a jump of the clock ends the piece where the sound ended, and who goes on speaking is heard at once", async () => {
  const { track, told, feed } = listenTo({ final: (segment) => Promise.resolve(heard(segment)) });
  await feed(sound(1_000, false), 0);
  await feed(sound(2_000, true), 1_000);
  await feed(sound(2_000, true), 9_000);
  await track.close();
  expect(told.finals.map(({ startMs }) => startMs)).toEqual([800, 9_000]);
  expect(told.finals[0]?.endMs).toBeLessThanOrEqual(3_050);
});

test("a decoder that fails twice leaves an inaudible piece, not none", async () => {
  let tries = 0;
  const { track, told, feed } = listenTo({
    final: () => Promise.reject(new Error(`failure ${++tries}`)),
  });
  await feed(sound(1_000, false), 0);
  await feed(sound(1_500, true), 1_000);
  await track.close();
  expect(tries).toBe(2);
  expect(told.finals).toMatchObject([{ isInaudible: true, words: [] }]);
});
