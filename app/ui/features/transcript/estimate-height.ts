const LINE_PX = 24.3;
/** Padding, the line of the name and its gap. */
const FRAME_PX = 14 + 24 + 2;
/** Time column, gap and padding beside the text. */
const BESIDE_PX = 52 + 12 + 20;
const LATIN_PX = 7.55;
const WIDE_PX = 15;
const MOST_CHARS = 68;

/** Height of a segment before it is drawn, from its number of characters. */
export function estimateHeight(chars: number, widthPx: number, language: string): number {
  const isWide = /^(ja|zh|ko)/.test(language);
  const charPx = isWide ? WIDE_PX : LATIN_PX;
  const textPx = Math.min(Math.max(120, (widthPx || 640) - BESIDE_PX), MOST_CHARS * 8.6);
  // Lines break between words, so a Latin line is filled to some 95 %.
  const perLine = Math.max(8, (textPx / charPx) * (isWide ? 1 : 0.95));
  return FRAME_PX + Math.max(1, Math.ceil(chars / perLine)) * LINE_PX;
}
