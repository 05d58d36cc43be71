import { spawn } from "node:child_process";

/** A tone that began: where in the sound, and which of the pitches that were looked for. */
export type Onset = { atMs: number; endMs: number; hz: number };

const WINDOW_MS = 20;
const HOP_MS = 2;
/** Of the window's energy that lies in one pitch. */
const PURE = 0.5;
/** Below this a window is silence, whatever its pitch (peak of a sine). */
const QUIET = 250;

/**
 * Where tones of known pitches begin and end, to about 5 ms: power of each pitch by Goertzel in short windows,
 * the edge taken where the tone fills half of a window.
 * @param hz pitches apart by at least 100 Hz
 */
export function onsetsOf(pcm: Int16Array, rate: number, hz: readonly number[]): Onset[] {
  const size = Math.round((WINDOW_MS * rate) / 1000);
  const hop = Math.round((HOP_MS * rate) / 1000);
  const found: Onset[] = [];
  let openHz: number | null = null;
  for (let from = 0; from + size <= pcm.length; from += hop) {
    const window = pcm.subarray(from, from + size);
    const pitch = pitchOf(window, rate, hz);
    const middleMs = ((from + size / 2) * 1000) / rate;
    const last = found.at(-1);
    if (pitch === openHz && last && pitch !== null) last.endMs = middleMs;
    if (pitch !== openHz && pitch !== null)
      found.push({ atMs: middleMs, endMs: middleMs, hz: pitch });
    openHz = pitch;
  }
  // A click or a concealed packet may look like a tone for a moment.
  return found.filter(({ atMs, endMs }) => endMs - atMs >= 2 * WINDOW_MS);
}

function pitchOf(window: Int16Array, rate: number, hz: readonly number[]): number | null {
  let energy = 0;
  for (const value of window) energy += value * value;
  const peak = Math.sqrt((2 * energy) / window.length);
  if (peak < QUIET) return null;
  let best: number | null = null;
  let most = PURE;
  for (const pitch of hz) {
    const share = powerAt(window, rate, pitch) / ((energy * window.length) / 2);
    if (share > most) [best, most] = [pitch, share];
  }
  return best;
}

/** Squared magnitude of one frequency (Goertzel). */
function powerAt(window: Int16Array, rate: number, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [last, before] = [0, 0];
  for (const value of window) [last, before] = [value + turn * last - before, last];
  return last * last + before * before - turn * last * before;
}

/** Samples of a file's first sound track: mono, 16 bit, at `rate`. @throws Error where ffmpeg cannot read it */
export function decode(file: string, rate: number): Promise<Int16Array> {
  const args = ["-nostdin", "-v", "error", "-i", file, "-map", "0:a:0", "-ac", "1"];
  return new Promise((done, fail) => {
    const child = spawn("ffmpeg", [...args, "-ar", String(rate), "-f", "s16le", "-"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    let said = "";
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.stderr.on("data", (part: Buffer) => (said += part.toString()));
    child.once("error", fail);
    child.once("close", (code) => {
      if (code !== 0) {
        fail(new Error(`ffmpeg does not read ${file}: ${said.slice(-300)}`));
        return;
      }
      const bytes = Buffer.concat(parts);
      const samples = new Int16Array(bytes.length >> 1);
      for (let n = 0; n < samples.length; n++) samples[n] = bytes.readInt16LE(2 * n);
      done(samples);
    });
  });
}
