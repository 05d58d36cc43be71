import { SpeechError } from "./engine.ts";
import { toSamples } from "./segments.ts";
import { RATE } from "./vad.ts";

/** Samples of a canonical 16 kHz mono 16-bit RIFF file. */
export function wavSamples(wav: Buffer): Int16Array {
  let at = 12;
  while (at + 8 <= wav.length) {
    const size = wav.readUInt32LE(at + 4);
    if (wav.toString("latin1", at, at + 4) === "data") {
      return toSamples(wav.subarray(at + 8, at + 8 + size));
    }
    if (wav.toString("latin1", at, at + 4) === "fmt " && wav.readUInt32LE(at + 12) !== RATE) {
      throw new SpeechError("bad_audio", "voice is not at 16 kHz");
    }
    at += 8 + size + (size % 2);
  }
  throw new SpeechError("bad_audio", "no samples in the file");
}
