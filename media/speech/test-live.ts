/** Sound for a live track at the pace of a fast speaker, for tests and the bench. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveTrack, SegmentOut } from "./engine.ts";
import type { Voice } from "./flite.ts";
import { openLive } from "./open-live.ts";
import type { Programs } from "./pocketsphinx.ts";
import type { PocketsphinxEngine } from "./pocketsphinx-engine.ts";
import { speakCall } from "./test-call.ts";
import { seeded } from "./test-tools.ts";

const BLOCK = 1_600;
/** Times faster than somebody speaks. */
const PACE = 6;
const FIT_MS = 120_000;
/** The track's first sample on the clock of the call. */
export const LIVE_START_MS = 5_000;

/** From a sample to a sample, telling of each block where it began. */
export type Stretch = {
  from: number;
  to: number;
  onBlock?: ((at: number) => void) | undefined;
};

/** Pushes a stretch of a track's samples. */
export async function sayLive(
  track: LiveTrack,
  pcm: Int16Array,
  { from, to, onBlock }: Stretch,
): Promise<void> {
  const beganAt = performance.now();
  for (let at = from; at < to; at += BLOCK) {
    await sleep(Math.max(0, beganAt + (at - from) / 16 / PACE - performance.now()));
    track.push(pcm.subarray(at, Math.min(at + BLOCK, to)), LIVE_START_MS + at / 16);
    onBlock?.(at);
  }
}

/** A live track in English without drafts, whose finals go to a list; of the voice of the track `after`. */
export const openLiveTrack = (
  engine: PocketsphinxEngine,
  finals: SegmentOut[],
  after?: LiveTrack,
): Promise<LiveTrack> =>
  openLive(engine, undefined, {
    ...{ language: "en", bias: [], signal: new AbortController().signal },
    mayDraft: () => false,
    onDraft: () => undefined,
    onFinal: (segment) => finals.push(segment),
    ...(after && { after }),
  });

/** Says all of it, and answers what was heard, in the order of the call. */
export async function hearLive(
  engine: PocketsphinxEngine,
  pcm: Int16Array,
  onBlock?: (at: number) => void,
): Promise<SegmentOut[]> {
  const finals: SegmentOut[] = [];
  const track = await openLiveTrack(engine, finals);
  await sayLive(track, pcm, { from: 0, to: pcm.length, onBlock });
  await track.close();
  return finals.toSorted((a, b) => a.startMs - b.startMs);
}

/** Waits until the decoders of so many voices, two each, were started with one and the same warp. @returns the warp */
export async function fittedWarp(engine: PocketsphinxEngine, voices: number): Promise<number> {
  const end = performance.now() + FIT_MS;
  while (performance.now() < end) {
    const [warp, ...more] = (await warpsOf(engine.pids())).filter((other) => other !== 1);
    const isFitted = more.length >= 2 * voices - 1 && more.every((other) => other === warp);
    if (warp !== undefined && isFitted) return warp;
    await sleep(200);
  }
  throw new Error("the voice was not fitted");
}

/** What each decoder was started with. */
const warpsOf = (pids: readonly number[]): Promise<number[]> =>
  Promise.all(
    pids.map(async (pid) => {
      const line = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
      const at = line.indexOf("-warp_params");
      return at < 0 ? 1 : Number(line[at + 1]);
    }),
  );

/** Turns one right after the other, over a little noise: no pause is long enough to end a piece. */
export async function monologue(
  programs: Programs,
  texts: readonly string[],
  voice: Voice,
): Promise<{ pcm: Int16Array; said: string[] }> {
  const { turns } = await speakCall(programs, texts, voice);
  const clips = turns.map(({ pcm, words, startMs }) => {
    const from = (words[0]?.startMs ?? 0) - startMs - 60;
    const to = (words.at(-1)?.endMs ?? 0) - startMs + 60;
    return pcm.subarray(Math.max(0, from) * 16, to * 16);
  });
  const random = seeded(7);
  const lead = 8_000;
  const length = clips.reduce((sum, clip) => sum + clip.length, 0) + 2 * lead;
  const pcm = Int16Array.from({ length }, () => Math.round(random() * 12 - 6));
  let at = lead;
  for (const clip of clips) {
    pcm.set(clip, at);
    at += clip.length;
  }
  return { pcm, said: turns.flatMap(({ words }) => words.map(({ text }) => text)) };
}
