import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { SoundStream } from "./decoder.ts";
import type { Word } from "./engine.ts";
import { followPiece, type OpenStream } from "./piece-follower.ts";
import { createSoundRing } from "./sound-ring.ts";

const START_MS = 60_000;
/** Sample `n` of the track is `n`, modulo what an s16 can be. */
const count = (from: number, length: number): Int16Array =>
  Int16Array.from({ length }, (_, n) => (from + n) % 30_000);
const WORDS: Word[] = ["one", "two", "three"].map((text, n) => ({
  text,
  startMs: n * 1_000,
  endMs: n * 1_000 + 900,
}));

/** A decoder that takes down what it is given, and says three words whatever it was. */
function open(way: (sample: Int16Array | undefined) => Promise<boolean>) {
  const given: number[] = [];
  const asked: (number | null)[] = [];
  let ended = 0;
  const stream: SoundStream = {
    push: (pcm) => void given.push(...pcm),
    end: () => Promise.resolve((ended++, WORDS)),
  };
  const opener: OpenStream = async (sample) => {
    asked.push(sample?.length ?? null);
    return (await way(sample)) ? stream : undefined;
  };
  return { opener, given, asked, ended: () => ended };
}

function follow(opener: OpenStream) {
  const ring = createSoundRing(30_000);
  ring.reset(START_MS);
  let sent = 0;
  const say = async (ms: number, step = 100): Promise<void> => {
    for (let left = ms; left > 0; left -= step) {
      ring.push(count(sent, step * 16));
      sent += step * 16;
      follower.feed();
      await turn();
    }
  };
  ring.push(count(0, 500 * 16));
  sent = 500 * 16;
  const follower = followPiece(START_MS + 200, ring, opener);
  return { follower, say };
}

test("a decoder that knows the voice hears a piece from its start on, each sample once", async () => {
  const { opener, given, asked, ended } = open(() => Promise.resolve(true));
  const { follower, say } = follow(opener);
  await say(3_050, 50);
  expect(given.length / 16).toBeGreaterThan(2_900);
  expect(await follower.finish(START_MS + 3_500)).toEqual(WORDS);
  expect(given.slice(0, 3_300 * 16)).toEqual([...count(200 * 16, 3_300 * 16)]);
  expect(asked).toEqual([null]);
  expect(ended()).toBe(1);
});

test("words behind a cut belong to the next piece", async () => {
  const { opener } = open(() => Promise.resolve(true));
  const { follower, say } = follow(opener);
  await say(4_000);
  const words = await follower.finish(START_MS + 200 + 1_500);
  expect(words?.map(({ text }) => text)).toEqual(["one", "two"]);
});

test("a decoder that knows another voice is asked with two seconds of this one, and hears all of the piece", async () => {
  const { opener, given, asked } = open((sample) => Promise.resolve(sample !== undefined));
  const { follower, say } = follow(opener);
  await say(1_500);
  expect(asked).toEqual([null]);
  await say(2_000);
  expect(asked).toEqual([null, 2_000 * 16]);
  expect(await follower.finish(START_MS + 4_000)).toEqual(WORDS);
  expect(given.slice(0, 3_800 * 16)).toEqual([...count(200 * 16, 3_800 * 16)]);
});

test("a decoder that is ready only when the piece is over hears it whole", async () => {
  const ready: (() => void)[] = [];
  const { opener, given } = open(() => new Promise((done) => ready.push(() => done(true))));
  const { follower, say } = follow(opener);
  await say(1_500);
  const words = follower.finish(START_MS + 1_700);
  await say(1_000); // of the next piece
  for (const go of ready) go();
  expect((await words)?.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(given).toEqual([...count(200 * 16, 1_500 * 16)]);
});

test("without a decoder nobody has followed, and one that fails is none", async () => {
  const busy = open(() => Promise.resolve(false));
  const first = follow(busy.opener);
  await first.say(7_000);
  expect(busy.asked.length).toBeGreaterThan(2);
  expect(await first.follower.finish(START_MS + 7_000)).toBeUndefined();
  const broken = open(() => Promise.reject(new Error("no")));
  const second = follow(broken.opener);
  await second.say(3_000);
  expect(await second.follower.finish(START_MS + 3_000)).toBeUndefined();
});
