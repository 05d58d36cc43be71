import type { ReactNode } from "react";
import type {
  PersonTalk,
  TalkFigures as Figures,
} from "#app/core/domain/analytics/talk-stats-views.ts";
import { LEAST_CALLS } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { BoxAxis, BoxPlot, MarkPlot } from "#app/ui/components/chart/box-plot.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { TALK_COLUMNS, TalkFigures } from "./talk-figures.tsx";
import { talkScale } from "./talk-scale.ts";
import { talkCallsUrl, talkUrl } from "./talk-url.ts";
import { useBoxText } from "./use-box-text.ts";
import { usePersonName } from "./use-person-name.ts";
import { useTalkSummary } from "./use-talk-summary.ts";
import { bandOfQuery, useTalkText } from "./use-talk-text.ts";

type Props = Pick<TalkStatsPage, "query" | "stats" | "bands" | "seesOthers">;
type Line = {
  key: string;
  name: string;
  note?: string;
  figures: Figures;
  plot: ReactNode;
  /** Whose calls the numbers open, and of which days. */
  list: { member?: string; days?: { from: string; to: string } };
  callsOf: string | null;
};

/** The chosen number person by person: a box, a dot for each call, and the figures beside it. */
export function TalkPeople({ query, stats, bands, seesOthers }: Props) {
  const { t } = useTranslation("talk");
  const text = useTalkText();
  const summary = useTalkSummary({ query, stats, bands });
  const band = bandOfQuery(query, bands);
  const scale = talkScale(query, stats, band);
  const lines = useLines({ query, stats, seesOthers, scale, band });
  const { metric } = query;
  const unit = text.unit(metric);
  const axis = (
    <BoxAxis scale={scale} text={(tick) => text.tick(metric, tick, scale.at(-1) ?? tick)} />
  );
  return (
    <Panel
      title={unit === "" ? text.name(metric) : t("titled", { name: text.name(metric), unit })}
      aside={seesOthers ? <Order query={query} /> : undefined}
    >
      <figure className="min-w-0">
        <figcaption className="mb-3 max-w-[76ch] text-sm text-ink-soft">{summary}</figcaption>
        <DataTable
          caption={t("caption", { name: text.name(metric) })}
          columns={[
            t("column.person"),
            { node: axis, name: t("column.plot"), width: "wide" },
            ...TALK_COLUMNS.map((column) => ({
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
              <Cell phone="line">
                <span className="block w-full">
                  {plot}
                  {/* On a phone the column has no head: each plot brings its scale. */}
                  <span className="block desk:hidden">{axis}</span>
                </span>
              </Cell>
              <TalkFigures query={query} name={name} figures={figures} list={list} />
            </Row>
          )}
        </DataTable>
      </figure>
      <TeamNote {...{ query, stats, seesOthers }} />
    </Panel>
  );
}

/** By name, or by the number: a choice of who sees several people. */
function Order({ query }: Pick<Props, "query">) {
  const { t } = useTranslation("talk");
  const { person } = query;
  return (
    <span data-print="no">
      <Segments
        label={t("order.label")}
        segments={([false, true] as const).map((isRanked) => ({
          to: talkUrl(query, { isRanked, person }),
          label: t(isRanked ? "order.value" : "order.name"),
          isCurrent: query.isRanked === isRanked,
        }))}
      />
    </span>
  );
}

type LineProps = Pick<Props, "query" | "stats" | "seesOthers"> & {
  scale: number[];
  band: ReturnType<typeof bandOfQuery>;
};

function useLines({ query, stats, seesOthers, scale, band }: LineProps): Line[] {
  const { t } = useTranslation("talk");
  const nameOf = usePersonName();
  const say = useBoxText(query.metric);
  const { team } = stats;
  const lineOf = (
    { key, name, isPast }: { key: string; name: string; isPast: boolean },
    person: PersonTalk,
  ): Line => {
    const { values, memberId, ...figures } = person;
    return {
      ...{ key, name, figures, list: { member: memberId }, callsOf: isPast ? null : memberId },
      ...(person.n < LEAST_CALLS && { note: t("few", { n: person.n, least: LEAST_CALLS }) }),
      plot: (
        <BoxPlot
          {...{ scale, band, isPast, values }}
          {...figures}
          text={say.ofPerson(name, person)}
        />
      ),
    };
  };
  const { beforeFrom: from, beforeTo: to } = query.period;
  const past = stats.ownBefore;
  const people = stats.people.map((person) =>
    lineOf({ key: person.memberId, name: nameOf(person), isPast: false }, person),
  );
  const own = past === null ? [] : people.filter(({ key }) => key === past.memberId);
  const lines = [
    ...own,
    ...(past === null
      ? []
      : [
          {
            ...lineOf({ key: "before", name: t("youBefore"), isPast: true }, past),
            list: { member: past.memberId, days: { from, to } },
          },
        ]),
    ...people.filter((line) => !own.includes(line)),
  ];
  if (team === null || !seesOthers) return lines;
  return [
    ...lines,
    {
      ...{ key: "team", name: t("team.listed", { count: team.people }), note: t("team.note") },
      figures: { ...stats.all, ...team, least: null, most: null },
      plot: (
        <MarkPlot
          {...{ scale, band, marks: team.marks, middle: team.median }}
          text={say.ofTeam(team)}
        />
      ),
      ...{ list: {}, callsOf: null },
    },
  ];
}

/** What who sees only themselves is given of their team, or why there is nothing. */
function TeamNote({ query, stats: { team, noTeam }, seesOthers }: Omit<Props, "bands">) {
  const { t } = useTranslation("talk");
  const text = useTalkText();
  const { metric } = query;
  return (
    <>
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
    </>
  );
}
