export const DAY_MS = 86_400_000;
/** So long behind its day a required viewing is over: it waits for no one, and nothing of it is counted. */
export const REQUIRED_DAYS = 30;
