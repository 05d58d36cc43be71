import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";
import { HeatGrid } from "#app/ui/components/chart/heat-grid.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { countedUrl } from "./counted-url.ts";

/** At least a working day is drawn, and every hour in which something happened. */
const USUAL = { first: 8, last: 18 };
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** In which hours of the week calls begin. */
export function HeatPanel({ query, activity }: Pick<ActivityPage, "query" | "activity">) {
  const { t } = useTranslation("analytics");
  const { number } = useFormat();
  const { hours, now } = activity;
  const top = hours.reduce<(typeof hours)[number] | null>(
    (best, one) => (best === null || one.calls > best.calls ? one : best),
    null,
  );
  if (top === null) return null;
  const first = Math.min(USUAL.first, ...hours.map(({ hour }) => hour));
  const last = Math.max(USUAL.last, ...hours.map(({ hour }) => hour));
  const dayText = (day: number) => t(`heat.days.${day}`, { defaultValue: String(day) });
  const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  return (
    <Panel title={t("heat.title")} aside={t("heat.note", { count: now.held })}>
      <ChartFigure
        summary={t("heat.summary", {
          ...{ day: dayText(top.day), hour: hourText(top.hour), most: number(top.calls) },
        })}
        tableLabel={t("table")}
        table={{
          columns: [t("heat.day"), t("heat.hour"), t("heat.calls")],
          rows: hours.map(({ day, hour, calls }) => [dayText(day), hourText(hour), number(calls)]),
        }}
      >
        <HeatGrid
          label={t("heat.title")}
          rows={DAYS.map(dayText)}
          columns={Array.from({ length: last - first + 1 }, (_, at) => String(first + at))}
          cells={hours.map(({ day, hour, calls }) => ({
            ...{ row: day, column: hour - first, value: calls },
            text: t("heat.cell", { day: dayText(day), hour: hourText(hour), count: calls }),
            to: countedUrl(query, "held", { at: `${day}-${hour}` }),
          }))}
        />
      </ChartFigure>
    </Panel>
  );
}
