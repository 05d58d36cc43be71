import type { ReactNode } from "react";
import type { PersonTalk, TalkFigures } from "#app/core/domain/analytics/talk-stats-views.ts";
import { LEAST_CALLS } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { BoxAxis, BoxPlot, MarkPlot } from "#app/ui/components/chart/box-plot.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { talkCallsUrl, talkListUrl, talkUrl } from "./talk-url.ts";
import { useTalkSummary } from "./use-talk-summary.ts";
import { talkScale } from "./talk-scale.ts";
import { bandOfQuery, useTalkText } from "./use-talk-text.ts";

type Props = Pick<TalkStatsPage, "query" | "stats" | "seesOthers">;
type Line = {
  key: string;
  name: string;
  note?: string;
  figures: TalkFigures;
  plot: ReactNode;
  /** Whose calls the numbers open, and of which days. */
  list: { owner?: string; days?: { from: string; to: string } };
  callsOf: string | null;
};

/** The chosen number person by person: a box, a dot for each call, and the figures beside it. */
export function TalkPeople({ query, stats, seesOthers }: Props) {
  const { t } = useTranslation("talk");
  const text = useTalkText();
  const summary = useTalkSummary(query, stats);
  const scale = talkScale(query, stats);
  const band = bandOfQuery(query);
  const { metric } = query;
  const { team, noTeam } = stats;
  const unit = text.unit(metric);
  const few = ({ n }: TalkFigures) =>
    n < LEAST_CALLS ? t("few", { n, least: LEAST_CALLS }) : null;
  const lineOf = (
    { values, ...figures }: PersonTalk,
    isPast: boolean,
  ): Omit<Line, "key" | "name"> => {
    const note = few(figures);
    return {
      ...{ figures, list: { owner: figures.memberId }, callsOf: isPast ? null : figures.memberId },
      ...(note !== null && { note }),
      plot: <BoxPlot scale={scale} band={band} isPast={isPast} {...figures} values={values} />,
    };
  };
  const others = stats.people.map((person) => ({
    ...{ key: person.memberId, name: person.isReader ? t("you") : person.name },
    ...lineOf(person, false),
  }));
  const lines: Line[] = withPast(others, stats.ownBefore, (past) => ({
    ...lineOf(past, true),
    ...{ key: "before", name: t("youBefore") },
    list: {
      owner: past.memberId,
      days: { from: query.period.beforeFrom, to: query.period.beforeTo },
    },
  }));
  if (team !== null && seesOthers)
    lines.push({
      ...{ key: "team", name: t("team.listed", { count: team.people }), note: t("team.note") },
      figures: { ...stats.all, ...team, least: null, most: null },
      plot: <MarkPlot scale={scale} band={band} marks={team.marks} middle={team.median} />,
      ...{ list: {}, callsOf: null },
    });
  return (
    <Panel
      title={unit === "" ? text.name(metric) : t("titled", { name: text.name(metric), unit })}
      aside={
        seesOthers ? (
          <Segments
            label={t("order.label")}
            segments={[
              {
                to: talkUrl(query, { isRanked: false }),
                label: t("order.name"),
                isCurrent: !query.isRanked,
              },
              {
                to: talkUrl(query, { isRanked: true }),
                label: t("order.value"),
                isCurrent: query.isRanked,
              },
            ]}
          />
        ) : undefined
      }
    >
      <figure className="min-w-0">
        <figcaption className="mb-3 max-w-[76ch] text-sm text-ink-soft">{summary}</figcaption>
        <DataTable
          caption={t("caption", { name: text.name(metric) })}
          columns={[
            t("column.person"),
            {
              node: (
                <BoxAxis
                  scale={scale}
                  text={(tick) => text.tick(metric, tick, scale.at(-1) ?? tick)}
                />
              ),
              width: "wide",
            },
            ...(["median", "mean", "byTime", "middle", "n", "leftOut"] as const).map((column) => ({
              name: t(`column.${column}`),
              align: "end" as const,
            })),
          ]}
          rows={lines}
        >
          {({ key, name, note, figures, plot, list, callsOf }) => (
            <Row key={key}>
              <NameCell note={note}>
                {callsOf === null ? (
                  <span className="whitespace-nowrap">{name}</span>
                ) : (
                  <TextLink tone="name" to={talkCallsUrl(query, callsOf)}>
                    <span className="whitespace-nowrap">{name}</span>
                  </TextLink>
                )}
              </NameCell>
              <Cell phone="line">{plot}</Cell>
              <Figures query={query} name={name} figures={figures} list={list} />
            </Row>
          )}
        </DataTable>
      </figure>
      {team === null || seesOthers ? null : (
        <p className="mt-3 text-sm text-ink-soft">
          {t("team.own", { count: team.people, median: text.value(metric, team.median) })}
        </p>
      )}
      {noTeam === null ? null : (
        <p className="mt-2 flex flex-wrap gap-x-3 text-xs text-ink-muted">
          {t(`noTeam.${noTeam}`)}
          {noTeam === "filtered"
            ? (["last-month", "last-quarter"] as const).map((range) => (
                <TextLink key={range} to={paths.talkStats({ range, metric })}>
                  {t(range === "last-month" ? "noTeam.lastMonth" : "noTeam.lastQuarter")}
                </TextLink>
              ))
            : null}
        </p>
      )}
    </Panel>
  );
}

/** The reader's past stands under the reader; who has none has no line of it. */
function withPast(
  lines: readonly Line[],
  past: PersonTalk | null,
  lineOf: (past: PersonTalk) => Line,
): Line[] {
  if (past === null) return [...lines];
  const own = lines.filter(({ key }) => key === past.memberId);
  return [...own, lineOf(past), ...lines.filter(({ key }) => key !== past.memberId)];
}

/** The cells of a person: each number opens its calls; of too few calls there is only how many. */
function Figures({
  query,
  name,
  figures,
  list,
}: Pick<Line, "name" | "figures" | "list"> & Pick<Props, "query">) {
  const { t } = useTranslation("talk");
  const text = useTalkText();
  const { metric } = query;
  const { n, leftOut, median, mean, byTime, q1, q3 } = figures;
  const link = (column: string, value: string, out?: true) => (
    <TextLink
      tone="name"
      to={talkListUrl(query, { ...list, ...(out && { out }) })}
      aria-label={t("openNumber", { name, column, value })}
    >
      {value}
    </TextLink>
  );
  const shown = [
    ["median", median === null ? null : text.value(metric, median)],
    ["mean", mean === null ? null : text.value(metric, mean)],
    ["byTime", byTime === null ? null : text.value(metric, byTime)],
    ["middle", q1 === null || q3 === null ? null : text.range(metric, q1, q3)],
  ] as const;
  return (
    <>
      {shown.map(([column, value]) => (
        <Cell
          key={column}
          kind="number"
          label={t(`column.${column}`)}
          phone={value === null ? "hide" : "inline"}
        >
          {value === null ? t("none") : link(t(`column.${column}`), value)}
        </Cell>
      ))}
      <Cell kind="number" label={t("column.n")}>
        {n === 0 ? "0" : link(t("column.n"), String(n))}
      </Cell>
      <Cell kind="number" label={t("column.leftOut")}>
        {leftOut === 0 ? "0" : link(t("column.leftOut"), String(leftOut), true)}
      </Cell>
    </>
  );
}
