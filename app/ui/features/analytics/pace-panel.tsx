import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ChartFigure } from "#app/ui/components/chart/figure.tsx";
import { LineChart } from "#app/ui/components/chart/line-chart.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { talkListUrl } from "./talk-url.ts";
import { useTalkText } from "./use-talk-text.ts";

type Props = Pick<TalkStatsPage, "query" | "stats">;

/** How fast both sides speak, week by week: the only figure in which both voices are drawn. */
export function PacePanel({ query, stats }: Props) {
  const { t } = useTranslation("talk");
  const { calendarDay, shortDay } = useFormat();
  const text = useTalkText();
  const { pace, linesAreOwn } = stats;
  if (pace === null) return null;
  const metric = query.metric === "speed_morae" ? "speed_morae" : "speed";
  const value = (of: number | null) => text.value(metric, of);
  const known = pace.filter(({ n }) => n > 0);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const n = known.reduce((sum, week) => sum + week.n, 0);
  const us = t(linesAreOwn ? "pace.you" : "pace.us");
  return (
    <Panel
      title={t(linesAreOwn ? "pace.own" : "pace.title")}
      aside={t("pace.note", { unit: text.unit(metric), n })}
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
            String(week.n),
          ]),
        }}
      >
        <LineChart
          label={t("pace.title")}
          now={us}
          before={t("pace.them")}
          look="voices"
          points={pace.map(({ from, to, us: ours, them, n: calls }) => ({
            ...{ label: shortDay(from), value: ours, before: them },
            text: t("pace.point", {
              ...{ week: calendarDay(from), us: value(ours), them: value(them), n: calls },
            }),
            to: talkListUrl(query, { days: { from, to }, metric }),
          }))}
        />
      </ChartFigure>
    </Panel>
  );
}
