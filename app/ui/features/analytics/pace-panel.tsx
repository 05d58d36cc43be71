import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";
import { LineChart } from "#app/ui/components/chart/line-chart.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { talkListUrl } from "./talk-url.ts";
import { useTalkText } from "./use-talk-text.ts";

type Props = Pick<TalkStatsPage, "query" | "stats">;

/** How fast both sides speak, week by week: the only figure in which both voices are drawn. */
export function PacePanel({ query, stats }: Props) {
  const { t } = useTranslation("talk");
  const { calendarDay, number, shortDay } = useFormat();
  const text = useTalkText();
  const { pace, paceUnit, linesAreOwn } = stats;
  if (pace === null) return null;
  const metric = paceUnit === "per_second" ? "speed_morae" : "speed";
  const value = (of: number | null) => text.value(metric, of);
  const known = pace.filter(({ n }) => n > 0);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const n = known.reduce((sum, week) => sum + week.n, 0);
  const own = stats.people.find(({ isReader }) => isReader);
  const listOf = ({ from, to }: { from: string; to: string }) =>
    talkListUrl(query, {
      ...{ days: { from, to }, metric },
      ...(linesAreOwn && own !== undefined && { member: own.memberId }),
    });
  const us = t(linesAreOwn ? "pace.you" : "pace.us");
  return (
    <Panel
      title={t(linesAreOwn ? "pace.own" : "pace.title")}
      aside={t("pace.note", { unit: text.unit(metric), n: number(n) })}
    >
      <ChartFigure
        summary={t("pace.summary", {
          ...{ us: value(last.us), them: value(last.them), week: calendarDay(last.from) },
          ...{ usFirst: value(first.us), themFirst: value(first.them) },
        })}
        tableLabel={t("pace.table")}
        table={{
          columns: [t("pace.week"), us, t("pace.them"), t("column.n")],
          rows: pace.map((week) => [
            calendarDay(week.from),
            value(week.us),
            value(week.them),
            week.n === 0 ? (
              number(0)
            ) : (
              <TextLink
                key="n"
                tone="name"
                to={listOf(week)}
                aria-label={t("pace.openWeek", {
                  ...{ week: calendarDay(week.from), count: week.n, n: number(week.n) },
                })}
              >
                {number(week.n)}
              </TextLink>
            ),
          ]),
        }}
      >
        <LineChart
          label={t("pace.title")}
          now={us}
          before={t("pace.them")}
          look="voices"
          tickText={(tick) => number(tick, Number.isInteger(tick) ? 0 : 1)}
          points={pace.map((week) => ({
            ...{ label: shortDay(week.from), value: week.us, before: week.them },
            text: t("pace.point", {
              ...{ week: calendarDay(week.from), us: value(week.us), them: value(week.them) },
              n: number(week.n),
            }),
            to: listOf(week),
          }))}
        />
      </ChartFigure>
    </Panel>
  );
}
