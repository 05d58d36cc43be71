/** Rate at which sounds are compared: what is left under 1 kHz tells one sentence from another, and costs little. */
export const COMPARE_RATE = 2_000;

/** Where a piece of sound is most alike, and how much: 1 the same, 0 nothing in common. */
export type Likeness = { atMs: number; alike: number };

type Spectrum = { re: Float64Array; im: Float64Array };

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
  if (power === 0 || pcm.length < size) return best;
  const products = correlate(pcm, wave);
  let window = 0;
  for (let n = 0; n < size; n++) window += (pcm[n] ?? 0) ** 2;
  for (let at = 0; at + size <= pcm.length; at++) {
    if (window > 0) {
      const alike = Math.abs(products[at] ?? 0) / Math.sqrt(power * window);
      if (alike > best.alike) {
        best.alike = alike;
        best.atMs = (at * 1000) / COMPARE_RATE;
      }
    }
    window += (pcm[at + size] ?? 0) ** 2 - (pcm[at] ?? 0) ** 2;
  }
  return best;
}

/** Many pieces are looked for in one sound. */
const spectra = new WeakMap<Int16Array, Spectrum>();

/** Of each place in a sound, the product with a wave that is laid there; by way of their spectra. */
function correlate(pcm: Int16Array, wave: Float64Array): Float64Array {
  const length = 2 ** Math.ceil(Math.log2(pcm.length + wave.length));
  let sound = spectra.get(pcm);
  if (sound?.re.length !== length) {
    sound = spectrumOf(pcm, length);
    spectra.set(pcm, sound);
  }
  const laid = spectrumOf(wave, length);
  for (let k = 0; k < length; k++) {
    const a = sound.re[k] ?? 0;
    const b = sound.im[k] ?? 0;
    const c = laid.re[k] ?? 0;
    const d = laid.im[k] ?? 0;
    // The conjugate of the product: its transform is the inverse's.
    laid.re[k] = a * c + b * d;
    laid.im[k] = a * d - b * c;
  }
  transform(laid);
  return laid.re.map((value) => value / length);
}

function spectrumOf(values: ArrayLike<number>, length: number): Spectrum {
  const spectrum = { re: new Float64Array(length), im: new Float64Array(length) };
  spectrum.re.set(values);
  transform(spectrum);
  return spectrum;
}

/** The discrete Fourier transform in place; the length is a power of two. */
function transform({ re, im }: Spectrum): void {
  const length = re.length;
  swap({ re, im });
  const turns = turnsOf(length);
  for (let half = 1; half < length; half *= 2) {
    const stride = length / (2 * half);
    for (let from = 0; from < length; from += 2 * half)
      for (let k = 0; k < half; k++) {
        const near = from + k;
        const far = near + half;
        const cos = turns.re[k * stride] ?? 0;
        const sin = turns.im[k * stride] ?? 0;
        const farRe = re[far] ?? 0;
        const farIm = im[far] ?? 0;
        const x = farRe * cos - farIm * sin;
        const y = farRe * sin + farIm * cos;
        const nearRe = re[near] ?? 0;
        const nearIm = im[near] ?? 0;
        re[far] = nearRe - x;
        im[far] = nearIm - y;
        re[near] = nearRe + x;
        im[near] = nearIm + y;
      }
  }
}

/** Puts every value where its index, read backwards in bits, says. */
function swap({ re, im }: Spectrum): void {
  const length = re.length;
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const a = re[i] ?? 0;
    const b = im[i] ?? 0;
    re[i] = re[j] ?? 0;
    im[i] = im[j] ?? 0;
    re[j] = a;
    im[j] = b;
  }
}

const known = new Map<number, Spectrum>();
function turnsOf(length: number): Spectrum {
  const found = known.get(length);
  if (found) return found;
  const at = (k: number): number => (-2 * Math.PI * k) / length;
  const made = {
    re: Float64Array.from({ length: length / 2 }, (_, k) => Math.cos(at(k))),
    im: Float64Array.from({ length: length / 2 }, (_, k) => Math.sin(at(k))),
  };
  known.set(length, made);
  return made;
}
