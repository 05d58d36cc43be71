import * as z from "zod";
import { expect } from "vitest";
import { type RangeMs } from "#app/core/domain/views.ts";
import { decodeIndex, decodePage, wordText } from "#app/core/domain/transcript/wire-decode.ts";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { aTranscript, type Said, type SignedIn } from "#tests/support/factories.ts";
import { COMPARE_RATE, findSound } from "#tests/support/find-sound.ts";
import {
  alike,
  allPackets,
  FRAME_MS,
  loudness,
  mixOf,
  NOISE_RATE,
  noiseWav,
  samplesOf,
  stretch,
} from "#tests/support/noises.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext, type WorkerContext } from "#worker/context.ts";
import { transcodeRecording } from "#worker/handlers/recording-transcode.ts";
import { type Got, outsiderOf, undone } from "./outsider.ts";
import { type Door } from "./served.ts";

const SECONDS = 36;
export const CALL_MS = SECONDS * 1_000;
const seconds = Array.from({ length: SECONDS }, (_, second) => second);
/** Each second has a word of its own, said by turns. */
const wordOf = (second: number) => `plover${second}x`;

/** Words that an edge goes through, or that it touches; `isAfter`: their longer part lies after it. */
const edgeWords = (ms: number): (RangeMs & { text: string; isAfter: boolean })[] => {
  const word = (name: string, before: number, after: number, isAfter: boolean) => ({
    ...{ text: `${name}${ms / 1_000}x`, t0Ms: ms - before, t1Ms: ms + after, isAfter },
  });
  return [
    word("longerbefore", 500, 300, false),
    word("longerafter", 300, 500, true),
    word("endsat", 400, 0, false),
    word("beginsat", 0, 400, true),
    word("evenly", 400, 400, true),
  ];
};

/** Words of a talk that are in these ranges by their longer part, and all the others. */
export type Words = { inside: string[]; outside: string[] };
export function wordsIn(ranges: readonly RangeMs[], edges: readonly number[]): Words {
  const all = [
    ...seconds.map((second) => ({ text: wordOf(second), at: second * 1_000 + 500 })),
    ...edges.flatMap((ms) =>
      edgeWords(ms).map(({ text, isAfter }) => ({ text, at: isAfter ? ms + 1 : ms - 1 })),
    ),
  ];
  const isInside = ({ at }: { at: number }) =>
    ranges.some(({ t0Ms, t1Ms }) => at > t0Ms && at < t1Ms);
  const texts = (words: { text: string }[]) => words.map(({ text }) => text);
  return {
    inside: texts(all.filter(isInside)),
    outside: texts(all.filter((word) => !isInside(word))),
  };
}

export type Job = { context: WorkerContext; signal: AbortSignal };
/** What a worker's handlers are given, for as long as `make` runs. */
export async function asWorker<T>(make: (job: Job) => Promise<T>): Promise<T> {
  const context = await openWorkerContext();
  try {
    return await make({ context, signal: new AbortController().signal });
  } finally {
    await context.close();
  }
}

export type Talk = { callId: string; recordingId: string; source: Int16Array };
/**
 * A call of two voices that came in by its files, with a word each second and those at the edges; needs a started queue.
 * @param isLoud when each voice is loud, as `noiseWav` has it; then it is soft
 */
export async function aTalk(
  owner: SignedIn,
  job: Job,
  { seed, isLoud, edges }: { seed: number; isLoud: readonly string[]; edges: readonly number[] },
): Promise<Talk> {
  const wavs = isLoud.map((loud, n) =>
    noiseWav({ seconds: SECONDS, seed: seed + n, isLoud: loud }),
  );
  const sides = [
    { speaker: "Mari Kato", side: "R" as const },
    { speaker: "Elena Duarte", side: "C" as const },
  ];
  const { callId, recordingId } = await uploaded(
    owner,
    wavs.map((bytes, n) => ({ bytes, ...sides[n] })),
  );
  const { workspaceId } = owner;
  await transcodeRecording({ v: 1, workspaceId, recordingId }, job);
  const people = await db.participant.findMany({ where: { callId }, orderBy: { lane: "asc" } });
  const said: Said[] = seconds.map((second) => ({
    participantId: people[second % 2]?.id ?? null,
    ...{ t0Ms: second * 1_000, t1Ms: second * 1_000 + 1_000, text: wordOf(second) },
  }));
  for (const { text, t0Ms, t1Ms } of edges.flatMap(edgeWords))
    said.push({ participantId: people[0]?.id ?? null, t0Ms, t1Ms, text });
  await aTranscript(
    { id: callId, workspaceId },
    said.toSorted((a, b) => a.t0Ms - b.t0Ms),
  );
  return { callId, recordingId, source: mixOf(await Promise.all(wavs.map(samplesOf))) };
}

/** None of these words, in whatever writing. */
export function expectNoneOf({ body }: Pick<Got, "body">, of: string, words: readonly string[]) {
  const texts = [undone(body.toString()), body.toString("utf16le")].map((text) =>
    text.toLowerCase(),
  );
  const found = words.filter((word) => texts.some((text) => text.includes(word)));
  expect([of, found]).toEqual([of, []]);
}

/** That a sound is that of the ranges one after the other, and that nothing else of its source is anywhere in it. */
export async function expectRangesAlone(
  body: Buffer,
  source: Int16Array,
  ranges: readonly RangeMs[],
): Promise<void> {
  const left = await samplesOf(body);
  const soundMs = ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
  expect(Math.abs((left.length * 1000) / NOISE_RATE - soundMs)).toBeLessThanOrEqual(FRAME_MS);

  // Every tenth of a second of it is the one that was said then: there is no room for anything else.
  let before = 0;
  for (const { t0Ms, t1Ms } of ranges) {
    for (let at = 0; at + 100 <= t1Ms - t0Ms; at += 100) {
      const own = stretch(source, t0Ms + at, t0Ms + at + 100);
      const there = stretch(left, before + at, before + at + 100);
      expect([t0Ms + at, alike(own, there) >= 0.9]).toEqual([t0Ms + at, true]);
    }
    before += t1Ms - t0Ms;
  }
  // Packets that players do not play are read as well. These lie between two samples of the source.
  const packets = allPackets(body);
  const { t0Ms: firstMs } = ranges[0] ?? { t0Ms: 0 };
  const known = findSound(packets, stretch(source, firstMs + 1_000, firstMs + 2_000));
  expect(known.alike).toBeGreaterThanOrEqual(0.8);
  for (let at = 0; at + 1_000 <= CALL_MS; at += 500) {
    if (ranges.some(({ t0Ms, t1Ms }) => at + 1_000 > t0Ms && at < t1Ms)) continue;
    const { alike: most } = findSound(packets, stretch(source, at, at + 1_000));
    expect([at, most < 0.1]).toEqual([at, true]);
  }
  const beginsMs = (known.atMs * COMPARE_RATE) / NOISE_RATE - 1_000;
  const endsMs = beginsMs + soundMs;
  const lengthMs = (packets.length * 1000) / NOISE_RATE;
  const around = [
    stretch(packets, 0, Math.max(0, beginsMs - FRAME_MS)),
    stretch(packets, endsMs + FRAME_MS, lengthMs),
  ];
  for (const rest of around) expect(loudness(rest)).toBeLessThan(0.01 * loudness(left));
  expect(lengthMs - soundMs).toBeLessThanOrEqual(4 * FRAME_MS);
}

/** The words of a cut as its index and its one page have them: what, from when and until when. */
export function timedWords(index: string, page: string): (RangeMs & { text: string })[] {
  const table = decodeIndex(wireIndex.parse(JSON.parse(index)));
  const { cut, ...wire } = wirePage.parse(JSON.parse(page));
  const words = decodePage(table, 0, { ...wire, ...(cut && { cut }) });
  return words.text.flatMap((_, segment) => {
    const [from, to] = [words.wordStart[segment] ?? 0, words.wordStart[segment + 1] ?? 0];
    return Array.from({ length: to - from }, (_word, n) => ({
      text: wordText(words, segment, from + n),
      ...{ t0Ms: words.startMs[from + n] ?? -1, t1Ms: words.endMs[from + n] ?? -1 },
    }));
  });
}
const numbers = z.array(z.number());
const wireIndex = z.object({
  ...{ v: z.literal(1), number: z.number(), no: numbers, lane: numbers, t0: numbers, ms: numbers },
  chars: numbers,
  lanes: z.array(
    z.object({ id: z.string(), name: z.string(), side: z.enum(["R", "C"]).nullable() }),
  ),
});
const wirePage = z.object({
  ...{ v: z.literal(1), flags: numbers, words: numbers, text: z.array(z.string()), gap: numbers },
  ...{ len: numbers, low: numbers, cut: numbers.optional() },
});

/** A player on another site, with what its page gives it; it has no cookie. */
export async function aPlayer(
  door: Door,
  { callId, key }: { callId: string; key: string },
  query: Record<string, string> = {},
) {
  const site = outsiderOf(door);
  const page = await site.get(paths.embedPlayback(callId, { k: key, ...query }), {
    "sec-fetch-dest": "iframe",
  });
  expect(page.status).toBe(200);
  const json = undone(/data-player="([^"]*)"/.exec(page.text)?.[1] ?? "");
  const data = playerSchema.parse(JSON.parse(json));
  const signed = (path: string) => `${path}?s=${data.signature}`;
  return { site, page, data, sound: signed(data.sound), words: signed(data.words) };
}
const playerSchema = z.object({
  ...{ sound: z.string(), words: z.string(), pulse: z.string(), signature: z.string() },
  ...{ start: z.number(), end: z.number().nullable() },
});
