import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";
import { HeatGrid } from "#app/ui/components/chart/heat-grid.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { countedUrl } from "./counted-url.ts";
import { framesOf, shownHours } from "./heat-frames.ts";
import { useHourText } from "./use-hour-text.ts";

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** In which hours of the week calls begin, and which of them are working hours. */
export function HeatPanel({
  query,
  activity,
  workingHours,
}: Pick<ActivityPage, "query" | "activity" | "workingHours">) {
  const { t } = useTranslation("analytics");
  const { number } = useFormat();
  const hourOf = useHourText(query.zone);
  const { hours, now } = activity;
  const top = hours.reduce<(typeof hours)[number] | null>(
    (best, one) => (best === null || one.calls > best.calls ? one : best),
    null,
  );
  if (top === null) return null;
  const shown = shownHours(hours, workingHours);
  const dayOf = (day: number) => t(`heat.days.${day}`, { defaultValue: String(day) });
  const at = (day: number, hour: number) => ({ day: dayOf(day), hour: hourOf(hour).hour });
  const to = (day: number, hour: number) => countedUrl(query, "held", { at: `${day}-${hour}` });
  return (
    <Panel title={t("heat.title")} aside={t("heat.note", { count: now.held, n: number(now.held) })}>
      <ChartFigure
        summary={t("heat.summary", {
          ...at(top.day, top.hour),
          ...{ count: top.calls, most: number(top.calls) },
        })}
        tableLabel={t("table")}
        table={{
          columns: [t("heat.day"), t("heat.hour"), t("heat.calls")],
          rows: hours.map(({ day, hour, calls }) => [
            dayOf(day),
            hourOf(hour).hour,
            <TextLink
              key="calls"
              tone="name"
              to={to(day, hour)}
              aria-label={t("heat.open", { ...at(day, hour), count: calls, n: number(calls) })}
            >
              {number(calls)}
            </TextLink>,
          ]),
        }}
      >
        <HeatGrid
          label={t("heat.title")}
          rows={DAYS.map(dayOf)}
          columns={Array.from(
            { length: shown.last - shown.first + 1 },
            (_, no) => hourOf(shown.first + no).short,
          )}
          cells={hours.map(({ day, hour, calls }) => ({
            ...{ row: day, column: hour - shown.first, value: calls, shown: number(calls) },
            text: t("heat.cell", { ...at(day, hour), count: calls, n: number(calls) }),
            to: to(day, hour),
          }))}
          frames={framesOf(workingHours, shown)}
        />
      </ChartFigure>
    </Panel>
  );
}
