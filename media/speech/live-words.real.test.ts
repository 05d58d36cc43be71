import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SegmentOut } from "./engine.ts";
import { FIT_AFTER_MS } from "./live-fit.ts";
import { findPrograms } from "./pocketsphinx.ts";
import { createPocketsphinx, type PocketsphinxEngine } from "./pocketsphinx-engine.ts";
import { scoreWords } from "./score-words.ts";
import { percentile, speakCall, spokenForm, type TestCall } from "./test-call.ts";
import {
  fittedWarp,
  hearLive,
  LIVE_START_MS,
  monologue,
  openLiveTrack,
  sayLive,
} from "./test-live.ts";
import { openWorkbench, readTurns, report } from "./test-tools.ts";

/** Of a few sentences: what is right is right, figures of accuracy belong to `npm run bench -- speech`. */
const MOST_WRONG = 0.25;

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

  /** Words of turns and of what was heard of them: most are right, and at their time. */
  function expectWords(turns: TestCall["turns"], finals: readonly SegmentOut[]): void {
    expect(finals).toHaveLength(turns.length);
    const said = turns.flatMap(({ words }) => words);
    const heard = spokenForm(finals);
    const { wer, pairs } = scoreWords(
      said.map(({ text }) => text),
      heard.map(({ text }) => text),
    );
    expect(wer).toBeLessThanOrEqual(MOST_WRONG);
    const late = pairs.map(([i, j]) =>
      Math.abs((heard[j]?.startMs ?? NaN) - LIVE_START_MS - (said[i]?.startMs ?? NaN)),
    );
    expect(percentile(late, 0.9)).toBeLessThanOrEqual(100);
  }

  it.each(["rms", "slt"] as const)("are right, and at their time: %s", async (voice) => {
    const call = await speakCall(
      bench.engines.programs,
      await readTurns("sales-call", 8, 9),
      voice,
    );
    expectWords(call.turns, await hearLive(engine, call.pcm));
  });

  it("are neither lost nor doubled where somebody goes on for longer than a piece", async () => {
    const texts = await readTurns("sales-call", 4, 6);
    const { pcm, said } = await monologue(bench.engines.programs, texts, "rms");
    const finals = await hearLive(engine, pcm);
    const heard = spokenForm(finals).map(({ text }) => text);
    expect(finals.length).toBeGreaterThanOrEqual(2);
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
    expect(scoreWords(said, heard).wer).toBeLessThanOrEqual(MOST_WRONG);
  });

  it("survive a decoder that is killed in the middle of them", async () => {
    const call = await speakCall(
      bench.engines.programs,
      await readTurns("sales-call", 3, 4),
      "rms",
    );
    const last = call.turns.at(-1);
    const moment = (((last?.startMs ?? 0) + (last?.endMs ?? 0)) / 2) * 16;
    let killed = 0;
    const finals = await hearLive(engine, call.pcm, (at) => {
      if (killed > 0 || at < moment) return;
      for (const pid of engine.pids()) process.kill(pid, "SIGKILL");
      killed = engine.pids().length;
    });
    expect(killed).toBeGreaterThan(0);
    expectWords(call.turns, finals);
    expect(finals.some(({ isInaudible }) => isInaudible)).toBe(false);
  });

  it("are heard under the warp of the voice once enough was said to find it", async () => {
    const { programs } = bench.engines;
    const call = await speakCall(programs, await readTurns("sales-call", 0, 8), "slt");
    let spokenMs = 0;
    const last = call.turns.findIndex((turn) => {
      spokenMs += turn.endMs - turn.startMs;
      return spokenMs >= FIT_AFTER_MS[0] + 1_000;
    });
    const from = ((call.turns[last]?.endMs ?? 0) + 600) * 16;
    const to = ((call.turns[last + 1]?.endMs ?? 0) + 600) * 16;
    const finals: SegmentOut[] = [];
    const track = await openLiveTrack(engine, finals);
    await sayLive(track, call.pcm, { from: 0, to: from });
    const warp = await fittedWarp(engine, 1);
    report("live fit of slt", { warp });
    expect(warp).toBeGreaterThan(1.05);
    const next = await openLiveTrack(engine, finals, track);
    await expect(fittedWarp(engine, 2)).resolves.toBe(warp);
    await sayLive(next, call.pcm, { from, to });
    await track.close();
    await next.close();
    expectWords(
      call.turns.slice(last + 1, last + 2),
      finals.filter(({ startMs }) => startMs >= LIVE_START_MS + from / 16),
    );
  });
});
