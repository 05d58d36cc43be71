import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

const HOUR_MS = 3_600_000;

/** Shares, lengths and waits as the page writes them; what is not known is a dash. */
export function useActivityText() {
  const { t } = useTranslation("analytics");
  const { number, percent } = useFormat();
  const hours = (ms: number): string => t("hours", { value: number(ms / HOUR_MS, 1) });
  return {
    hours,
    ratio: (value: number | null): string => (value === null ? t("none") : percent(value)),
    wait: (ms: number | null): string =>
      ms === null
        ? t("none")
        : ms < HOUR_MS
          ? t("minutes", { value: number(ms / 60_000) })
          : hours(ms),
  };
}
