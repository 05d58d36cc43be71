/** Speech lies between −50 dB and 0, as in the call itself. */
const FLOOR_DB = 50;
/** −80 dB: a microphone that is open hears the room above this, one that is switched off gives zeros. */
const DEAD = 1e-4;
const SILENT_AFTER_MS = 5_000;
const HEARD = 0.25;
/** Samples: 43 ms at 48 kHz. */
const PART = 2_048;

/** How loud a stretch of samples (−1…1) is to the eye, 0–1. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  if (rms === 0) return 0;
  return Math.min(1, Math.max(0, 1 + (20 * Math.log10(rms)) / FLOOR_DB));
}

/** Whether a stretch holds anything but zeros. */
export const isAlive = (samples: Float32Array): boolean =>
  samples.some((sample) => Math.abs(sample) > DEAD);

/** The loudest part of a stretch to the eye, 0–1; parts are as long as a meter looks at. */
export function loudestOf(samples: Float32Array): number {
  let loudest = 0;
  for (let from = 0; from < samples.length; from += PART)
    loudest = Math.max(loudest, levelOf(samples.subarray(from, from + PART)));
  return loudest;
}

/** What a microphone's sound says of it. `silent`: nothing but zeros for five seconds; `heard`: somebody spoke. */
export type Hearing = "listening" | "heard" | "silent";

/** Judges one stretch after the other. @param nowMs of any clock that goes forward */
export function createHearing(startMs: number) {
  let aliveAt = startMs;
  let hasHeard = false;
  return (samples: Float32Array, nowMs: number): Hearing => {
    if (isAlive(samples)) aliveAt = nowMs;
    if (nowMs - aliveAt >= SILENT_AFTER_MS) return "silent";
    if (levelOf(samples) >= HEARD) hasHeard = true;
    return hasHeard ? "heard" : "listening";
  };
}
