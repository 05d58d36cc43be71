import type { Now } from "./spoken-date.ts";
import { addMonths, isBefore, isDay, type Day } from "../zone.ts";

const ORDINAL_WORDS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth".split(
    " ",
  );
/** Behind "the 19th" only these: anything else may be what is counted ("the 19th floor"). */
export const DAY_ENDS =
  "(?=\\s*(?:[.,;:!?)]|$)|\\s+(?:is|was|are|were|isn't|would|works?|will|won't|at|in|on|and|or|so|if|that|but|then|which|when|because|anyway|latest|please|for|with|to|until|till|before|after|from|by|we|i|you|they|he|she|it|my|our|your|their|somebody|someone|everybody|everyone|there|instead|as|okay|ok|suits?|sounds|looks|too|again|morning|afternoon|evening|can|could|should|may|might|does|do|has|have|right|already|still|both|not|just|maybe|make|let's|let|what|how)\\b)";
export const MONTH =
  "january|february|march|april|may|june|july|august|september|october|november|december";
export const LONE_DAY = new RegExp(
  `(?<!\\b(?:${MONTH}) )\\bthe (?:(\\d{1,2})(?:st|nd|rd|th)|(${ORDINAL_WORDS.join("|")}))\\b${DAY_ENDS}`,
  "gi",
);
/** The article of "March the 5th"; in "the 5th of March, the 2nd" it belongs to another day. */
export const MONTH_THE_DAY = new RegExp(
  `(?<=\\b(?<!(?:\\d(?:st|nd|rd|th)?|\\b(?:${ORDINAL_WORDS.join("|")}))(?: of)? )(?:${MONTH}) )the (?=\\d{1,2}(?:st|nd|rd|th)\\b(?:,? \\d{4}\\b|${DAY_ENDS}))`,
  "gi",
);
const LEAD = /\b(on|by|before|until|till|since) $/i;
/** Early ordinals count more than days: "the second is that …". */
const LEAST_ALONE = 4;

/** "The 19th", "by the nineteenth": the next such day, after "since" the last one. */
export function loneDay(match: RegExpExecArray, now: Now): Day | null {
  const [, digits, word = ""] = match;
  const lead = LEAD.exec(match.input.slice(0, match.index))?.[1]?.toLowerCase() ?? "";
  const at = ORDINAL_WORDS.indexOf(word.toLowerCase());
  const day = digits ? Number(digits) : at === 20 ? 30 : at + 1;
  if (word !== "" && day < LEAST_ALONE && lead === "") return null;
  if (day < 1 || day > 31) return null;
  const here = { year: now.year, month: now.month, day };
  if (lead === "since") return isBefore(now, here) || !isDay(here) ? addMonths(here, -1) : here;
  for (let months = isBefore(here, now) ? 1 : 0; months <= 2; months += 1) {
    const { year, month } = addMonths({ ...here, day: 1 }, months);
    if (isDay({ year, month, day })) return { year, month, day };
  }
  return null;
}
