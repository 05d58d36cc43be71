/** Lists are counted to here; a count beyond it is "1,000+" (product §8.3). */
export const COUNTED = 1_000;
