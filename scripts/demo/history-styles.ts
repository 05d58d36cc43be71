/** How a person talks in the invented history. */
export type Style = {
  /** Share of the talk, and words a second. */
  share: number;
  pace: number;
  /** Wait after the customer, ms. */
  wait: number;
  /** Chances of a turn to end with a question and of a sentence to begin with a filler. */
  asks: number;
  fills: number;
  /** Share of calls with a monologue. */
  runs: number;
  /** Calls in a usual week. */
  calls: number;
  japanese: boolean;
};

const usual: Style = {
  ...{ share: 0.5, pace: 2.5, wait: 700, asks: 0.1, fills: 0.06, runs: 0.02, calls: 3 },
  japanese: false,
};

/** By e-mail, two teams of six. Who is not named here has no history: an admin sells nothing. */
export const STYLES: Record<string, Style> = {
  "rep@demo.test": { ...usual, asks: 0.13, runs: 0.04, japanese: true },
  "manager@demo.test": { ...usual, calls: 2, share: 0.48 },
  "theo@demo.test": { ...usual, share: 0.55, pace: 2.7, wait: 500 },
  "lena@demo.test": { ...usual, share: 0.59, wait: 350, runs: 0.2 },
  "ana@demo.test": { ...usual, share: 0.53, asks: 0.16, wait: 900 },
  "jonas@demo.test": { ...usual, share: 0.43, pace: 2.2, fills: 0.14 },
  "rui@demo.test": { ...usual, share: 0.62, runs: 0.28, pace: 2.8, wait: 300, japanese: true },
  "nadia@demo.test": { ...usual, share: 0.46, wait: 1_100 },
  "otis@demo.test": { ...usual, calls: 2, share: 0.52 },
  "kei@demo.test": { ...usual, share: 0.49, asks: 0.05, japanese: true },
  "priya@demo.test": { ...usual, share: 0.54, asks: 0.2, pace: 2.6 },
  "milo@demo.test": { ...usual, share: 0.57, fills: 0.16, wait: 600 },
};
