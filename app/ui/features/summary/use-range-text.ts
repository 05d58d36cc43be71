import type { MetricView } from "#app/core/domain/metrics/metric-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { figureText } from "./metric-text.ts";
import { bandText } from "./texts.ts";

/** The range of a number in words: our default, or what the workspace has in its place; null without one. */
export function useRangeText({ key, unit, range }: MetricView): string | null {
  const { t } = useTranslation("metrics");
  const format = useFormat();
  if (range === null || range.isOurs) return bandText(t, key);
  const figure = (bound: number) => figureText(format, bound, unit);
  const withUnit = (value: string) => t(`unit.${unit}`, { value });
  const { from, to } = range;
  if (from === null)
    return to === null ? t("rangeYours.none") : t("rangeYours.most", { to: withUnit(figure(to)) });
  if (to === null) return t("rangeYours.least", { from: withUnit(figure(from)) });
  const span = t("rangeYours.span", { from: figure(from), to: figure(to) });
  return t("rangeYours.both", { range: withUnit(span) });
}
