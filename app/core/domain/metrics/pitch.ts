import type { PitchFrame } from "./input.ts";
import { median, quantile, round4 } from "./numbers.ts";

const SURE = 0.8;
const LEAST_FRAMES = 100;

/** Pitch variation of one voice (product §14.3 row 18): semitones around its median; null under 1 s voiced. */
export function pitchOf(
  frames: readonly PitchFrame[],
): { sd: number; medianHz: number; p10Hz: number; p90Hz: number; n: number } | null {
  const hz = frames.filter((frame) => frame.confidence >= SURE && frame.hz > 0).map((f) => f.hz);
  const middle = median(hz);
  const [p10, p90] = [quantile(hz, 0.1), quantile(hz, 0.9)];
  if (hz.length < LEAST_FRAMES || middle === null || p10 === null || p90 === null) return null;
  const tones = hz.map((value) => 12 * Math.log2(value / middle));
  const centre = tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
  const variance = tones.reduce((sum, tone) => sum + (tone - centre) ** 2, 0) / tones.length;
  return {
    sd: round4(Math.sqrt(variance)),
    medianHz: round4(middle),
    p10Hz: round4(p10),
    p90Hz: round4(p90),
    n: hz.length,
  };
}
