import { describe, expect, it } from "vitest";
import { makeNoVoice, makeTalk, NO_VOICES } from "./test-sounds.ts";
import { findSpeech, frameEnergies, RATE, type Range } from "./vad.ts";
import { findVoice, type Heard, lengthOf, listen, windowsOf } from "./voice.ts";

function voiceOf(pcm: Int16Array) {
  const ranges = findSpeech(frameEnergies(pcm));
  const heard = ranges
    .flatMap(windowsOf)
    .filter((window) => window.isHeard)
    .map((window) => listen(window, pcm.subarray(window.startMs * 16, window.endMs * 16)));
  return { ranges, ...findVoice(ranges, heard) };
}

function join(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const change = (pcm: Int16Array, by: (x: number) => number) =>
  pcm.map((x) => Math.max(-32_768, Math.min(32_767, Math.round(by(x)))));

describe("a voice", () => {
  it.each(NO_VOICES)("is not found in %s", (kind) => {
    const pcm = makeNoVoice(kind, 90);
    expect(lengthOf(voiceOf(pcm).voice)).toBeLessThan(3000);
  });

  it("is found in talk: loud, faint, and with an offset", () => {
    const talk = makeTalk(40);
    const loud = voiceOf(talk);
    const faint = voiceOf(change(talk, (x) => x / 18));
    const shifted = voiceOf(change(talk, (x) => x + 1500));
    expect(lengthOf(loud.ranges)).toBeGreaterThan(30_000);
    for (const { ranges, voice } of [loud, faint, shifted]) {
      expect(lengthOf(voice)).toBeGreaterThan(0.8 * lengthOf(ranges));
    }
    expect((loud.voiceDb ?? 0) - (faint.voiceDb ?? 0)).toBeCloseTo(20 * Math.log10(18), 0);
    expect(shifted.voiceDb).toBeCloseTo(loud.voiceDb ?? 0, 0);
  });

  it("is found between music and noise, where it is and nowhere else", () => {
    const pcm = join(makeNoVoice("arpeggios", 60), makeTalk(30), makeNoVoice("pink noise", 60));
    const { voice } = voiceOf(pcm);
    expect(voice.length).toBeGreaterThan(0);
    expect(voice.at(0)?.startMs).toBeGreaterThan(52_000);
    expect(voice.at(-1)?.endMs).toBeLessThan(98_000);
    expect(lengthOf(voice)).toBeGreaterThan(20_000);
  });

  it("of a few seconds is found in an hour of silence", () => {
    const pcm = join(new Int16Array(600 * RATE), makeTalk(5), new Int16Array(600 * RATE));
    const { voice, ranges } = voiceOf(pcm);
    expect(voice.at(0)?.startMs).toBe(ranges[0]?.startMs);
    expect(lengthOf(voice)).toBe(lengthOf(ranges));
  });

  it("is missing in silence", () => {
    expect(voiceOf(new Int16Array(10 * RATE))).toEqual({ ranges: [], voice: [], voiceDb: null });
  });
});

describe("the windows of a range", () => {
  it("cover it, and of many every second one is listened to", () => {
    const windows = windowsOf({ startMs: 1010, endMs: 20_870 });
    expect(windows[0]?.startMs).toBe(1010);
    expect(windows.at(-1)?.endMs).toBe(20_870);
    windows.slice(1).forEach(({ startMs }, n) => {
      expect(startMs).toBe(windows[n]?.endMs);
    });
    expect(windows.filter(({ isHeard }) => isHeard)).toHaveLength(Math.ceil(windows.length / 2));
    expect(windowsOf({ startMs: 0, endMs: 320 })).toEqual([
      { startMs: 0, endMs: 320, isHeard: true },
    ]);
  });
});

describe("what windows say together", () => {
  /** A range of a window each 2 s; `+` sounds like a voice. */
  const judged = (signs: string) => {
    const ranges: Range[] = [];
    const heard = signs.split("").map((sign, n): Heard => {
      const window = { startMs: n * 3000, endMs: n * 3000 + 2000 };
      ranges.push(window);
      return { ...window, score: sign === "+" ? 4 : -4, db: -20 };
    });
    return findVoice(ranges, heard).voice;
  };

  it("is that an odd one within a talk belongs to it", () => {
    expect(judged(`${"+".repeat(8)}-${"+".repeat(8)}`)).toHaveLength(17);
  });

  it("is that an odd one within minutes of music is none", () => {
    expect(judged(`${"-".repeat(20)}+${"-".repeat(20)}`)).toEqual([]);
  });

  it("is where the one ends and the other begins", () => {
    const voice = judged(`${"-".repeat(20)}${"+".repeat(20)}`);
    expect(voice.length).toBeGreaterThanOrEqual(19);
    expect(voice.length).toBeLessThanOrEqual(21);
  });
});
