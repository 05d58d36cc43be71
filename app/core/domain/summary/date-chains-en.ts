import { MONTH } from "./lone-day-en.ts";
import type { OwnDate } from "./periods-en.ts";
import { COUNT, DAY_WEEK, daysOn, LENGTH, PASSED, PAST, UNIT, WEEKDAY } from "./spans-en.ts";
import { addDays, dayOf, isDay, isoDay } from "../zone.ts";

// Dates that lean on the words or on the date beside them: "a week on Monday", "Monday week",
// "the 5th of March, the second".

const AHEAD = new RegExp(
  `${LENGTH}\\b(${COUNT}) (${UNIT})s?,? (?:(from|after|on) )?(?:the )?$`,
  "i",
);
/** "I was there a week Tuesday" */
const WAS_AHEAD = new RegExp(`${PAST}(?:${COUNT}) (?:week|fortnight)s?,? (?:on )?$`, "i");
const WEEKS_AHEAD = new RegExp(`\\b(?:${COUNT}) (?:week|fortnight)s?,? (?:on )?$`, "i");
const HAS_PASSED = new RegExp(`^${PASSED}`, "i");
const BESIDE = /\bthe day (after|before) (?:the )?$/i;
const NEAR_DAY = new RegExp(`^(?:(on) )?(?:(?:this|next|coming) )*(?:${WEEKDAY}|tomorrow)\\b`, "i");
const ONLY_WEEKDAY = new RegExp(`^(?:on )?(?:this )?${WEEKDAY},?$`, "i");
const HAS_MONTH = new RegExp(
  `\\b(?:${MONTH}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b`,
  "i",
);
/** Nothing between two dates but a comma, a dash or an article. */
const BARE = /^[\s,;…–—-]*(?:the )?$/i;
const JOINED =
  /^[\s,]*(?:(?:and|or|to|till|until|through|then|no|sorry|rather|actually|maybe|make that|i mean)[\s,]+)+$/i;

/** "I was there a week Tuesday", "we use it a week Tuesday already": no day to come. */
function isPast({ from, to }: OwnDate, text: string): boolean {
  if (!NEAR_DAY.test(text.slice(from, to))) return false;
  const before = text.slice(0, from);
  return WAS_AHEAD.test(before) || (WEEKS_AHEAD.test(before) && HAS_PASSED.test(text.slice(to)));
}

/** "A week from Monday", "a fortnight on Friday", "two weeks tomorrow", "the day after the 5th". */
function withLead(date: OwnDate, text: string): OwnDate {
  const before = text.slice(0, date.from);
  const beside = BESIDE.exec(before);
  if (beside) {
    const day = addDays(dayOf(date.date), beside[1]?.toLowerCase() === "after" ? 1 : -1);
    return { ...date, from: beside.index, date: isoDay(day) };
  }
  const ahead = AHEAD.exec(before);
  if (!ahead) return date;
  const [, count = "", unit = "", link] = ahead;
  const near = NEAR_DAY.exec(text.slice(date.from, date.to));
  const isOn = (link ?? near?.[1])?.toLowerCase() === "on";
  // "Three days on Monday" is a length; a week on it is a day.
  const isWeeks = /^(?:week|fortnight)$/i.test(unit);
  if ((link === undefined || isOn) && !(isWeeks && (near !== null || isOn))) return date;
  return { ...date, from: ahead.index, date: isoDay(daysOn(dayOf(date.date), count, unit)) };
}

/** "Monday week", "tomorrow fortnight". */
function withWeek(date: OwnDate, text: string): OwnDate {
  const week = [...text.matchAll(DAY_WEEK)].find(
    ({ index }) => index >= date.from && index <= date.to,
  );
  if (!week) return date;
  const to = Math.max(date.to, week.index + week[0].length);
  return { ...date, to, date: isoDay(daysOn(dayOf(date.date), "a", week[0].trim())) };
}

const hasMonth = ({ from, to, isExact }: OwnDate, text: string): boolean =>
  isExact && HAS_MONTH.test(text.slice(from, to));

/** A day without a month takes the one before it; null where it only corrects that date. */
function inMonthOf(date: OwnDate, month: OwnDate, before: string, isList: boolean): OwnDate | null {
  if (BARE.test(before) && !isList && month.isLone !== true) return null;
  const day = { ...dayOf(month.date), day: dayOf(date.date).day };
  const isBeside = JOINED.test(before) || BARE.test(before);
  return isBeside && isDay(day) ? { ...date, date: isoDay(day) } : date;
}

/** Days without a month beside one with it: part of a list, or no more than a correction of it. */
function inMonths(dates: readonly OwnDate[], text: string): OwnDate[] {
  const kept: OwnDate[] = [];
  const between = (a: OwnDate, b: OwnDate): string => text.slice(a.to, b.from);
  let month: OwnDate | null = null;
  for (const [n, date] of dates.entries()) {
    const next = dates[n + 1];
    const behind = next ? between(date, next) : null;
    // "The 4th, the 5th of March".
    const isCorrected = date.isLone && next && BARE.test(behind ?? "-") && hasMonth(next, text);
    if (isCorrected) continue;
    if (!date.isLone || !month) {
      month = hasMonth(date, text) ? date : null;
      kept.push(date);
      continue;
    }
    const isList = next?.isLone === true && (JOINED.test(behind ?? "") || BARE.test(behind ?? ""));
    const placed: OwnDate | null = inMonthOf(date, month, between(month, date), isList);
    if (!placed) continue;
    month = placed === date ? null : placed;
    kept.push(placed);
  }
  return kept;
}

/** "Friday the 19th": the weekday only names the date behind it. */
function namesNext(date: OwnDate, next: OwnDate | undefined, text: string): boolean {
  if (!next || !ONLY_WEEKDAY.test(text.slice(date.from, date.to))) return false;
  const isNumbered = next.isLone === true || /\d/.test(text.slice(next.from, next.to));
  return isNumbered && next.isExact && BARE.test(text.slice(date.to, next.from));
}

/** Dates of a text in order, each with the words it leans on. */
export function settled(dates: readonly OwnDate[], text: string): OwnDate[] {
  const sorted = dates.filter((date) => !isPast(date, text)).toSorted((a, b) => a.from - b.from);
  const named: OwnDate[] = [];
  for (const date of inMonths(sorted, text)) {
    const last = named.at(-1);
    if (last && namesNext(last, date, text)) named[named.length - 1] = { ...date, from: last.from };
    else named.push(date);
  }
  const moved = named.map((date) => withLead(withWeek(date, text), text));
  const grown = moved.filter((date, n) => date !== named[n]);
  // "In two weeks from Monday": what a date leans on is none of its own.
  return moved.filter(
    (date) =>
      grown.includes(date) || !grown.some(({ from, to }) => from < date.to && to > date.from),
  );
}
