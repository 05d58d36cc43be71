import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";
import { LineChart } from "#app/ui/components/chart/line-chart.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { countedUrl } from "./counted-url.ts";

/** Calls by week, beside the weeks before. */
export function WeekPanel({ query, activity }: Pick<ActivityPage, "query" | "activity">) {
  const { t } = useTranslation("analytics");
  const { calendarDay, number, shortDay } = useFormat();
  const { weeks, weeksBefore, now, before } = activity;
  const top = weeks.reduce((best, week) => (week.held > best.held ? week : best));
  return (
    <Panel title={t("week.title")}>
      <ChartFigure
        summary={t("week.summary", {
          ...{ count: now.held, before: number(before.held) },
          ...{ week: calendarDay(top.from), most: number(top.held) },
        })}
        tableLabel={t("table")}
        table={{
          columns: [t("week.column"), t("week.nowColumn"), t("week.beforeColumn")],
          rows: weeks.map((week, at) => [
            calendarDay(week.from),
            number(week.held),
            number(weeksBefore[at]?.held ?? 0),
          ]),
        }}
      >
        <LineChart
          label={t("week.title")}
          now={t("week.now")}
          before={t("week.before")}
          points={weeks.map(({ from, to, held }, at) => {
            const was = weeksBefore[at]?.held ?? null;
            const said = { week: calendarDay(from), now: number(held) };
            return {
              ...{ label: shortDay(from), value: held, before: was },
              text:
                was === null
                  ? t("week.pointOnly", said)
                  : t("week.point", { ...said, before: number(was) }),
              to: countedUrl(query, "held", { days: { from, to } }),
            };
          })}
        />
      </ChartFigure>
    </Panel>
  );
}
