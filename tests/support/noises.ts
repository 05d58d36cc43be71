import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "./tones.ts";

/** Rate at which they are compared: all of a noise lies below half of it. */
export const NOISE_RATE = 8_000;
/** Of AAC at 48 kHz: what an encoder may add at either end of what it is given. */
export const FRAME_MS = (1024 * 1000) / 48_000;

export type Noise = { seconds: number; seed: number; isLoud: string };

/** A WAV of noise that is like itself nowhere; `isLoud` is an expression of `t`, and where it is 0 the noise is soft. */
export function noiseWav({ seconds, seed, isLoud }: Noise): Buffer {
  const volume = `volume='if(${isLoud},1,0.05)':eval=frame`;
  // Codecs keep the wave of what lies low.
  const source = `anoisesrc=d=${seconds}:c=white:r=48000:a=0.6:seed=${seed},asetnsamples=480,${volume},lowpass=f=2500:p=2`;
  const args = ["-f", "lavfi", "-i", source, "-ac", "1", "-f", "wav", "-"];
  return execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...args], { maxBuffer: 2 ** 28 });
}

/** Samples of a file's bytes at NOISE_RATE. @throws Error where ffmpeg cannot read them */
export async function samplesOf(bytes: Buffer): Promise<Int16Array> {
  const folder = mkdtempSync(join(tmpdir(), "parley-noise-"));
  try {
    writeFileSync(join(folder, "sound"), bytes);
    return await decode(join(folder, "sound"), NOISE_RATE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every packet of an MP4, those that its edit list hides as well; with the mono source's rate as it is. */
export function allPackets(bytes: Buffer): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), "parley-noise-"));
  try {
    const file = join(folder, "sound.m4a");
    writeFileSync(file, bytes);
    const input = ["-ignore_editlist", "1", "-flags2", "+skip_manual", "-i", file];
    const output = ["-ac", "1", "-ar", String(NOISE_RATE), "-f", "s16le", "-"];
    const raw = execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...input, ...output], {
      maxBuffer: 2 ** 28,
    });
    return Int16Array.from({ length: raw.length >> 1 }, (_, n) => raw.readInt16LE(2 * n));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const mixOf = ([first, ...others]: readonly Int16Array[]): Int16Array =>
  (first ?? new Int16Array()).map((value, n) =>
    others.reduce((sum, other) => sum + (other[n] ?? 0), value),
  );

/** How like two stretches of one length are: 1 the same wave whatever its loudness, 0 nothing in common. */
export function alike(a: Int16Array, b: Int16Array): number {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let n = 0; n < a.length; n += 1) {
    const [x, y] = [a[n] ?? 0, b[n] ?? 0];
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB);
}

/** Root mean square; 0 of nothing. */
export const loudness = (pcm: Int16Array): number =>
  Math.sqrt(pcm.reduce((sum, value) => sum + value * value, 0) / Math.max(1, pcm.length));

export const stretch = (pcm: Int16Array, t0Ms: number, t1Ms: number): Int16Array =>
  pcm.subarray(Math.round((t0Ms * NOISE_RATE) / 1000), Math.round((t1Ms * NOISE_RATE) / 1000));
