import type { Reached } from "./reached.ts";

/** The list behind a number of the last seven days. @param without the calls among them that did not come to this step */
export const sevenDaysSearch = (reached: Reached, without?: Reached): Record<string, string> => ({
  range: "last-7d",
  reached,
  ...(without !== undefined && { "reached.not": without }),
});
