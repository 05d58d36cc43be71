/** Rate at which sounds are compared: what is left under 1 kHz tells one sentence from another, and costs little. */
export const COMPARE_RATE = 2_000;

/** Where a piece of sound is most alike, and how much: 1 the same, 0 nothing in common. */
export type Likeness = { atMs: number; alike: number };

/**
 * Looks for a piece of sound anywhere in another one: normalised cross-correlation, so loudness does not matter.
 * Codecs keep the wave of what they carry; other words by the same voice stay under 0.5.
 * @param pcm and `piece` at COMPARE_RATE
 */
export function findSound(pcm: Int16Array, piece: Int16Array): Likeness {
  const size = piece.length;
  const mean = piece.reduce((sum, value) => sum + value, 0) / size;
  const wave = Float64Array.from(piece, (value) => value - mean);
  const power = wave.reduce((sum, value) => sum + value * value, 0);
  const best: Likeness = { atMs: Number.NaN, alike: 0 };
  if (power === 0) return best;
  let window = 0;
  for (let n = 0; n < Math.min(size, pcm.length); n++) window += (pcm[n] ?? 0) ** 2;
  for (let at = 0; at + size <= pcm.length; at++) {
    if (window > 0) {
      let product = 0;
      for (let n = 0; n < size; n++) product += (wave[n] ?? 0) * (pcm[at + n] ?? 0);
      const alike = Math.abs(product) / Math.sqrt(power * window);
      if (alike > best.alike) {
        best.alike = alike;
        best.atMs = (at * 1000) / COMPARE_RATE;
      }
    }
    window += (pcm[at + size] ?? 0) ** 2 - (pcm[at] ?? 0) ** 2;
  }
  return best;
}
