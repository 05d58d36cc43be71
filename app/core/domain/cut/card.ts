/** How long the title card of a clip is shown before its sound begins: in the video alone, never in the sound. */
export const CARD_MS = 2_500;
