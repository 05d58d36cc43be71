import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { chosenNames, type Filter } from "./use-filters.ts";

/** Paper has no filters: a sentence names them. */
export function PrintLine({
  query,
  filters,
}: {
  query: AnalyticsQuery;
  filters: readonly Filter[];
}) {
  const { t } = useTranslation("analytics");
  const { calendarDay, isPastDay } = useFormat();
  const { period, zone } = query;
  const chosen = (name: Filter["name"]): string => {
    const filter = filters.find((one) => one.name === name);
    const names = filter === undefined ? [] : chosenNames(filter, filter.values);
    return names.length === 0
      ? t("print.all")
      : names.reduce((all, name) => t("print.and", { all, name }));
  };
  return (
    <p className="hidden text-sm text-ink-soft print:block">
      {t("print.line", {
        ...{ from: calendarDay(period.from), to: calendarDay(period.to), zone },
        ...{ team: chosen("team"), people: chosen("member"), talk: chosen("talk") },
        ...{ language: chosen("language"), label: chosen("label"), stage: chosen("stage") },
        hours: t(query.isInHours ? "filter.hoursWorking" : "filter.hoursAll"),
        sample: t(query.isWithoutSample ? "filter.sampleWithout" : "filter.sampleWith"),
      })}{" "}
      {isPastDay(period.to) ? null : t("filter.running", { day: calendarDay(period.to) })}
    </p>
  );
}
