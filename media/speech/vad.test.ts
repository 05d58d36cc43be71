import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPrograms } from "./pocketsphinx.ts";
import { recognise } from "./recognise.ts";
import { findTrackSpeech, readSegments, segmentId } from "./segments.ts";
import { createSpeechGate, type GateEvent } from "./speech-gate.ts";
import { collect, openWorkbench, readTurns, report, seeded, speakCall } from "./test-call.ts";
import { findSpeech, frameEnergies, RATE, type Range } from "./vad.ts";

const { signal } = new AbortController();

/** Sounds of which none is speech. */
function makeSound(kind: "zeros" | "noise" | "tone" | "hum", seconds: number): Int16Array {
  const random = seeded(11);
  const wave = (hz: number, n: number) => Math.sin((2 * Math.PI * hz * n) / RATE);
  return Int16Array.from({ length: seconds * RATE }, (_, n) => {
    if (kind === "noise") return (random() - 0.5) * 6000;
    if (kind === "tone") return 8000 * wave(1000, n) + random() * 4;
    if (kind === "hum") return 6000 * wave(50, n) + random() * 8;
    return 0;
  });
}

/** Bursts of loud noise at known places in faint noise: sound that a gate must find exactly once. */
function makeBursts(count: number): { pcm: Int16Array; bursts: Range[] } {
  const random = seeded(5);
  const bursts: Range[] = [];
  let at = 1000;
  for (let n = 0; n < count; n++) {
    const endMs = at + 400 + Math.floor(random() * 6000);
    bursts.push({ startMs: at, endMs });
    at = endMs + 1200 + Math.floor(random() * 3000);
  }
  const pcm = Int16Array.from({ length: (at / 1000) * RATE }, () => random() * 12 - 6);
  for (const { startMs, endMs } of bursts) {
    for (let n = startMs * 16; n < endMs * 16; n++) pcm[n] = (random() - 0.5) * 9000;
  }
  return { pcm, bursts };
}

function gateRanges(pcm: Int16Array, piece = 1600): Range[] {
  const gate = createSpeechGate();
  const events: GateEvent[] = [];
  for (let at = 0; at < pcm.length; at += piece)
    events.push(...gate.push(pcm.slice(at, at + piece)));
  events.push(...gate.flush());
  return events.flatMap((e) => (e.kind === "close" ? [{ startMs: e.fromMs, endMs: e.toMs }] : []));
}

const covers = (range: Range, inner: Range) =>
  range.startMs <= inner.startMs && range.endMs >= inner.endMs;

describe("voice detection", () => {
  it("finds every burst of a track and nothing else, whole and live", () => {
    const { pcm, bursts } = makeBursts(60);
    const ranges = findSpeech(frameEnergies(pcm));
    const live = gateRanges(pcm);
    report("gate 5, bursts", { made: bursts.length, found: ranges.length, live: live.length });
    expect(ranges).toHaveLength(bursts.length);
    expect(live).toHaveLength(bursts.length);
    bursts.forEach((burst, n) => {
      expect(covers(ranges[n] ?? burst, burst)).toBe(true);
      expect(covers(live[n] ?? burst, burst)).toBe(true);
    });
  });

  it.each(["zeros", "noise", "tone", "hum"] as const)("opens for no steady %s", (kind) => {
    const pcm = makeSound(kind, 30);
    expect(findSpeech(frameEnergies(pcm))).toEqual([]);
    expect(gateRanges(pcm)).toEqual([]);
  });

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

  it("cuts long speech at its quietest place into parts of 1 to 20 s", () => {
    const random = seeded(3);
    const pcm = Int16Array.from({ length: 62 * RATE }, (_, n) => {
      const isQuiet = n < RATE || n > 61 * RATE;
      // Syllables of 150 ms; every 15 s a pause too short to end the range.
      const isPause = Math.floor(n / RATE) % 15 === 14 && n % RATE < 0.25 * RATE;
      const syllable = Math.abs(Math.sin((Math.PI * n) / (0.15 * RATE))) ** 3;
      return (random() - 0.5) * (isQuiet || isPause ? 10 : 10 + 9000 * syllable);
    });
    const ranges = findSpeech(frameEnergies(pcm));
    expect(ranges.length).toBeGreaterThan(3);
    for (const [n, { startMs, endMs }] of ranges.entries()) {
      expect(endMs - startMs).toBeLessThanOrEqual(20_000);
      expect(endMs - startMs).toBeGreaterThanOrEqual(1000);
      if (n > 0) expect(startMs).toBe(ranges[n - 1]?.endMs);
    }
    expect(Math.abs((ranges[0]?.endMs ?? 0) - 14_125)).toBeLessThan(200);
  });

  it("gives the same energies whole and in slices", () => {
    const { pcm } = makeBursts(3);
    const half = 160 * 500;
    const whole = frameEnergies(pcm);
    const second = frameEnergies(pcm.subarray(half), pcm[half - 1]);
    expect(second).toEqual(whole.subarray(500));
  });
});

describe("the live gate", () => {
  it("does not depend on how the samples are cut into pieces", () => {
    const { pcm } = makeBursts(8);
    expect(gateRanges(pcm, 333)).toEqual(gateRanges(pcm, 8000));
  });

  it("cuts at 15 s and goes on without a gap", () => {
    const random = seeded(9);
    const pcm = Int16Array.from({ length: 40 * RATE }, (_, n) => {
      const isQuiet = n < RATE || n > 38 * RATE;
      // Speech is not steady: syllables of 150 ms.
      const syllable = Math.abs(Math.sin((Math.PI * n) / (0.15 * RATE))) ** 3;
      return (random() - 0.5) * (isQuiet ? 10 : 10 + 9000 * syllable);
    });
    const ranges = gateRanges(pcm);
    expect(ranges).toHaveLength(3);
    expect(ranges[1]?.startMs).toBe(ranges[0]?.endMs);
    expect(ranges[2]?.startMs).toBe(ranges[1]?.endMs);
    for (const { startMs, endMs } of ranges) expect(endMs - startMs).toBeLessThanOrEqual(15_000);
  });

  it("counts from the time it was reset to", () => {
    const { pcm, bursts } = makeBursts(1);
    const gate = createSpeechGate();
    gate.push(pcm.slice(0, RATE * 2));
    gate.reset(60_000);
    const [opened] = gate.push(pcm);
    expect(gate.isOpen).toBe(false);
    expect(opened).toEqual({ kind: "open", fromMs: 60_000 + (bursts[0]?.startMs ?? 0) - 200 });
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
    expect(track).toEqual({ durationMs: 7_200_000, ranges: [range] });
    expect(segment?.id).toBe(segmentId(range));
    expect(segment?.pcm.subarray(200 * 16, 1200 * 16)).toEqual(noise);
    expect(peak).toBeLessThan(120e6);
  });

  it("is refused as bad audio when it is not there", async () => {
    await expect(findTrackSpeech(join(bench.dir, "none"), signal)).rejects.toMatchObject({
      code: "bad_audio",
    });
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
