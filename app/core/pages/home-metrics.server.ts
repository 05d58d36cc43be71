import { now } from "#app/core/platform/clock.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, mayEver, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { measureSql } from "#app/core/domain/analytics/conditions.server.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { findHomePreferences } from "#app/core/domain/account/home-preferences.server.ts";
import { HOME_METRICS, type HomeMetricKey } from "#app/core/domain/account/home-preferences.ts";
import type { HomeMetric, HomeMetrics, HomeSample } from "./home-views.ts";

const DAY_MS = 86_400_000;
const NOW_DAYS = 28;
const BEFORE_DAYS = 84;
/** Fewer calls make no figure (product §14.3, aggregation). */
const LEAST = 5;

/** The columns of table metric_row behind the keys, and what they are counted in. */
const COLUMNS: Record<HomeMetricKey, { column: string; unit: HomeMetric["unit"] }> = {
  talk_ratio: { column: "talk_ratio", unit: "ratio" },
  longest_monologue: { column: "longest_ms", unit: "ms" },
  switches_per_min: { column: "switches_pm", unit: "per_min" },
  patience: { column: "patience_ms", unit: "ms" },
  cut_in: { column: "cut_in", unit: "ratio" },
  questions_per_hour: { column: "questions_ph", unit: "per_hour" },
  answered_questions: { column: "answered", unit: "ratio" },
  silences: { column: "silence_pm", unit: "per_min" },
  overlap_ratio: { column: "overlap", unit: "ratio" },
  interruptions: { column: "interrupts_pm", unit: "per_min" },
  fillers: { column: "fillers_pm", unit: "per_min" },
};

type Row = {
  key: HomeMetricKey;
  is_now: boolean;
  n: number;
  median: number | null;
  mean: number | null;
  q1: number | null;
  q3: number | null;
};

/**
 * The three numbers the actor chose, of what they said in calls: the last four weeks beside the twelve before. A number that its
 * call was too short for is not among them.
 * @throws DomainError `forbidden`
 */
export async function getHomeMetrics(actor: Member): Promise<HomeMetrics> {
  demand(actor, "home.read");
  const { workspaceId, memberId } = actor;
  const { metrics: keys } = await findHomePreferences(actor);
  const since = new Date(now().getTime() - NOW_DAYS * DAY_MS);
  const from = new Date(since.getTime() - BEFORE_DAYS * DAY_MS);
  const values = keys.map(
    (key) => Prisma.sql`(${key}, m.${Prisma.raw(COLUMNS[key].column)}::float8)`,
  );
  const found = await rows<Row>(Prisma.sql`
    SELECT v.key, m.started_at >= ${since} AS is_now, count(v.value)::int AS n, avg(v.value) AS mean,
      percentile_cont(0.25) WITHIN GROUP (ORDER BY v.value) AS q1,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY v.value) AS median,
      percentile_cont(0.75) WITHIN GROUP (ORDER BY v.value) AS q3
    FROM metric_row m JOIN call c ON c.workspace_id = m.workspace_id AND c.id = m.call_id
    CROSS JOIN LATERAL (VALUES ${Prisma.join(values)}) AS v(key, value)
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.config = ${METRICS_CONFIG} AND m.side = 'R' AND m.member_id = ${memberId}::uuid
      AND m.started_at >= ${from} AND ${visibleSql(actor, "call.read")} AND ${measureSql("recorded")}
      AND (c.visibility <> 'private' OR c.owner_id = ${memberId}::uuid) AND NOT c.is_sample
    GROUP BY 1, 2`);
  const sample = (key: string, isNow: boolean): HomeSample => {
    const row = found.find((one) => one.key === key && one.is_now === isNow);
    if (!row || row.n < LEAST)
      return { n: row?.n ?? 0, median: null, mean: null, q1: null, q3: null };
    const { n, median, mean, q1, q3 } = row;
    return { n, median, mean, q1, q3 };
  };
  return {
    metrics: keys.map((key) => metricOf(key, sample(key, true), sample(key, false))),
    since: since.toISOString(),
    from: from.toISOString(),
    least: LEAST,
    memberId: mayEver(actor, "analytics.people") ? memberId : null,
  };
}

/** Median alone only where median and mean say the same (decisions §11). */
function metricOf(key: HomeMetricKey, now: HomeSample, before: HomeSample): HomeMetric {
  const change = (a: number | null, b: number | null) =>
    a === null || b === null ? 0 : Math.sign(a - b);
  const isMixed = change(now.median, before.median) !== change(now.mean, before.mean);
  return { key, unit: COLUMNS[key].unit, now, before, isMixed };
}

/** What can be chosen. */
export const metricChoices = (): HomeMetricKey[] => [...HOME_METRICS];
