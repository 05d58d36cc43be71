import type { Now } from "./spoken-date.ts";
import { DAY_ENDS } from "./lone-day-en.ts";
import { addDays, addMonths, monthEnd, weekdayOf, type Day } from "../zone.ts";

// Days so many weeks away, as people say them and chrono does not read.

const COUNTS: readonly string[] = "one two three four five six seven eight nine ten".split(" ");
export const COUNT = `(?:an?|${COUNTS.join("|")}|\\d{1,3}|(?:an? )?couple of)`;
export const UNIT = "(?:day|week|fortnight|month|year)";
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
export const WEEKDAY = `(?:${WEEKDAYS.join("|")})`;
/** Behind these a span is how long something takes or how often it comes, not how far a day is. */
export const LENGTH = `(?<!(?:\\b(?:for|takes?|taking|took|lost|lose|spent|spend|wasted?|lasts?|lasted|needs?|needed|been|was|every|each|over|about|around|all|within|per|than|last|past|least|most|hours|days|times|calls|visits|meetings|shifts|people|dollars|euros|pounds|once|twice|money)|\\d|[$€£]\\S+) )`;
const PLANNED =
  "going|thinking|hoping|wondering|planning|aiming|looking|supposed|meant|scheduled|planned|booked|set|moved|postponed|agreed|due|say";
const AHEAD_VERB = "will|can|could|would|should|shall|to|let's|if|whether|and|but|so|because|that";
/** A past verb, and up to five words of its clause: a span behind is of the past, or a length. */
export const PAST = `\\b(?:was|were|wasn't|weren't|went|used|did|didn't|(?:have|has|had|\\w+['’](?:ve|s|d)) been)(?! (?:${PLANNED})\\b)(?: (?!(?:${AHEAD_VERB})\\b)[\\w'’-]+){0,5} `;
/** Behind a span: it has passed. */
export const PASSED = ",? (?:already|ago|now)\\b";
/** " week" of "Monday week" and "tomorrow week"; "a Monday week review" has none. */
export const DAY_WEEK = new RegExp(
  `(?<=(?<!\\b(?:an?|the|every|each|last|our|your|per) )\\b(?:${WEEKDAY}|tomorrow)) (?:week|fortnight)\\b${DAY_ENDS}`,
  "gi",
);

const countOf = (word: string): number => {
  const lower = word.toLowerCase();
  if (/couple/.test(lower)) return 2;
  return /^an?$/.test(lower) ? 1 : COUNTS.indexOf(lower) + 1 || Number(lower);
};

/** A day so many units later. */
export function daysOn(day: Day, count: string, unit: string): Day {
  const many = countOf(count);
  const name = unit.toLowerCase();
  if (name === "month" || name === "year")
    return addMonths(day, name === "year" ? many * 12 : many);
  return addDays(day, many * (name === "fortnight" ? 14 : name === "week" ? 7 : 1));
}

const fromNow = ([, count = "", unit = ""]: RegExpExecArray, now: Now): Day =>
  daysOn(now, count, unit);
/** The coming day of that name; today's is the next one. */
const coming = (now: Now, weekday: number): Day =>
  addDays(now, (weekday - weekdayOf(now) + 7) % 7 || 7);

/** "The week after next", its end, and "Friday after next": a week behind the coming Friday. */
function afterNext([, end, name = ""]: RegExpExecArray, now: Now): Day {
  const unit = name.toLowerCase();
  const isEnd = end !== undefined;
  if (unit === "week") return isEnd ? addDays(now, 18 - weekdayOf(now)) : addDays(now, 14);
  if (unit === "weekend") return addDays(coming(now, 5), 7);
  if (unit === "month") return isEnd ? monthEnd(now.year, now.month + 2) : addMonths(now, 2);
  if (unit === "quarter") return monthEnd(now.year, Math.ceil(now.month / 3) * 3 + 6);
  if (unit === "year") return isEnd ? monthEnd(now.year + 2, 12) : addMonths(now, 24);
  return addDays(coming(now, WEEKDAYS.indexOf(unit)), 7);
}

type SpanRule = {
  pattern: RegExp;
  read: (match: RegExpExecArray, now: Now) => Day;
  isExact: boolean;
};
const AFTER_NEXT = "(?:the )?(?:(end) of )?(?:the )?";

export const SPAN_RULES: readonly SpanRule[] = [
  {
    pattern: /\b(?:the )?day after tomorrow\b/gi,
    read: (_, now) => addDays(now, 2),
    isExact: true,
  },
  {
    pattern: new RegExp(`\\b(${COUNT}) (${UNIT})s? from (?:now|today)\\b`, "gi"),
    read: fromNow,
    isExact: true,
  },
  {
    pattern: new RegExp(
      `\\b(?:in|within) (${COUNT}) (?:(${UNIT})(?:['’]s|s['’]?) time|(fortnight)s?)\\b`,
      "gi",
    ),
    read: ([, count = "", unit, fortnight], now) => daysOn(now, count, unit ?? fortnight ?? ""),
    isExact: true,
  },
  {
    pattern: new RegExp(
      `${LENGTH}(?<!${PAST})\\b(${COUNT}) (week|fortnight|month|year)s? today\\b(?!${PASSED})`,
      "gi",
    ),
    read: fromNow,
    isExact: true,
  },
  {
    pattern: new RegExp(`\\btoday (week|fortnight)\\b${DAY_ENDS}`, "gi"),
    read: ([, unit = ""], now) => daysOn(now, "a", unit),
    isExact: true,
  },
  {
    pattern: new RegExp(`\\b${AFTER_NEXT}(week|weekend|${WEEKDAY}) after next\\b`, "gi"),
    read: afterNext,
    isExact: true,
  },
  {
    pattern: new RegExp(`\\b${AFTER_NEXT}(month|quarter|year) after next\\b`, "gi"),
    read: afterNext,
    isExact: false,
  },
];
