/** Sounds made by figures, and what the live gate makes of a track: for tests of voice detection. */
import { createSpeechGate, type GateEvent } from "./speech-gate.ts";
import { seeded } from "./test-tools.ts";
import { RATE, type Range } from "./vad.ts";

/** Sounds of which none is speech. */
export function makeSound(kind: "zeros" | "noise" | "tone" | "hum", seconds: number): Int16Array {
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
export function makeBursts(count: number): { pcm: Int16Array; bursts: Range[] } {
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

export function gateRanges(pcm: Int16Array, piece = 1600): Range[] {
  const gate = createSpeechGate();
  const events: GateEvent[] = [];
  for (let at = 0; at < pcm.length; at += piece)
    events.push(...gate.push(pcm.slice(at, at + piece)));
  events.push(...gate.flush());
  return events.flatMap((e) => (e.kind === "close" ? [{ startMs: e.fromMs, endMs: e.toMs }] : []));
}

export const covers = (range: Range, inner: Range) =>
  range.startMs <= inner.startMs && range.endMs >= inner.endMs;
