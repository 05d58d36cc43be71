import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Voice } from "./flite.ts";
import { findPrograms } from "./pocketsphinx.ts";
import { findTrackSpeech } from "./segments.ts";
import { speakCall } from "./test-call.ts";
import { makeNoVoice } from "./test-sounds.ts";
import { openWorkbench, readTurns, report } from "./test-tools.ts";
import { RATE } from "./vad.ts";
import { lengthOf } from "./voice.ts";

const { signal } = new AbortController();
const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });

describe.skipIf(missing.length > 0)("the voice of a track", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  const calls = new Map<Voice, Int16Array>();
  beforeAll(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
    const texts = await readTurns("freight-call", 0, 9);
    for (const voice of ["rms", "slt", "awb", "kal16"] as const) {
      calls.set(voice, (await speakCall(bench.engines.programs, texts, voice)).pcm);
    }
  });
  afterAll(() => bench.close());

  const measure = async (name: string, pcm: Int16Array) => {
    const track = await findTrackSpeech(await bench.writeTrack(pcm), signal);
    const [speechS, voiceS] = [lengthOf(track.ranges) / 1000, lengthOf(track.voice) / 1000];
    report(`voice, ${name}`, {
      "speech s": speechS,
      "voice s": voiceS,
      dB: track.voiceDb ?? "none",
    });
    return { ...track, speechS, voiceS };
  };

  it.each(["rms", "slt", "awb", "kal16"] as const)("is found in what %s says", async (voice) => {
    const pcm = calls.get(voice) ?? new Int16Array(0);
    const plain = await measure(voice, pcm);
    const faint = await measure(
      `${voice} at -25 dB`,
      pcm.map((x) => Math.round(x / 17.8)),
    );
    const noise = makeNoVoice("pink noise", 60).map((x) => x / 16);
    const noisy = await measure(
      `${voice} in noise`,
      pcm.map((x, n) => x + (noise[n % noise.length] ?? 0)),
    );
    expect(plain.voiceS).toBeGreaterThan(0.8 * plain.speechS);
    expect(faint.voiceS).toBeGreaterThan(0.8 * faint.speechS);
    expect(faint.ranges).toHaveLength(plain.ranges.length);
    expect(noisy.voiceS).toBeGreaterThan(0.5 * plain.speechS);
    expect((plain.voiceDb ?? 0) - (faint.voiceDb ?? 0)).toBeCloseTo(25, 0);
  });

  it("of half a minute is found in an hour of ringing and melody", async () => {
    const pcm = new Int16Array(3600 * RATE);
    const other = [makeNoVoice("American ringing", 300), makeNoVoice("a flute's melody", 300)];
    for (let n = 0; n < 12; n++) pcm.set(other[n % 2] ?? [], n * 300 * RATE);
    const talk = (calls.get("slt") ?? new Int16Array(0)).subarray(0, 30 * RATE);
    pcm.set(talk, 1500 * RATE);
    const { voice, voiceS } = await measure("half a minute in an hour", pcm);
    expect(voiceS).toBeGreaterThan(15);
    expect(voice[0]?.startMs).toBeGreaterThan(1_490_000);
    expect(voice.at(-1)?.endMs).toBeLessThan(1_540_000);
  });

  it("takes a few seconds of processor time for 45 minutes of nothing but speech", async () => {
    const once = calls.get("rms") ?? new Int16Array(1);
    const long = new Int16Array(45 * 60 * RATE);
    for (let at = 0; at < long.length; at += once.length) {
      long.set(once.subarray(0, Math.min(once.length, long.length - at)), at);
    }
    const path = await bench.writeTrack(long);
    const before = process.cpuUsage();
    await findTrackSpeech(path, signal);
    const { user, system } = process.cpuUsage(before);
    report("voice, 45 min", { "CPU s": (user + system) / 1e6 });
    expect((user + system) / 1e6).toBeLessThan(4);
  });
});
