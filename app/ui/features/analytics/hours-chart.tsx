import type { Load } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { BarChart } from "#app/ui/components/chart/bar-chart.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";

const DAY_MS = 86_400_000;
/** Of the last weeks, the one that is looked at among them (product §15). */
const RECENT = 4;

/** L1: hours in conversation by week, beside what is usual. @param monday of the week that is looked at */
export function HoursChart({ load, monday }: { load: Load; monday: string }) {
  const { t } = useTranslation("care");
  const { calendarDay, number } = useFormat();
  const { weeks, hours, usual } = load;
  const dayOf = (at: number): string =>
    new Date(Date.parse(`${monday}T00:00:00Z`) - 7 * DAY_MS * (weeks.length - 1 - at))
      .toISOString()
      .slice(0, "yyyy-mm-dd".length);
  const bars = weeks.map((value, at) => ({
    value,
    look:
      at === weeks.length - 1
        ? ("now" as const)
        : at >= weeks.length - RECENT
          ? ("recent" as const)
          : ("past" as const),
    text: t("hours.bar", { week: calendarDay(dayOf(at)), hours: number(value, 1) }),
  }));
  return (
    <ChartFigure
      summary={
        usual === null
          ? t("hours.summaryOnly", { hours: number(hours, 1) })
          : t("hours.summary", { hours: number(hours, 1), usual: number(usual.median, 1) })
      }
      tableLabel={t("hours.table")}
      table={{
        columns: [t("hours.week"), t("hours.column")],
        rows: weeks.map((value, at) => [calendarDay(dayOf(at)), number(value, 1)]),
      }}
    >
      <BarChart
        label={t("hours.title")}
        bars={bars}
        line={
          usual === null
            ? null
            : {
                value: usual.median,
                text: t("hours.line", { usual: number(usual.median, 1) }),
              }
        }
        names={{ past: t("hours.past"), recent: t("hours.recent") }}
      />
    </ChartFigure>
  );
}
