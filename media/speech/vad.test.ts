import { describe, expect, it } from "vitest";
import { findTrackSpeech } from "./segments.ts";
import { createSpeechGate } from "./speech-gate.ts";
import { covers, gateRanges, makeBursts, makeSound } from "./test-sounds.ts";
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

describe("a track on disk", () => {
  it("is refused as bad audio when it is not there", async () => {
    const { signal } = new AbortController();
    await expect(findTrackSpeech("/nowhere/none", signal)).rejects.toMatchObject({
      code: "bad_audio",
    });
  });
});
