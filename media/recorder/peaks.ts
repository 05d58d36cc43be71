import { closeSync, constants, openSync, writeSync } from "node:fs";
import { RATE } from "./timeline.ts";

const BIN = 100 * RATE;

/**
 * Writes a track's waveform while it runs: byte `i` of the file is the loudest sample of the call's
 * milliseconds 100 i … 100 i + 99, as 0–127. What was not recorded stays 0.
 */
export class PeakWriter {
  #fd: number;
  #bin = -1;
  #loudest = 0;

  /** The file is made, or written on: a track may come back within one attempt. */
  constructor(file: string) {
    this.#fd = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
  }

  /** @param at place of the first sample on the call clock, in samples */
  add(at: number, pcm: Int16Array): void {
    for (let i = 0; i < pcm.length; ) {
      const place = Math.max(0, at + i);
      const bin = Math.floor(place / BIN);
      if (bin !== this.#bin) this.#write(bin);
      const end = Math.min(pcm.length, i + (bin + 1) * BIN - place);
      for (; i < end; i++) {
        const size = Math.abs(pcm[i] ?? 0);
        if (size > this.#loudest) this.#loudest = size;
      }
    }
  }

  end(): void {
    this.#write(-1);
    closeSync(this.#fd);
  }

  #write(next: number): void {
    if (this.#bin >= 0) {
      const peak = Math.min(127, Math.round((this.#loudest * 127) / 32767));
      try {
        writeSync(this.#fd, Uint8Array.of(peak), 0, 1, this.#bin);
      } catch {
        // A full disk ends the attempt elsewhere; a waveform with a hole is the least of it.
      }
    }
    this.#bin = next;
    this.#loudest = 0;
  }
}

/**
 * One waveform from those of several attempts and sources, which share the call clock.
 * @param bins length of the result: what lies behind is cut, what is missing is silence
 */
export function mergePeaks(peaks: readonly Uint8Array[], bins: number): Int8Array {
  const out = new Int8Array(bins);
  for (const one of peaks) {
    const end = Math.min(bins, one.length);
    for (let i = 0; i < end; i++) out[i] = Math.max(out[i] ?? 0, Math.min(127, one[i] ?? 0));
  }
  return out;
}
