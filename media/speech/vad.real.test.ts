import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPrograms } from "./pocketsphinx.ts";
import { recognise } from "./recognise.ts";
import { findTrackSpeech, readSegments, segmentId } from "./segments.ts";
import { speakCall } from "./test-call.ts";
import { covers, gateRanges, makeBursts, makeSound } from "./test-sounds.ts";
import { collect, openWorkbench, readTurns, report } from "./test-tools.ts";
import { findSpeech, frameEnergies, RATE } from "./vad.ts";

const { signal } = new AbortController();

describe("voice detection", () => {
  it("takes well under a second for 45 minutes", () => {
    const { pcm } = makeBursts(10);
    const long = new Int16Array(45 * 60 * RATE);
    for (let at = 0; at < long.length; at += pcm.length) {
      long.set(pcm.subarray(0, Math.min(pcm.length, long.length - at)), at);
    }
    const before = process.cpuUsage();
    findSpeech(frameEnergies(long));
    const { user, system } = process.cpuUsage(before);
    report("gate 5, 45 min", { "CPU s": (user + system) / 1e6 });
    expect((user + system) / 1e6).toBeLessThan(1);
  });
});

const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });

describe("a track on disk", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  beforeAll(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
  });
  afterAll(() => bench.close());

  it("is read in slices: two hours need the memory of ten minutes", async () => {
    const path = join(bench.dir, "long.s16");
    const file = await open(path, "w");
    // A sparse file, with one second of noise just across the end of the first slice.
    await file.truncate(2 * 3600 * RATE * 2);
    const noise = makeSound("noise", 1);
    await file.write(new Uint8Array(noise.buffer), 0, noise.byteLength, 599.5 * RATE * 2);
    await file.close();
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }, 5);
    const track = await findTrackSpeech(path, signal);
    clearInterval(watch);
    const [segment] = await collect(readSegments(path, track.ranges, signal));
    report("gate 5, 2 h track", { "peak MB": peak / 1e6 });
    // The pre-emphasis of the last sample reaches one frame further.
    const range = { startMs: 599_300, endMs: 600_710 };
    expect(track).toEqual({
      ...{ durationMs: 7_200_000, ranges: [range], voice: [], voiceDb: null, isSilent: false },
    });
    expect(segment?.id).toBe(segmentId(range));
    expect(segment?.pcm.subarray(200 * 16, 1200 * 16)).toEqual(noise);
    expect(peak).toBeLessThan(120e6);
  });

  describe.skipIf(missing.length > 0)("with speech", () => {
    it("gives one segment per spoken turn, batch and live", async () => {
      const texts = await readTurns("freight-call", 0, 9);
      for (const voice of ["rms", "slt"] as const) {
        const call = await speakCall(bench.engines.programs, texts, voice);
        const ranges = findSpeech(frameEnergies(call.pcm));
        const live = gateRanges(call.pcm);
        report(`gate 5, ${voice}`, { turns: 10, found: ranges.length, live: live.length });
        expect(ranges).toHaveLength(texts.length);
        expect(live).toHaveLength(texts.length);
        call.turns.forEach(({ words }, n) => {
          const spoken = { startMs: words[0]?.startMs ?? 0, endMs: words.at(-1)?.endMs ?? 0 };
          expect(covers(ranges[n] ?? { startMs: 0, endMs: 0 }, spoken)).toBe(true);
        });
      }
    });

    it("gives no text for silence, tone, hum, noise, and a tone that begins", async () => {
      const engine = bench.engines.engine("pocketsphinx");
      if (engine === undefined) throw new Error("no engine");
      const begins = new Int16Array(9 * RATE);
      begins.set(makeSound("tone", 3), 3 * RATE);
      const sounds = (["zeros", "noise", "tone", "hum"] as const).map((kind) => makeSound(kind, 8));
      for (const pcm of [...sounds, begins]) {
        const pcmFile = await bench.writeTrack(pcm);
        const run = recognise({ engine, pcmFile, language: "en", bias: [], signal });
        expect((await collect(run.segments)).map(({ text }) => text).join("")).toBe("");
      }
    });
  });
});
