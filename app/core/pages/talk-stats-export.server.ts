import type { Member } from "#app/core/domain/access/actor.ts";
import { demandEver } from "#app/core/domain/access/access.ts";
import type { Period } from "#app/core/domain/analytics/period.ts";
import { readUnits, type UnitRow } from "#app/core/domain/analytics/talk-people.server.ts";
import { callsOf, partsOf, type Units } from "#app/core/domain/analytics/talk-units.server.ts";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { getTalkStats } from "#app/core/domain/analytics/talk-stats.server.ts";
import { TALK_METRIC, type TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import type {
  TalkFigures,
  TalkQuery,
  TalkStatsView,
} from "#app/core/domain/analytics/talk-stats-views.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import type { ListData } from "#app/core/domain/list/list-data.ts";
import { round4 } from "#app/core/domain/metrics/numbers.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { withSavedView } from "./saved-views.server.ts";

/**
 * One line of the file: whose figures, or what they are made of; what a line has not is empty. A `call` is counted in all,
 * a `part` is what one of ours said in a call and is counted for them.
 */
type Line = {
  group:
    | "person"
    | "own_before"
    | "pace_us"
    | "pace_them"
    | "team"
    | "all"
    | "all_before"
    | "metric"
    | "left_out"
    | "call"
    | "part";
  metric: TalkMetric;
  name: string | null;
  memberId: string | null;
  days: Pick<Period, "from" | "to">;
  figures: Partial<TalkFigures>;
  people: number | null;
  reason: string | null;
  call: UnitRow | null;
};

const known = (value: number | null | undefined): number | null => value ?? null;
const COLUMNS = {
  group: ({ group }) => group,
  metric: ({ metric }) => metric,
  unit: ({ metric }) => TALK_METRIC[metric].unit,
  config: (_, { config }) => config,
  name: ({ name }) => name,
  member_id: ({ memberId }) => memberId,
  from: ({ days }) => days.from,
  to: ({ days }) => days.to,
  time_zone: (_, { zone }) => zone,
  people: ({ people }) => people,
  n: ({ figures }) => known(figures.n),
  mean: ({ figures }) => known(figures.mean),
  by_time: ({ figures }) => known(figures.byTime),
  median: ({ figures }) => known(figures.median),
  q1: ({ figures }) => known(figures.q1),
  q3: ({ figures }) => known(figures.q3),
  least: ({ figures }) => known(figures.least),
  most: ({ figures }) => known(figures.most),
  left_out: ({ figures }) => known(figures.leftOut),
  reason: ({ reason }) => reason,
  call_id: ({ call }) => call?.id ?? null,
  started_at: ({ call }) => call?.started_at.toISOString() ?? null,
  length_ms: ({ call }) => known(call?.duration_ms),
  value: ({ call }) => (call === null || call.value === null ? null : round4(call.value)),
} as const satisfies ListData<TalkQuery, Line, string>["columns"];
export type TalkStatsColumn = keyof typeof COLUMNS;

/** Every number of the page as lines of a file, and after them each call that they are made of. */
export const talkStatsData: ListData<TalkQuery, Line, TalkStatsColumn> = {
  name: "talk-stats",
  parse: async (search, zone, actor) => {
    const kept = await withSavedView(actor, "talk-stats", search);
    const { query, ignored } = parseTalkQuery(kept.search, zone, now());
    return { query, ignored: [...kept.ignored, ...ignored] };
  },
  page: null,
  columns: COLUMNS,
  open: async (actor, query) => {
    demandEver(actor, "analytics.read");
    const lines = linesOf(await getTalkStats(actor, query), query);
    await noteExport(actor, lines.length);
    return inPages(actor, query, lines);
  },
};

/** A history of years is read piece by piece. */
const PAGE = 5_000;

async function* inPages(actor: Member, query: TalkQuery, lines: Line[]) {
  yield lines;
  yield* unitLines(actor, callsOf(actor, query, query.period), (call) =>
    lineOf(query, "call", { reason: call.reason, call }),
  );
  yield* unitLines(actor, partsOf(actor, query, query.period), (call) => {
    const { name, person: memberId, reason } = call;
    return lineOf(query, "part", { name, memberId, reason, call });
  });
}

async function* unitLines(actor: Member, units: Units, toLine: (call: UnitRow) => Line) {
  const order = Prisma.sql`v.started_at, v.id, v.person`;
  for (let after: UnitRow | undefined; ; ) {
    const found = await readUnits(actor, units, { order, limit: PAGE, ...(after && { after }) });
    yield found.map(toLine);
    after = found.at(-1);
    if (found.length < PAGE) return;
  }
}

const lineOf = (
  { metric, period }: TalkQuery,
  group: Line["group"],
  more: Partial<Line>,
): Line => ({
  ...{ group, metric, name: null, memberId: null, days: period, figures: {}, people: null },
  ...{ reason: null, call: null, ...more },
});

function linesOf(stats: TalkStatsView, query: TalkQuery): Line[] {
  const line = (group: Line["group"], more: Partial<Line>) => lineOf(query, group, more);
  const { beforeFrom: from, beforeTo: to } = query.period;
  const before = { from, to };
  const { team, ownBefore, linesAreOwn } = stats;
  const middle = (value: number | null) => (linesAreOwn ? { median: value } : { mean: value });
  return [
    ...stats.people.map(({ name, memberId, ...figures }) =>
      line("person", { name, memberId, figures }),
    ),
    ...(ownBefore === null ? [] : [line("own_before", { days: before, figures: ownBefore })]),
    line("all", { figures: stats.all }),
    line("all_before", { days: before, figures: stats.allBefore }),
    ...(team === null
      ? []
      : [
          line("team", {
            people: team.people,
            figures: {
              ...{ median: team.median, mean: team.mean, byTime: team.byTime },
              ...{ q1: team.q1, q3: team.q3 },
            },
          }),
        ]),
    ...stats.lines.flatMap(({ metric, now: value, n, before: was, nBefore }) => [
      line("metric", { metric, figures: { n, ...middle(value) } }),
      line("metric", { metric, days: before, figures: { n: nBefore, ...middle(was) } }),
    ]),
    ...(stats.pace ?? []).flatMap(({ from, to, us, them, n }) =>
      (
        [
          ["pace_us", us],
          ["pace_them", them],
        ] as const
      ).map(([group, value]) =>
        line(group, {
          ...{
            metric: stats.paceUnit === "per_second" ? "speed_morae" : "speed",
            days: { from, to },
          },
          figures: { n, median: value },
        }),
      ),
    ),
    ...stats.reasons.map(({ reason, n }) => line("left_out", { reason, figures: { leftOut: n } })),
  ];
}

const noteExport = (actor: Member, count: number): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, { after: { list: "talk-stats", rows: count } }),
  );
