import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "./translation.tsx";
import {
  type DayWords,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatShortDay,
  formatPercent,
  formatSeconds,
  formatSpokenDuration,
  formatTime,
  formatWhen,
  formatWhenInZone,
  isPastDay,
  type Place,
} from "./format.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

/** Zone and clock of the reader, and the moment the server said "now": both renders print the same. */
export type ReaderPlace = { zone: string; hour12?: boolean; nowIso: string };

/** The functions of `format.ts` bound to the reader's language, zone and clock. */
export type Format = ReturnType<typeof bind>;

const plain = (time: string): string => time;
const Bound = createContext<Format>(
  bind({ language: DEFAULT_LANGUAGE, zone: "UTC" }, "1970-01-01T00:00:00.000Z", {
    today: plain,
    yesterday: plain,
    tomorrow: plain,
  }),
);

const LoadedAt = createContext("1970-01-01T00:00:00.000Z");

/** Binds once for a whole page: every row of a list asks. */
export function PlaceProvider({ place, children }: { place: ReaderPlace; children: ReactNode }) {
  const language = useLanguage();
  const { t } = useTranslation("common");
  const { zone, hour12 } = place;
  // "Today" does not change within a minute, and moments already written are found again.
  const nowIso = `${place.nowIso.slice(0, "yyyy-mm-ddThh:mm".length)}:00Z`;
  const format = useMemo(
    () =>
      bind({ language, zone, ...(hour12 === undefined ? {} : { hour12 }) }, nowIso, {
        today: (time) => t("time.today", { time }),
        yesterday: (time) => t("time.yesterday", { time }),
        tomorrow: (time) => t("time.tomorrow", { time }),
      }),
    [language, zone, hour12, nowIso, t],
  );
  return (
    <LoadedAt.Provider value={place.nowIso}>
      <Bound.Provider value={format}>{children}</Bound.Provider>
    </LoadedAt.Provider>
  );
}

/** The language of this render, which is that of the i18n instance around it. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}

export const useFormat = (): Format => useContext(Bound);

/** When the server said what the page shows (ISO): what changed since is asked of its streams. */
export const useLoadedAt = (): string => useContext(LoadedAt);

function bind(place: Place, nowIso: string, words: DayWords) {
  const { language } = place;
  return {
    /** IANA. */
    zone: place.zone,
    duration: formatDuration,
    spokenDuration: (ms: number) => formatSpokenDuration(ms, language),
    seconds: (ms: number) => formatSeconds(ms, language),
    bytes: (bytes: number) => formatBytes(bytes, language),
    percent: (ratio: number) => formatPercent(ratio, language),
    number: (value: number, decimals?: number) => formatNumber(value, language, decimals),
    date: (iso: string) => formatDate(iso, place),
    day: (iso: string) => formatDay(iso, place),
    /** A day of the calendar ("2026-12-01"), which is the same in every zone. */
    calendarDay: (day: string) => formatDate(`${day}T00:00:00Z`, { ...place, zone: "UTC" }),
    /** The same without its year. */
    shortDay: (day: string) => formatShortDay(`${day}T00:00:00Z`, { ...place, zone: "UTC" }),
    isPastDay: (day: string) => isPastDay(day, nowIso, place),
    today: () => formatDay(nowIso, place),
    time: (iso: string) => formatTime(iso, place),
    dateTime: (iso: string) => formatDateTime(iso, place),
    when: (iso: string) => formatWhen(iso, nowIso, place, words),
    whenInZone: (iso: string) => formatWhenInZone(iso, nowIso, place, words),
  };
}
