import { type Clock, type DateForm, momentText, numberText, unitFormat } from "./intl-formats.ts";
import type { Language } from "./languages.ts";

/** Day before month, 24 hours unless the profile says otherwise. */
const LOCALE: Record<Language, string> = { en: "en-GB", ja: "ja-JP" };
/** Where `Asia/Tokyo` is "JST" and `America/New_York` is "EST": no single locale knows all names. */
const ZONE_LOCALES = ["en-GB", "en-US", "en-AU", "en-IN", "ja-JP"];

const DAY_MS = 86_400_000;
const NO_BREAK = "\u00a0";

/** What the words around a moment depend on. `zone` is an IANA name; `hour12` follows the profile. */
export type Place = { language: Language; zone: string; hour12?: boolean };
/** The words `formatWhen` needs for the days around now, with the time of day inside. */
export type DayWords = Record<"today" | "yesterday" | "tomorrow", (time: string) => string>;

/** `754_000` → `12:34`, an hour and more → `1:02:03`; whole seconds, cut off; below zero is zero. */
export function formatDuration(ms: number): string {
  const seconds = wholeSeconds(ms);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The same length for ears: "12 minutes 34 seconds", "12 分 34 秒"; parts that are zero are left out. */
export function formatSpokenDuration(ms: number, language: Language): string {
  const seconds = wholeSeconds(ms);
  const parts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ] as const;
  const said = parts.filter(([n, unit]) => n > 0 || (seconds === 0 && unit === "second"));
  return said.map(([n, unit]) => inUnits(n, unit, language)).join(" ");
}

/** Milliseconds as seconds with one decimal: `0.9 s`, in Japanese `0.9 秒`. */
export function formatSeconds(ms: number, language: Language): string {
  return `${formatNumber(ms / 1000, language, 1)}${NO_BREAK}${language === "ja" ? "秒" : "s"}`;
}

/** Bytes in decimal steps as files are sold: `5.8 MB`, `48 MB`, `999 B`; one decimal below ten. */
export function formatBytes(bytes: number, language: Language): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let step = 0;
  let size = Math.max(0, bytes);
  while (size >= 999.5 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  const decimals = step > 0 && size < 9.95 ? 1 : 0;
  return `${formatNumber(size, language, decimals)}${NO_BREAK}${units[step] ?? "B"}`;
}

/** A ratio 0–1 as whole percent: `47 %` in English as the look has it, `47%` in Japanese. */
export function formatPercent(ratio: number, language: Language): string {
  return `${formatNumber(ratio * 100, language)}${language === "ja" ? "" : NO_BREAK}%`;
}

/** A number with its separators and exactly `decimals` digits behind the point. */
export function formatNumber(value: number, language: Language, decimals = 0): string {
  return numberText(value, LOCALE[language], decimals);
}

/** `21 Nov 2026`. */
export function formatDate(iso: string, place: Place): string {
  return inZone(iso, place, "date");
}

/** `21 Nov`, `11月21日`: a day among others of its year, where there is little room. */
export const formatShortDay = (iso: string, place: Place): string => inZone(iso, place, "dayMonth");

/** `Saturday 21 November`, `11月21日(土)`: the title of a day. */
export function formatDay(iso: string, place: Place): string {
  // ICU's long form runs day and weekday together: 21日土曜日.
  return inZone(iso, place, place.language === "ja" ? "dayBriefly" : "day");
}

/** `15:30`, without its zone. */
export function formatTime(iso: string, place: Place): string {
  return inZone(iso, place, "time", clock(place));
}

/** `21 Nov 2026, 15:30 JST`: the exact moment with the zone printed. */
export function formatDateTime(iso: string, place: Place): string {
  return `${inZone(iso, place, "date", clock(place))} ${zoneName(iso, place.zone)}`;
}

/**
 * The short way to say when: `Today 15:30`, `Thu 15:30` within 7 days, `19 Nov 15:30` this year,
 * `19 Nov 2025` before. Days are days of the zone, not spans of 24 hours.
 */
export function formatWhen(iso: string, nowIso: string, place: Place, words: DayWords): string {
  const days = dayNumber(iso, place.zone) - dayNumber(nowIso, place.zone);
  if (days === 0) return words.today(formatTime(iso, place));
  if (days === -1) return words.yesterday(formatTime(iso, place));
  if (days === 1) return words.tomorrow(formatTime(iso, place));
  if (Math.abs(days) < 7)
    // ICU writes a Japanese day of the week with a time as "19:30 (金)".
    return place.language === "ja"
      ? `${inZone(iso, place, "weekday")}曜 ${formatTime(iso, place)}`
      : inZone(iso, place, "weekday", clock(place));
  const isThisYear = yearOf(iso, place.zone) === yearOf(nowIso, place.zone);
  if (!isThisYear) return formatDate(iso, place);
  return inZone(iso, place, "dayMonth", clock(place)).replace(",", "");
}

/** When, with the zone printed: `Thu 15:30 JST`; a moment of another year as a whole. */
export const formatWhenInZone = (
  iso: string,
  nowIso: string,
  place: Place,
  words: DayWords,
): string =>
  yearOf(iso, place.zone) === yearOf(nowIso, place.zone)
    ? `${formatWhen(iso, nowIso, place, words)} ${zoneName(iso, place.zone)}`
    : formatDateTime(iso, place);

/** `JST`, `CET`, `EST`; `GMT+5:45` where the zone has no short name. */
export function zoneName(iso: string, zone: string): string {
  let first: string | null = null;
  for (const locale of ZONE_LOCALES) {
    const name = momentText(iso, locale, zone, "zone");
    if (!/^(GMT|UTC)[+-]/.test(name)) return name;
    first ??= name;
  }
  return first ?? zone;
}

const clock = ({ hour12 }: Place): Clock => (hour12 === true ? "12" : "24");

const inZone = (
  iso: string,
  { language, zone }: Place,
  form: DateForm,
  time: Clock = "none",
): string => momentText(iso, LOCALE[language], zone, form, time);

/** `2026-11-21` on the calendar of the zone. */
const calendarDay = (iso: string, zone: string): string =>
  momentText(iso, "en-CA", zone, "numericDate");

/** Whether a day of the calendar ("2026-12-01") has passed where the reader is. */
export const isPastDay = (day: string, nowIso: string, { zone }: Place): boolean =>
  dayNumber(`${day}T00:00:00Z`, "UTC") < dayNumber(nowIso, zone);

/** Days since 1970 on the calendar of the zone. */
const dayNumber = (iso: string, zone: string): number =>
  Date.parse(`${calendarDay(iso, zone)}T00:00:00Z`) / DAY_MS;

const yearOf = (iso: string, zone: string): string => calendarDay(iso, zone).slice(0, -6);

function inUnits(value: number, unit: "hour" | "minute" | "second", language: Language): string {
  return unitFormat(LOCALE[language], unit).format(value);
}

function wholeSeconds(ms: number): number {
  return Number.isFinite(ms) ? Math.max(0, Math.floor(ms / 1000)) : 0;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
