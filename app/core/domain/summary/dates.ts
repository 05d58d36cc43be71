import { baseLanguage } from "../words/lexicon.ts";
import { englishDates } from "./dates-en.ts";
import { japaneseDates } from "./dates-ja.ts";
import { itn } from "./itn.ts";
import type { CallClock, FoundDate, Now } from "./spoken-date.ts";
import { wallClock } from "../zone.ts";

/** Joins pieces and says where each one stands. */
export function laidOut(texts: readonly string[], space: string) {
  let text = "";
  const places = texts.map((piece, n) => {
    if (n > 0) text += space;
    const from = text.length;
    text += piece;
    return { from, to: text.length };
  });
  return { text, places };
}

/** Dates of a sentence (speech §11): English through ITN and chrono, Japanese by own rules, in order. */
export function findDates(
  words: readonly string[],
  language: string,
  clock: CallClock,
): FoundDate[] {
  const instant = new Date(clock.startedAt);
  if (words.length === 0 || Number.isNaN(instant.getTime())) return [];
  const now: Now = { ...wallClock(instant, clock.timeZone), instant, timeZone: clock.timeZone };
  const base = baseLanguage(language);
  if (base !== "ja" && base !== "en") return [];
  const spans = base === "ja" ? words.map((text, n) => ({ text, from: n, to: n + 1 })) : itn(words);
  const { text, places } = laidOut(
    spans.map((span) => span.text),
    base === "ja" ? "" : " ",
  );
  const found = base === "ja" ? japaneseDates(text, now) : englishDates(text, now);
  return found
    .flatMap((date) => {
      const hit = spans.filter((_, n) => {
        const place = places[n];
        return place && place.from < date.to && place.to > date.from;
      });
      const [first, last] = [hit[0], hit.at(-1)];
      return first && last ? [{ ...date, from: first.from, to: last.to }] : [];
    })
    .sort((a, b) => a.from - b.from);
}
