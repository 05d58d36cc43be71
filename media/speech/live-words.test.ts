import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SegmentOut } from "./engine.ts";
import type { Voice } from "./flite.ts";
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

  async function hear(pcm: Int16Array, onBlock?: (at: number) => void): Promise<SegmentOut[]> {
    const finals: SegmentOut[] = [];
    const track = await openLive(engine, undefined, {
      ...{ language: "en", bias: [], signal: new AbortController().signal },
      mayDraft: () => false,
      onDraft: () => undefined,
      onFinal: (segment) => finals.push(segment),
    });
    const beganAt = performance.now();
    for (let at = 0; at < pcm.length; at += BLOCK) {
      await sleep(Math.max(0, beganAt + at / 16 / PACE - performance.now()));
      track.push(pcm.subarray(at, at + BLOCK), 5_000 + at / 16);
      onBlock?.(at);
    }
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
