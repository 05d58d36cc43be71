/** Bytes before the samples of a file made here. */
export const WAV_HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** A canonical RIFF file around mono 16-bit samples. @param rate samples a second */
export function wavOf(pcm: Int16Array, rate = 16_000): Buffer<ArrayBuffer> {
  const wav = Buffer.alloc(WAV_HEADER_BYTES + pcm.byteLength);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  wav.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  wav.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(pcm.byteLength, 40);
  wav.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), WAV_HEADER_BYTES);
  return wav;
}
