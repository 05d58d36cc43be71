import { en, type ParsedResult } from "chrono-node";
import type { Now, TextDate } from "./spoken-date.ts";
import { settled } from "./date-chains-en.ts";
import { MONTH_THE_DAY } from "./lone-day-en.ts";
import { englishPeriods, type OwnDate } from "./periods-en.ts";
import { DAY_WEEK } from "./spans-en.ts";
import { addDays, isBefore, isoDay, offsetMinutes, type Day } from "../zone.ts";

const NUMBER =
  "(?:\\d+(?:\\.\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|couple(?: of)?|several|half(?: an?)?)";
const SPAN = "(?:second|minute|hour|day|week|month|quarter|year)s?";

const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

/** Lengths and periods that name no day; "in two weeks", "within ten days", "a week from now" stay. */
const NO_DATE: readonly RegExp[] = [
  new RegExp(
    `\\b(?<!\\b(?:in|within) )(?<!\\b(?:in|within) (?:about|around|roughly|the next|a|another) )(?:(?:for|about|around|roughly|approximately|over|almost|nearly|up to|a|another|every|last|past|the last|the past) )*(?<!\\b(?:in|within) )${NUMBER}(?: (?:or|to) ${NUMBER})? ${SPAN}(?: (?:a|per|each|every) \\w+)?\\b(?! (?:from (?:now|today)|later|out)\\b)`,
    "gi",
  ),
  /\b(?:this|last|the|a|per|each|every|past|all|same|whole) (?:whole |past |entire )?(?:year|month|week|quarter|day|morning|night|weekend)\b(?! (?:from (?:now|today)|later|out|after (?:tomorrow|next))\b)/gi,
  /\b(?:every|each|last|past|previous|on) (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:every|each|last|past|previous) (?:other )?\w+day\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/gi,
  /\b(?:today|now|currently|right now|just now|at the moment|recently|yesterday|24\/7)\b/gi,
  /\b(?:last|past) (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|autumn|winter)\b/gi,
  new RegExp(`\\b${NUMBER} ${SPAN} (?:ago|before|beforehand|earlier|prior|in advance)\\b`, "gi"),
  // Of another date: "and they decide a week later".
  new RegExp(`(?<=\\band \\w+ (?:\\w+ ){0,4})${NUMBER} ${SPAN} later\\b`, "gi"),
  new RegExp(
    `(?<=\\b(?:never|not|n't|ever|once|only|first)\\b.{0,40})\\bin ${NUMBER} ${SPAN}\\b`,
    "gi",
  ),
  new RegExp(`\\b${WEEKDAY} (?:to|till|until|through|thru) ${WEEKDAY}\\b`, "gi"),
  // What the day before it falls on.
  new RegExp(`(?<=(?:\\d(?:st|nd|rd|th)|_),? (?:which|that)(?:'s| is) an? )${WEEKDAY}\\b`, "gi"),
  /\bthe (?:months|weeks|days|years)\b(?: they\S*)?/gi,
  // What is written down, paid or worked: "the minutes", "our hours", "the seconds of it".
  /\b(?:the|these|those|this|that|our|your|my|their|his|her|its|no|all|some|any) (?:\p{L}+ )?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b(?! (?:from (?:now|today)|later|out)\b)/giu,
];

const AMBIGUOUS =
  /^(?:sat|sun|mon|wed|thu|fri|tue|mar|may|march|dec|jan|second|seconds|the second)$/i;
/** An article is no number: chrono takes "the mon(ey)" for a month, and "the minutes" for one minute. */
const BEHIND_ARTICLE = /^(?:(?:in|within|for|about) )*the \p{L}+\.?$/iu;
const MONTH_ONLY = /^(?:jan|febr?|march?|apr|may|june?|july?|aug|sept?|oct|nov|dec)\p{L}*$/iu;
const BEFORE_MONTH =
  /\b(?:in|by|before|until|till|of|from|since|through|around|next|this|early|late|mid|after|during|end|start|beginning)[ -]$/i;

/** Blanks out ranges without moving anything. */
const blank = (text: string, from: number, to: number): string =>
  text.slice(0, from) + "_".repeat(to - from) + text.slice(to);

const pad = (value: number): string => String(value).padStart(2, "0");

/** Words chrono reads as dates that were none. */
function isMisread(result: ParsedResult, text: string): boolean {
  const phrase = result.text.trim();
  if (
    /^[\d./:-]+$/.test(phrase) &&
    !/^\d{4}-\d{1,2}-\d{1,2}$/.test(phrase) &&
    !/^\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$/.test(phrase)
  )
    return true;
  const before = text.slice(0, result.index);
  const behind = text.slice(result.index + result.text.length);
  // A piece of a longer word: "the mon" of "the money".
  if (/^\p{L}/u.test(behind) || BEHIND_ARTICLE.test(phrase)) return true;
  if (MONTH_ONLY.test(phrase)) return !BEFORE_MONTH.test(before);
  return AMBIGUOUS.test(phrase);
}

/** A bare weekday said on that weekday is the next one: for today people say today. */
function isToday(result: ParsedResult, now: Now): boolean {
  const { start } = result;
  return (
    start.isCertain("weekday") &&
    !start.isCertain("day") &&
    !/^this\b/i.test(result.text) &&
    start.get("day") === now.day &&
    start.get("month") === now.month &&
    start.get("year") === now.year
  );
}

/** The same day of the year, or the same weekday, that was last. */
function latestBefore({ start }: ParsedResult, now: Now, day: Day): Day {
  if (!isBefore(now, day)) return day;
  const isWeekday = start.isCertain("weekday") && !start.isCertain("day");
  return isWeekday ? addDays(day, -7) : { ...day, year: day.year - 1 };
}

function ofChrono(result: ParsedResult, now: Now, text: string): TextDate | null {
  const { start } = result;
  // Chrono looks forward; "since September" looks back.
  const isBack = /\bsince (?:the )?$/i.test(text.slice(0, result.index));
  const isDayCertain = start.isCertain("day") || start.isCertain("weekday");
  const hasDay = isDayCertain || start.isCertain("month") || start.isCertain("year");
  const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")];
  if (!hasDay || year === null || month === null || day === null) return null;
  const [hour, minute] = [start.get("hour"), start.get("minute")];
  const time = start.isCertain("hour") && hour !== null ? `${pad(hour)}:${pad(minute ?? 0)}` : null;
  return {
    from: result.index,
    to: result.index + result.text.length,
    date: isoDay(
      isBack
        ? latestBefore(result, now, { year, month, day })
        : addDays({ year, month, day }, isToday(result, now) ? 7 : 0),
    ),
    time,
    isExact: isDayCertain,
  };
}

/** "by end of day Friday": the close of business belongs to the day beside it. */
function mergeCloses(dates: readonly OwnDate[], text: string): TextDate[] {
  const merged: OwnDate[] = [];
  for (const date of dates.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    const between = last ? text.slice(last.to, date.from) : "";
    const isBeside =
      last !== undefined &&
      /^[\s,]*(?:(?:on|by|of|this|next) ){0,2}$/.test(`${between.trim()} `.replace(/^ $/, ""));
    if (last && isBeside && Boolean(last.isClose) !== Boolean(date.isClose)) {
      const day = last.isClose ? date : last;
      merged[merged.length - 1] = {
        from: last.from,
        to: date.to,
        date: day.date,
        time: day.time ?? "17:00",
        isExact: day.isExact,
      };
    } else merged.push(date);
  }
  return merged.map(({ isClose: _, isLone: __, ...date }) => date);
}

/** Dates in English text after ITN. */
export function englishDates(text: string, now: Now): TextDate[] {
  const own = englishPeriods(text, now);
  let rest = text;
  for (const { from, to } of own) rest = blank(rest, from, to);
  // Chrono reads "March 5th" and "Monday", with a time behind them, but neither "March the 5th" nor "Monday week".
  for (const pattern of [MONTH_THE_DAY, DAY_WEEK])
    rest = rest.replace(pattern, (match) => " ".repeat(match.length));
  for (const pattern of NO_DATE) rest = rest.replace(pattern, (match) => "_".repeat(match.length));
  const reference = { instant: now.instant, timezone: offsetMinutes(now.timeZone, now.instant) };
  const found = en
    .parse(rest, reference, { forwardDate: true })
    .filter((result) => !isMisread(result, rest))
    .flatMap((result) => ofChrono(result, now, rest) ?? []);
  return mergeCloses(settled([...own, ...found], text), text);
}
