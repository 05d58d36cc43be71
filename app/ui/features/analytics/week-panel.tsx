import { addDays, dayOf, isoDay } from "#app/core/domain/zone.ts";
import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";
import { LineChart } from "#app/ui/components/chart/line-chart.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { countedUrl } from "./counted-url.ts";

type Days = { from: string; to: string };

/** Calls by week, beside the weeks before; weeks that have not begun have no number yet. */
export function WeekPanel({
  query,
  activity,
  holidays,
}: Pick<ActivityPage, "query" | "activity" | "holidays">) {
  const { t } = useTranslation("analytics");
  const { calendarDay, number, shortDay, isPastDay } = useFormat();
  const { weeks, weeksBefore, now, before } = activity;
  const top = weeks.reduce((best, week) => (week.held > best.held ? week : best));
  const hasBegun = ({ from, held }: Days & { held: number }) =>
    held > 0 || isPastDay(isoDay(addDays(dayOf(from), -1)));
  const calls = (held: number) => t("week.calls", { count: held, n: number(held) });
  const markOf = ({ from, to }: Days): string | null => {
    const count = holidays.filter((day) => day >= from && day <= to).length;
    return count === 0 ? null : t("week.holidays", { count });
  };
  const nameOf = (week: Days): string => {
    const mark = markOf(week);
    return mark === null
      ? calendarDay(week.from)
      : t("week.marked", { week: calendarDay(week.from), mark });
  };
  const cell = (name: string, held: number, { from, to }: Days) => (
    <TextLink
      tone="name"
      to={countedUrl(query, "held", { days: { from, to } })}
      aria-label={t("open", { name, value: number(held) })}
    >
      {number(held)}
    </TextLink>
  );
  return (
    <Panel title={t("week.title")}>
      <ChartFigure
        summary={
          now.held === 0
            ? t("week.none", { before: calls(before.held) })
            : t("week.summary", {
                ...{ calls: calls(now.held), before: number(before.held) },
                ...{ week: calendarDay(top.from), most: number(top.held) },
              })
        }
        tableLabel={t("table")}
        table={{
          columns: [t("week.column"), t("week.nowColumn"), t("week.beforeColumn")],
          rows: weeks.map((week, at) => {
            const was = weeksBefore[at];
            return [
              nameOf(week),
              hasBegun(week)
                ? cell(t("week.of", { week: calendarDay(week.from) }), week.held, week)
                : t("none"),
              was === undefined
                ? t("none")
                : cell(t("week.of", { week: calendarDay(was.from) }), was.held, was),
            ];
          }),
        }}
      >
        <LineChart
          label={t("week.title")}
          now={t("week.now")}
          before={t("week.before")}
          tickText={(tick) => number(tick)}
          points={weeks.map((week, at) => {
            const { from, to, held } = week;
            const was = weeksBefore[at]?.held ?? null;
            const said = { week: nameOf(week), calls: calls(held) };
            return {
              ...{ label: shortDay(from), value: hasBegun(week) ? held : null, before: was },
              mark: markOf(week),
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
