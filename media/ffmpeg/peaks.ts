/** Samples per second of the PCM that peaks are read from. */
export const PEAK_PCM_RATE = 8000;
/** Of one value of a waveform. */
export const PEAK_BIN_MS = 100;
const BIN_SAMPLES = (PEAK_PCM_RATE * PEAK_BIN_MS) / 1000;

/**
 * Waveform of a track: one int8 in 0..127 per 100 ms, the loudest sample of the bin; a last, shorter
 * bin counts (house §6, Player).
 * @param pcm s16le mono at 8 kHz, in chunks of any length, an odd number of bytes included
 * @returns the peaks, and the exact length of the sound in milliseconds
 */
export async function readPeaks(
  pcm: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ peaks: Int8Array; durationMs: number }> {
  const peaks: number[] = [];
  let samples = 0;
  let loudest = 0;
  let low = -1; // first byte of a sample whose second is in the next chunk
  const close = () => {
    peaks.push(Math.min(127, Math.round((loudest * 127) / 32767)));
    loudest = 0;
  };
  for await (const chunk of pcm) {
    const start = low >= 0 && chunk.length > 0 ? 1 : 0;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const take = (sample: number) => {
      const size = sample < 0 ? -sample : sample;
      if (size > loudest) loudest = size;
      samples++;
      if (samples % BIN_SAMPLES === 0) close();
    };
    if (start === 1) {
      take((((chunk[0] ?? 0) << 24) >> 16) | low);
      low = -1;
    }
    let at = start;
    for (; at + 1 < chunk.length; at += 2) take(view.getInt16(at, true));
    if (at < chunk.length) low = chunk[at] ?? 0;
  }
  if (samples % BIN_SAMPLES !== 0) close();
  return { peaks: Int8Array.from(peaks), durationMs: Math.round((samples * 1000) / PEAK_PCM_RATE) };
}
