import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatSpokenDuration,
  formatTime,
  formatWhen,
} from "./format.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./languages.ts";

/** Zone and clock of the reader, and the moment the server said "now": both renders print the same. */
export type ReaderPlace = { zone: string; hour12?: boolean; nowIso: string };

const Place = createContext<ReaderPlace>({ zone: "UTC", nowIso: "1970-01-01T00:00:00.000Z" });

export function PlaceProvider({ place, children }: { place: ReaderPlace; children: ReactNode }) {
  return <Place.Provider value={place}>{children}</Place.Provider>;
}

/** The language of this render, which is that of the i18n instance around it. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}

/** The functions of `format.ts` bound to the reader's language, zone and clock. */
export function useFormat() {
  const language = useLanguage();
  const { t } = useTranslation("common");
  const { zone, hour12, nowIso } = useContext(Place);
  return useMemo(() => {
    const place = { language, zone, ...(hour12 === undefined ? {} : { hour12 }) };
    const words = {
      today: (time: string) => t("time.today", { time }),
      yesterday: (time: string) => t("time.yesterday", { time }),
      tomorrow: (time: string) => t("time.tomorrow", { time }),
    };
    return {
      duration: formatDuration,
      spokenDuration: (ms: number) => formatSpokenDuration(ms, language),
      seconds: (ms: number) => formatSeconds(ms, language),
      bytes: (bytes: number) => formatBytes(bytes, language),
      percent: (ratio: number) => formatPercent(ratio, language),
      number: (value: number, decimals?: number) => formatNumber(value, language, decimals),
      date: (iso: string) => formatDate(iso, place),
      day: (iso: string) => formatDay(iso, place),
      time: (iso: string) => formatTime(iso, place),
      dateTime: (iso: string) => formatDateTime(iso, place),
      when: (iso: string) => formatWhen(iso, nowIso, place, words),
    };
  }, [language, zone, hour12, nowIso, t]);
}
