import { METRICS_CONFIGS } from "#app/core/domain/metrics/input.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import {
  METRIC_KEYS,
  type Metric,
  readMetricKey,
  type RecordingsQuery,
} from "./recordings-filters.ts";

/** Where a figure stands, and how many of its units an address writes as one. */
const COLUMNS: Record<Metric, { column: Prisma.Sql; per: number }> = {
  talkRatio: { column: Prisma.sql`talk_ratio`, per: 0.01 },
  longest: { column: Prisma.sql`longest_ms`, per: 1_000 },
  questions: { column: Prisma.sql`questions_ph`, per: 1 },
  patience: { column: Prisma.sql`patience_ms`, per: 1_000 },
  speed: { column: Prisma.sql`speed`, per: 1 },
  silence: { column: Prisma.sql`silence_pm`, per: 1 },
  overlap: { column: Prisma.sql`overlap`, per: 0.01 },
};

/**
 * A call whose figure is not known is neither over nor under anything. Asked call by call: from the newest on, a page
 * is found soon, where a set of all such calls would be made first.
 */
export function* figures({ metrics }: RecordingsQuery): Generator<Prisma.Sql> {
  for (const key of METRIC_KEYS) {
    const bound = metrics[key];
    if (bound === undefined) continue;
    const { metric, isOver } = readMetricKey(key);
    const value = bound * COLUMNS[metric].per;
    yield isOver
      ? Prisma.sql`${figureOf(metric)} > ${value}::real`
      : Prisma.sql`${figureOf(metric)} < ${value}::real`;
  }
}

const figureOf = (metric: Metric): Prisma.Sql => ourFigure(COLUMNS[metric].column);

/**
 * A figure of our side in a call `c`, by the newest rule set that has a row of it: one whose row has no such figure leaves
 * it unknown, whatever older ones say, so the figure is looked for inside a list, which is there even where it is not. One
 * look by key for each rule set, and none after the first that finds a row: an order by rule set would read a workspace's
 * whole index.
 */
export const ourFigure = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(coalesce(${Prisma.join(
    METRICS_CONFIGS.map(
      (config) => Prisma.sql`(SELECT ARRAY[m.${column}] FROM metric_row m
        WHERE m.workspace_id = c.workspace_id AND m.config = ${config} AND m.call_id = c.id AND m.side = 'R' AND m.subject = c.id)`,
    ),
  )}))[1]`;
