import { RATE } from "./vad.ts";

const PER_MS = RATE / 1000;

export type SoundRing = {
  /** Forgets everything; the next sample is at `startMs`. */
  reset(startMs: number): void;
  push(pcm: Int16Array): void;
  /** A copy of what is still held of [fromMs, toMs), on the clock given to `reset`. */
  read(fromMs: number, toMs: number): Int16Array<ArrayBuffer>;
  /** Where the next sample lies. */
  readonly endMs: number;
};

/** The newest `lengthMs` of a track, 16 kHz mono, by time. */
export function createSoundRing(lengthMs: number): SoundRing {
  const size = lengthMs * PER_MS;
  const ring = new Int16Array(size);
  let base = 0;
  let written = 0;
  return {
    reset(startMs) {
      base = startMs;
      written = 0;
    },
    push(pcm) {
      const kept = pcm.length > size ? pcm.subarray(pcm.length - size) : pcm;
      written += pcm.length - kept.length;
      const at = written % size;
      const first = Math.min(kept.length, size - at);
      ring.set(kept.subarray(0, first), at);
      ring.set(kept.subarray(first), 0);
      written += kept.length;
    },
    read(fromMs, toMs) {
      const oldest = Math.max(0, written - size);
      const from = Math.max(oldest, Math.round((fromMs - base) * PER_MS));
      const to = Math.min(written, Math.round((toMs - base) * PER_MS));
      const out = new Int16Array(Math.max(0, to - from));
      for (let n = 0; n < out.length; n++) out[n] = ring[(from + n) % size] ?? 0;
      return out;
    },
    get endMs() {
      return base + written / PER_MS;
    },
  };
}
