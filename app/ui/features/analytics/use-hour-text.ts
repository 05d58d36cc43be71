import { zonedInstant } from "#app/core/domain/zone.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";

/** In winter, when no clock is moved. */
const ANY_DAY = "2026-01-15";

/**
 * An hour as the reader's clock writes it: "09:00" and "9", or "9:00 am" and "9 am"; in Japanese "9時", which a sentence
 * goes on from. @param zone of the reader
 */
export function useHourText(zone: string): (at: number) => { hour: string; short: string } {
  const format = useFormat();
  const isJapanese = useLanguage() === "ja";
  return (hour) => {
    const time = format.time(zonedInstant(ANY_DAY, `${String(hour).padStart(2, "0")}:00`, zone));
    const short = time.replace(":00", "").replace(/^0(?=\d)/, "");
    return { short, hour: isJapanese ? `${short}時` : time };
  };
}
