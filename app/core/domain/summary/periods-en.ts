import type { Now, TextDate } from "./spoken-date.ts";
import { LONE_DAY, loneDay } from "./lone-day-en.ts";
import { SPAN_RULES } from "./spans-en.ts";
import { addDays, isBefore, isoDay, monthEnd, weekdayOf, type Day } from "../zone.ts";

/** `isClose`: the close of business · `isLone`: a day without its month. */
export type OwnDate = TextDate & { isClose?: boolean; isLone?: boolean };
type Rule = {
  pattern: RegExp;
  read: (match: RegExpExecArray, now: Now) => Day | null;
  isExact?: boolean;
  isClose?: boolean;
  isLone?: boolean;
};

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const QUARTERS: Readonly<Record<string, number>> = {
  "1": 1,
  "2": 2,
  "3": 3,
  "4": 4,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  "1st": 1,
  "2nd": 2,
  "3rd": 3,
  "4th": 4,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  last: 4,
  final: 4,
};

/** The last day of a quarter: of the year said, else this year's or, once past, next year's. */
function quarterEnd(quarter: number, year: string | undefined, now: Now): Day {
  if (year === "next year") return monthEnd(now.year + 1, quarter * 3);
  if (year && /^\d{4}$/.test(year)) return monthEnd(Number(year), quarter * 3);
  const end = monthEnd(now.year, quarter * 3);
  return isBefore(end, now) ? monthEnd(now.year + 1, quarter * 3) : end;
}

const thisQuarter = (now: Now): number => Math.ceil(now.month / 3);
const friday = (now: Now, weeks: number): Day => addDays(now, 4 - weekdayOf(now) + 7 * weeks);
const LEAD = "(?:(?:by|before|until|at) )?(?:(?:the )?(?:very )?end of )?(?:the )?";
const YEAR = "(?: (?:of )?(\\d{4}|next year|this year))?";

const RULES: readonly Rule[] = [
  ...SPAN_RULES,
  {
    pattern: new RegExp(
      `\\b${LEAD}(1st|2nd|3rd|4th|first|second|third|fourth|last|final) quarter${YEAR}\\b`,
      "gi",
    ),
    read: ([, quarter = "", year], now) =>
      quarterEnd(QUARTERS[quarter.toLowerCase()] ?? 4, year?.toLowerCase(), now),
  },
  {
    pattern: new RegExp(`\\b${LEAD}q ?([1-4]|one|two|three|four)${YEAR}\\b`, "gi"),
    read: ([, quarter = "", year], now) =>
      quarterEnd(QUARTERS[quarter.toLowerCase()] ?? 4, year?.toLowerCase(), now),
  },
  {
    pattern: /\bend of (?:the|this) quarter\b|\bquarter(?:'s)? end\b/gi,
    read: (_, now) => monthEnd(now.year, thisQuarter(now) * 3),
  },
  {
    pattern: /\b(?:end of )?next quarter\b/gi,
    read: (_, now) => monthEnd(now.year, (thisQuarter(now) + 1) * 3),
  },
  {
    pattern: /\bend of next year\b/gi,
    read: (_, now) => monthEnd(now.year + 1, 12),
    isExact: true,
  },
  {
    pattern: /\bend of (?:(?:the|this) )?year\b|\byear[ -]end\b/gi,
    read: (_, now) => monthEnd(now.year, 12),
    isExact: true,
  },
  {
    pattern: /\bend of next month\b/gi,
    read: (_, now) => monthEnd(now.year, now.month + 1),
    isExact: true,
  },
  {
    pattern: /\bend of (?:(?:the|this) )?month\b|\bmonth[ -]end\b/gi,
    read: (_, now) => monthEnd(now.year, now.month),
    isExact: true,
  },
  { pattern: /\bend of next week\b/gi, read: (_, now) => friday(now, 1), isExact: true },
  {
    pattern: /\bend of (?:(?:the|this) )?week\b/gi,
    read: (_, now) => friday(now, weekdayOf(now) > 4 ? 1 : 0),
    isExact: true,
  },
  {
    pattern: new RegExp(`\\bend of (${MONTHS.join("|")})(?: (\\d{4}))?\\b`, "gi"),
    read: ([, name = "", year], now) => {
      const month = MONTHS.indexOf(name.toLowerCase()) + 1;
      if (year) return monthEnd(Number(year), month);
      const end = monthEnd(now.year, month);
      return isBefore(end, now) ? monthEnd(now.year + 1, month) : end;
    },
    isExact: true,
  },
  {
    pattern:
      /\b(?:by|later|before the end of|by the end of) today\b|\bthis (?:afternoon|evening)\b|\btonight\b/gi,
    read: (_, now) => now,
    isExact: true,
  },
  {
    pattern:
      /\b(?:eod|cob|(?:the )?end of (?:the )?(?:business )?day|(?:the )?close of business|end of business)(?: today)?\b/gi,
    read: (_, now) => now,
    isExact: true,
    isClose: true,
  },
  { pattern: LONE_DAY, read: loneDay, isExact: true, isLone: true },
];

/** Quarters, ends of periods and the close of business, which chrono does not read (speech §11). */
export function englishPeriods(text: string, now: Now): OwnDate[] {
  const found: OwnDate[] = [];
  for (const { pattern, read, isExact = false, isClose, isLone } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      const day = read(match, now);
      if (!day || found.some((other) => from < other.to && to > other.from)) continue;
      const time = isClose ? "17:00" : null;
      const kind = { ...(isClose ? { isClose } : {}), ...(isLone ? { isLone } : {}) };
      found.push({ from, to, date: isoDay(day), time, isExact, ...kind });
    }
  }
  return found;
}
