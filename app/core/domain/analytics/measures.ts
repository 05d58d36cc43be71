/** What a number of the activity page counts, as its list is asked for it: `/recordings?counted=connected`. */
export const MEASURES = [
  "held",
  "connected",
  "company",
  "recorded",
  "reviewed",
  "feedback",
] as const;
export type Measure = (typeof MEASURES)[number];

/** An hour of the week as an address writes it: `2-14` is Wednesday from two. 0 = Monday. */
export const HOUR_OF_WEEK = /^[0-6]-(?:1?\d|2[0-3])$/;
