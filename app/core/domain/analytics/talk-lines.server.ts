import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import type { Period } from "./period.ts";
import { LEAST_CALLS, TALK_METRIC, TALK_METRICS, type TalkMetric } from "./talk-metrics.ts";
import type { TalkLine, TalkQuery } from "./talk-stats-views.ts";
import { bothSides, ownValue } from "./talk-units.server.ts";
import { valueSql } from "./talk-values.server.ts";

type Row = { metric: TalkMetric; n: number; value: number | null };
type Days = Pick<Period, "from" | "to">;

/**
 * Every metric in two periods. One's own: medians of one's calls. Of everybody: means, each call counting once; nobody
 * waits for eighteen medians of a large house.
 */
export async function readLines(
  actor: Member,
  query: TalkQuery,
  isOwn: boolean,
): Promise<TalkLine[]> {
  const { from, to, beforeFrom, beforeTo } = query.period;
  const [now, before] = await Promise.all([
    read(actor, query, { from, to }, isOwn),
    read(actor, query, { from: beforeFrom, to: beforeTo }, isOwn),
  ]);
  const shown = (row: Row | undefined) =>
    row === undefined || row.value === null || row.n < LEAST_CALLS ? null : round4(row.value);
  return TALK_METRICS.map((metric) => {
    const [one, was] = [now, before].map((all) => all.find((row) => row.metric === metric));
    return {
      ...{ metric, now: shown(one), n: one?.n ?? 0, before: shown(was), nBefore: was?.n ?? 0 },
    };
  });
}

/** All numbers in one row: a row for each number of each call would be eighteen times as many to add up. */
async function read(actor: Member, query: TalkQuery, days: Days, isOwn: boolean): Promise<Row[]> {
  const { from, where, us } = bothSides(actor, query, days, isOwn);
  const columns = TALK_METRICS.flatMap((metric, at) => {
    const ofSide = valueSql(metric, TALK_METRIC[metric].side === "R" ? "m" : "s");
    const value = us === "p" ? ownValue(metric) : ofSide;
    const figure = isOwn
      ? Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value})`
      : Prisma.sql`avg(${value})`;
    return [
      Prisma.sql`count(${value})::int AS ${Prisma.raw(`n${at}`)}`,
      Prisma.sql`${figure} AS ${Prisma.raw(`v${at}`)}`,
    ];
  });
  const [found] = await rows<Record<string, number | null>>(
    Prisma.sql`SELECT ${Prisma.join(columns)} FROM ${from} WHERE ${where}`,
  );
  return TALK_METRICS.map((metric, at) => ({
    ...{ metric, n: found?.[`n${at}`] ?? 0, value: found?.[`v${at}`] ?? null },
  }));
}
