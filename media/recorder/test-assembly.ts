import { appendFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Room } from "#media/fixtures/room.ts";
import { decode, onsetsOf } from "#tests/support/tones.ts";
import type { JournalEntry, Source } from "./journal.ts";
import { openSink } from "./sink.ts";

export const RATE = 48_000;
/** A short tone at each of these moments of the call, milliseconds. */
export function sound(
  fromMs: number,
  lengthMs: number,
  tones: readonly [atMs: number, hz: number][],
) {
  const pcm = new Int16Array((lengthMs * RATE) / 1000);
  for (const [atMs, hz] of tones) {
    const from = ((atMs - fromMs) * RATE) / 1000;
    for (let i = 0; i < RATE / 5; i++)
      if (from + i >= 0 && from + i < pcm.length)
        pcm[from + i] = Math.round(9000 * Math.sin((2 * Math.PI * hz * i) / RATE));
  }
  return pcm;
}

/** Each second of the call has its own pitch, from 400 Hz up. */
export const LADDER = Array.from({ length: 20 }, (_, s): [number, number] => [
  s * 1000,
  400 + s * 150,
]);
const PITCHES = LADDER.map(([, hz]) => hz);

export async function encode(file: string, pcm: Int16Array): Promise<void> {
  const sink = openSink(file, () => undefined);
  sink.write(pcm);
  await sink.end();
}

/** A folder as recorders leave it. */
export async function folder(room: Room) {
  const dir = await mkdtemp(join(room.root, "call-"));
  const say = (t: number, a: number, { type, ...rest }: JournalEntry) =>
    appendFileSync(
      join(dir, "journal.jsonl"),
      `${JSON.stringify({ type, a, t, wall: t, ...rest })}\n`,
    );
  let n = 0;
  const put = async (a: number, id: string, source: Source, fromMs: number, pcm: Int16Array) => {
    const file = `${id}.${source}.a${a}.${n}.ogg`;
    await encode(join(dir, file), pcm);
    const samples = pcm.length;
    say(fromMs, a, { type: "segStart", id, source, file, n: n++, startMs: fromMs, samples });
    return join(dir, file);
  };
  return { dir, say, put };
}

export const jobIn = async (room: Room) => ({
  jobDir: await room.job(),
  tools: room.tools,
  signal: new AbortController().signal,
});

/** Moments of the ladder found in a file, by their second. */
export async function heard(file: string): Promise<Map<number, number>> {
  const found = onsetsOf(await decode(file, 16_000), 16_000, PITCHES);
  // The first of each: where two parts meet within a tone it may begin twice.
  return new Map(found.toReversed().map(({ atMs, hz }) => [(hz - 400) / 150, atMs]));
}
export function expectOnTime(found: Map<number, number>, seconds: number[]): void {
  expect([...found.keys()].sort((a, b) => a - b)).toEqual(seconds);
  for (const [second, atMs] of found) expect(Math.abs(atMs - second * 1000)).toBeLessThan(25);
}
