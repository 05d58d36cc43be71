import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTrackSpeech } from "./segments.ts";
import { createSpeechGate } from "./speech-gate.ts";
import { covers, gateRanges, makeBursts, makeNoVoice, makeSound, makeTalk } from "./test-sounds.ts";
import { report, seeded } from "./test-tools.ts";
import { findSpeech, frameEnergies, RATE } from "./vad.ts";

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

  it.each([25, 30])("cuts a track that is %i dB quieter at the same places", (db) => {
    const { pcm, bursts } = makeBursts(20);
    const quiet = pcm.map((x) => x * 10 ** (-db / 20));
    const ranges = findSpeech(frameEnergies(quiet));
    expect(ranges).toHaveLength(bursts.length);
    findSpeech(frameEnergies(pcm)).forEach(({ startMs, endMs }, n) => {
      expect(Math.abs(startMs - (ranges[n]?.startMs ?? 0))).toBeLessThanOrEqual(30);
      expect(Math.abs(endMs - (ranges[n]?.endMs ?? 0))).toBeLessThanOrEqual(30);
    });
  });

  it("takes breath in digital silence for nothing where a voice was loud before", () => {
    const random = seeded(4);
    const { pcm } = makeBursts(3);
    const breath = Int16Array.from({ length: 5 * RATE }, (_, n) =>
      n % RATE < RATE / 2 ? (random() - 0.5) * 40 : 0,
    );
    const both = new Int16Array(pcm.length + breath.length);
    both.set(pcm);
    both.set(breath, pcm.length);
    expect(findSpeech(frameEnergies(both))).toHaveLength(3);
  });

  it("does not depend on a constant offset, not even one that begins later", () => {
    const { pcm } = makeBursts(20);
    const ranges = findSpeech(frameEnergies(pcm));
    const shifted = pcm.map((x, n) => x + (n < 30 * RATE ? 0 : 3000));
    const quiet = pcm.map((x) => x / 18 - 2000);
    expect(findSpeech(frameEnergies(quiet))).toHaveLength(ranges.length);
    expect(gateRanges(quiet)).toHaveLength(ranges.length);
    expect(findSpeech(frameEnergies(shifted)).slice(0, 5)).toEqual(ranges.slice(0, 5));
    expect(findSpeech(frameEnergies(shifted)).slice(-5)).toEqual(ranges.slice(-5));
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

  it("opens on a faint voice from its first sound, and on no breath once it has had a loud one", () => {
    const { pcm, bursts } = makeBursts(6);
    const quiet = pcm.map((x) => x / 18);
    const live = gateRanges(quiet);
    expect(live).toHaveLength(bursts.length);
    bursts.forEach((burst, n) => {
      expect(Math.abs((live[n]?.startMs ?? 0) - (burst.startMs - 200))).toBeLessThanOrEqual(20);
    });
    const gate = createSpeechGate();
    gate.push(pcm);
    gate.flush();
    const breath = makeSound("noise", 1).map((x) => x / 200);
    const rest = new Int16Array(RATE);
    expect([rest, breath, rest, breath].flatMap((part) => gate.push(part))).toEqual([]);
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

describe("a track on disk", () => {
  const found = async (pcm: Int16Array) => {
    const dir = await mkdtemp(join(tmpdir(), "vad-test-"));
    try {
      const path = join(dir, "track.s16");
      await writeFile(path, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      return await findTrackSpeech(path, new AbortController().signal);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };

  it("is silent when it holds zeros, dither or an offset, and not when it holds a sound", async () => {
    const random = seeded(8);
    const dither = Int16Array.from({ length: 5 * RATE }, () => Math.round(random() + random() - 1));
    for (const pcm of [new Int16Array(5 * RATE), dither, dither.map((x) => x + 500)]) {
      expect(await found(pcm)).toEqual({
        ...{ durationMs: 5000, ranges: [], voice: [], voiceDb: null, isSilent: true },
      });
    }
    const hum = makeSound("hum", 5);
    expect(await found(hum)).toMatchObject({ ranges: [], isSilent: false });
  });

  it("tells a voice from other sound", async () => {
    const talk = await found(makeTalk(20));
    expect(talk.voice).toEqual(talk.ranges);
    expect(talk.voiceDb).toBeLessThan(-10);
    expect(talk.voiceDb).toBeGreaterThan(-40);
    const music = await found(makeNoVoice("chords", 20));
    expect(music).toMatchObject({ voice: [], voiceDb: null, isSilent: false });
    expect(music.ranges.length).toBeGreaterThan(0);
  });

  it("is refused as bad audio when it is not there", async () => {
    const { signal } = new AbortController();
    await expect(findTrackSpeech("/nowhere/none", signal)).rejects.toMatchObject({
      code: "bad_audio",
    });
  });
});
