import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LiveTrack, SegmentOut } from "./engine.ts";
import type { Voice } from "./flite.ts";
import { FIT_AFTER_MS } from "./live-fit.ts";
import { openLive } from "./open-live.ts";
import { findPrograms } from "./pocketsphinx.ts";
import { createPocketsphinx, type PocketsphinxEngine } from "./pocketsphinx-engine.ts";
import { scoreWords } from "./score-words.ts";
import { openWorkbench, readTurns, report, seeded, speakCall, spokenForm } from "./test-call.ts";

/** The words of a track that is heard while it is spoken (speech.md §8, gate 1 of §16). */
const WER = { rms: 0.12, slt: 0.18 } as const;
const BLOCK = 1_600;
/** Times faster than somebody speaks. */
const PACE = 6;
const FIT_MS = 60_000;

/** `from` and `to` in samples; the call began 5 s before its first one. */
async function say(
  track: LiveTrack,
  pcm: Int16Array,
  { from, to, onBlock }: { from: number; to: number; onBlock?: ((at: number) => void) | undefined },
): Promise<void> {
  const beganAt = performance.now();
  for (let at = from; at < to; at += BLOCK) {
    await sleep(Math.max(0, beganAt + (at - from) / 16 / PACE - performance.now()));
    track.push(pcm.subarray(at, Math.min(at + BLOCK, to)), 5_000 + at / 16);
    onBlock?.(at);
  }
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

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + FIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error("the voice was not fitted");
    await sleep(200);
  }
}

const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });
if (missing.length > 0) report("live words skipped, not installed", { missing: missing.join(" ") });

describe.skipIf(missing.length > 0)("words of a live track", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  let engine: PocketsphinxEngine;
  beforeEach(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
    const { programs } = bench.engines;
    engine = createPocketsphinx({ programs, missing: [], cacheDir: `${bench.dir}/cache` });
  });
  afterEach(async () => {
    await engine.close();
    await bench.close();
  });

  const open = (finals: SegmentOut[], after?: LiveTrack): Promise<LiveTrack> =>
    openLive(engine, undefined, {
      ...{ language: "en", bias: [], signal: new AbortController().signal },
      mayDraft: () => false,
      onDraft: () => undefined,
      onFinal: (segment) => finals.push(segment),
      ...(after && { after }),
    });
  async function hear(pcm: Int16Array, onBlock?: (at: number) => void): Promise<SegmentOut[]> {
    const finals: SegmentOut[] = [];
    const track = await open(finals);
    await say(track, pcm, { from: 0, to: pcm.length, onBlock });
    await track.close();
    return finals.toSorted((a, b) => a.startMs - b.startMs);
  }
  const wordsOf = (finals: readonly SegmentOut[]): string[] =>
    spokenForm(finals).map(({ text }) => text);

  it.each([
    ["rms", 9],
    ["slt", 8],
  ] as const)("are as right as those of a file: %s", async (voice, last) => {
    const turns = await readTurns("sales-call", 4, last);
    const call = await speakCall(bench.engines.programs, turns, voice);
    const finals = await hear(call.pcm);
    const said = call.turns.flatMap(({ words }) => words.map(({ text }) => text));
    const { wer } = scoreWords(said, wordsOf(finals));
    report(`live ${voice}`, { wer, pieces: finals.length, turns: call.turns.length });
    expect(finals).toHaveLength(call.turns.length);
    expect(wer).toBeLessThanOrEqual(WER[voice]);
  });

  it("are neither lost nor doubled where somebody goes on for longer than a piece", async () => {
    const { pcm, said } = await monologue("rms");
    const finals = await hear(pcm);
    const heard = wordsOf(finals);
    const { wer } = scoreWords(said, heard);
    report("live monologue", {
      wer,
      pieces: finals.length,
      said: said.length,
      heard: heard.length,
    });
    expect(finals.length).toBeGreaterThanOrEqual(3);
    for (const [at, piece] of finals.entries()) {
      expect(piece.endMs - piece.startMs).toBeLessThanOrEqual(15_100);
      for (const word of piece.words) {
        expect(word.startMs).toBeGreaterThanOrEqual(piece.startMs);
        expect(word.endMs).toBeLessThanOrEqual(piece.endMs);
      }
      const next = finals[at + 1];
      if (next) expect(next.startMs).toBeGreaterThanOrEqual(piece.endMs - 1);
    }
    expect(Math.abs(heard.length - said.length)).toBeLessThanOrEqual(said.length * 0.05);
    expect(wer).toBeLessThanOrEqual(WER.rms);
  });

  it("survive a decoder that is killed in the middle of them", async () => {
    const call = await speakCall(
      bench.engines.programs,
      await readTurns("sales-call", 4, 6),
      "rms",
    );
    const [, , last] = call.turns;
    const moment = (((last?.startMs ?? 0) + (last?.endMs ?? 0)) / 2) * 16;
    let killed = 0;
    const finals = await hear(call.pcm, (at) => {
      if (killed > 0 || at < moment) return;
      for (const pid of engine.pids()) process.kill(pid, "SIGKILL");
      killed = engine.pids().length;
    });
    expect(killed).toBeGreaterThan(0);
    expect(finals).toHaveLength(3);
    const said = call.turns.flatMap(({ words }) => words.map(({ text }) => text));
    expect(scoreWords(said, wordsOf(finals)).wer).toBeLessThanOrEqual(WER.rms);
    expect(finals.some(({ isInaudible }) => isInaudible)).toBe(false);
  });

  it("are heard under the warp of the voice once enough was said to find it", async () => {
    const { programs } = bench.engines;
    const call = await speakCall(programs, await readTurns("sales-call", 0, 20), "slt");
    let spokenMs = 0;
    const last = call.turns.findIndex((turn) => {
      spokenMs += turn.endMs - turn.startMs;
      return spokenMs >= FIT_AFTER_MS[0] + 4_000;
    });
    const from = ((call.turns[last]?.endMs ?? 0) + 1_000) * 16;
    const to = (call.turns[last + 6]?.startMs ?? 0) * 16;
    const finals: SegmentOut[] = [];
    const track = await open(finals);
    await say(track, call.pcm, { from: 0, to: from });
    /** One for finals and one for drafts of each track. */
    const fittedFor = (voices: number) =>
      until(async () => {
        const [warp, ...more] = (await warpsOf(engine.pids())).filter((other) => other !== 1);
        return more.length >= 2 * voices - 1 && more.every((other) => other === warp)
          ? warp
          : undefined;
      });
    const warp = await fittedFor(1);
    report("live fit of slt", { warp });
    expect(warp).toBeGreaterThan(1.05);
    const next = await open(finals, track);
    await expect(fittedFor(2)).resolves.toBe(warp);
    await say(next, call.pcm, { from, to });
    await track.close();
    await next.close();
    const turns = call.turns.slice(last + 1, last + 6);
    const said = turns.flatMap(({ words }) => words.map(({ text }) => text));
    const later = finals.filter(({ startMs }) => startMs >= 5_000 + from / 16);
    const { wer } = scoreWords(said, wordsOf(later.toSorted((a, b) => a.startMs - b.startMs)));
    report("live slt, fitted", { wer, said: said.length });
    expect(later).toHaveLength(turns.length);
    expect(wer).toBeLessThanOrEqual(WER.slt);
  });

  /** Turns one right after the other, over a little noise: no pause is long enough to end a piece. */
  async function monologue(voice: Voice): Promise<{ pcm: Int16Array; said: string[] }> {
    const { turns } = await speakCall(
      bench.engines.programs,
      await readTurns("sales-call", 4, 10),
      voice,
    );
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
});
