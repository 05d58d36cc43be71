import type { Now, TextDate } from "./spoken-date.ts";
import { halfWidth, japaneseValue } from "./numbers-ja.ts";
import {
  addDays,
  addMonths,
  isBefore,
  isDay,
  isoDay,
  monthEnd,
  weekdayOf,
  type Day,
} from "../zone.ts";

type Read = { day: Day; isExact: boolean } | null;
type Rule = { pattern: RegExp; read: (groups: string[], now: Now) => Read };

const N = "([\\d〇一二三四五六七八九十]+)";
const WEEKDAYS = "月火水木金土日";
const WEEKS: Readonly<Record<string, number>> = { 今週: 0, 来週: 1, 再来週: 2 };
const exact = (day: Day): Read => ({ day, isExact: true });
const vague = (day: Day): Read => ({ day, isExact: false });
const number = (text: string | undefined): number => japaneseValue(text ?? "") ?? NaN;
/** Weeks begin on Monday. */
const dayOfWeek = (now: Now, weeks: number, weekday: number): Day =>
  addDays(now, weekday - weekdayOf(now) + 7 * weeks);

function monthDay(year: string | undefined, month: number, day: number, now: Now): Read {
  const first = {
    year: year === "来年" ? now.year + 1 : /^\d{4}$/.test(year ?? "") ? Number(year) : now.year,
    month,
    day,
  };
  if (!isDay(first)) return null;
  return exact(!year && isBefore(first, now) ? { ...first, year: first.year + 1 } : first);
}

/** A month without a day: its end, or about a third of it where one is named. */
function monthPart(year: string | undefined, month: number, part: string, now: Now): Read {
  if (month < 1 || month > 12) return null;
  const at = (y: number): Day => {
    if (part === "上旬" || part === "初め" || part === "頭") return { year: y, month, day: 10 };
    if (part === "中旬") return { year: y, month, day: 20 };
    if (part === "から" || part === "に" || part === "以降") return { year: y, month, day: 1 };
    return monthEnd(y, month);
  };
  const day = at(year === "来年" ? now.year + 1 : now.year);
  const later = !year && isBefore(day, now) ? at(now.year + 1) : day;
  return part === "末" ? exact(later) : vague(later);
}

function after(count: number, unit: string, now: Now): Read {
  if (!Number.isInteger(count)) return null;
  if (unit === "日") return exact(addDays(now, count));
  if (unit === "週間") return exact(addDays(now, 7 * count));
  return exact(addMonths(now, count));
}

const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`(?:(来年|今年|\\d{4})年?の?)?${N}月${N}日`, "gu"),
    read: ([year, month, day], now) =>
      monthDay(year === "" ? undefined : year, number(month), number(day), now),
  },
  {
    pattern: new RegExp(
      `(?:(来年|今年)の?)?${N}月(末|上旬|中旬|下旬|初め|頭|中|まで|から|以降|に|頃|ごろ)`,
      "gu",
    ),
    read: ([year, month, part = ""], now) =>
      monthPart(year === "" ? undefined : year, number(month), part, now),
  },
  {
    pattern: new RegExp(`(再来週|来週|今週)の?([${WEEKDAYS}])曜?日?(?=[^${WEEKDAYS}]|$)`, "gu"),
    read: ([week = "", day = ""], now) =>
      exact(dayOfWeek(now, WEEKS[week] ?? 0, WEEKDAYS.indexOf(day))),
  },
  {
    pattern: /(再来週|来週|今週)(中|末|いっぱい|まで)/gu,
    read: ([week = ""], now) => vague(dayOfWeek(now, WEEKS[week] ?? 0, 4)),
  },
  {
    pattern: /来月末|来月(?:中|いっぱい)/gu,
    read: (_, now) => exact(monthEnd(now.year, now.month + 1)),
  },
  {
    pattern: /今月末|月末|今月(?:中|いっぱい)/gu,
    read: (_, now) => exact(monthEnd(now.year, now.month)),
  },
  { pattern: /来年末|来年の年末/gu, read: (_, now) => exact(monthEnd(now.year + 1, 12)) },
  { pattern: /年末(?!年始)|年内/gu, read: (_, now) => exact(monthEnd(now.year, 12)) },
  { pattern: /明後日|あさって/gu, read: (_, now) => exact(addDays(now, 2)) },
  { pattern: /(?<!説)明日(?!後)|あした/gu, read: (_, now) => exact(addDays(now, 1)) },
  {
    // "今日は" greets and sets the scene; what is due today is 今日中, 本日の午後, 今日送ります.
    pattern:
      /今日中|本日中|(?:今日|本日)まで|(?:今日|本日)(?!は|も|、|の(?:議題|打ち?合わせ|会議|内容|目的|お?話|テーマ|お時間|ところ))|今夜|今晩/gu,
    read: (_, now) => exact(now),
  },
  {
    pattern: new RegExp(`${N}(日|週間|か月|ヶ月|カ月|ヵ月|ケ月)(?:後|以内)`, "gu"),
    read: ([count, unit = ""], now) => after(number(count), unit, now),
  },
  {
    // A weekday right behind a day says which one it is: 10日の木曜日, 二十四日は金曜.
    pattern: new RegExp(
      `(?<!(?:先|先々|毎)週の?|毎週|[\\d〇一二三四五六七八九十]日[のは、(（]{0,2})([${WEEKDAYS}])曜日?`,
      "gu",
    ),
    read: ([day = ""], now) => {
      const days = (WEEKDAYS.indexOf(day) - weekdayOf(now) + 7) % 7;
      return exact(addDays(now, days === 0 ? 7 : days));
    },
  },
  {
    pattern: new RegExp(
      `(来月の?)?(?<![\\d月〇一二三四五六七八九十])${N}日(まで|に|の|から|以降|頃|は|が|で|を|も|なら|、|。|です)(?!間|かか)`,
      "gu",
    ),
    read: ([month, day, after = ""], now) => {
      const count = number(day);
      // 三日で, 三日は: as likely how long as when.
      if (count <= 10 && /^(?:は|が|で|を|も|、|。|です)$/u.test(after) && !/^\d+$/.test(day ?? ""))
        return null;
      const here = { year: now.year, month: now.month, day: count };
      if (!isDay({ ...here, month: 1 })) return null;
      const isNext = month !== "" || isBefore(here, now) || !isDay(here);
      return exact(isNext ? addMonths({ ...here, day: count }, 1) : here);
    },
  },
];

const TIME = new RegExp(
  `^(?:[のは、(（月火水木金土日曜)）]|に)*(午前|午後|朝|夕方)?の?${N}時(?:(半)|${N}分)?(?!間)`,
  "u",
);

/** The time of day said right after a day. */
function timeAfter(text: string, from: number): { time: string; to: number } | null {
  const match = TIME.exec(text.slice(from));
  if (!match) return null;
  const [all, half, hour, isHalf, minute] = match;
  const h = number(hour) + ((half === "午後" || half === "夕方") && number(hour) < 12 ? 12 : 0);
  const m = isHalf ? 30 : minute ? number(minute) : 0;
  if (!(h <= 24 && m < 60)) return null;
  return {
    time: `${String(h % 24).padStart(2, "0")}:${String(m).padStart(2, "0")}`,
    to: from + all.length,
  };
}

/** Dates in Japanese text by own rules (speech §11). Quarters need the fiscal year and are not read. */
export function japaneseDates(raw: string, now: Now): TextDate[] {
  const text = halfWidth(raw);
  const found: TextDate[] = [];
  for (const { pattern, read } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (found.some((other) => from < other.to && to > other.from)) continue;
      const day = read(
        match.slice(1).map((group: string | undefined) => group ?? ""),
        now,
      );
      if (!day) continue;
      const time = timeAfter(text, to);
      found.push({
        from,
        to: time?.to ?? to,
        date: isoDay(day.day),
        time: time?.time ?? null,
        isExact: day.isExact,
      });
    }
  }
  return found.sort((a, b) => a.from - b.from);
}
