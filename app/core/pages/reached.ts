/** How far a recorded call came; each step holds those behind it. */
export const REACHED = ["started", "recorded", "playable", "words", "summary"] as const;
export type Reached = (typeof REACHED)[number];

/** Calls by the steps they came to. */
export type ReachedCounts = Record<Reached, number>;
