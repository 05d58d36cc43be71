import { Prisma } from "#app/core/platform/db.server.ts";
import { measureSql } from "./conditions.server.ts";
import type { Period } from "./period.ts";
import { daysSql } from "./scope.server.ts";
import { type MetricsConfig, TALK_METRIC, type TalkMetric } from "./talk-metrics.ts";

/** Where a number of a call is kept in table metric_row; null where the call has none that may be averaged. */
const COLUMNS: Record<Exclude<TalkMetric, "speed" | "speed_morae">, string> = {
  talk_ratio: "talk_ratio",
  longest_monologue: "longest_ms",
  longest_customer_story: "longest_ms",
  switches_per_min: "switches_pm",
  interactivity: "interactivity",
  questions_per_hour: "questions_ph",
  open_questions: "open_share",
  answered_questions: "answered",
  patience: "patience_ms",
  cut_in: "cut_in",
  customer_latency: "patience_ms",
  silences: "silence_pm",
  overlap_ratio: "overlap",
  interruptions: "interrupts_pm",
  speed_gap: "speed_gap",
  fillers: "fillers_pm",
};

/** Which rows of table metric_row a number is read from: `s` a side's, `p` a person's of ours, `m` either. */
type Alias = "s" | "p" | "m";

/** Unit and scale as `TALK_METRIC` says. */
export function valueSql(metric: TalkMetric, of: Alias): Prisma.Sql {
  const row = Prisma.raw(of);
  if (metric === "speed")
    return Prisma.sql`(CASE WHEN NOT ${row}.is_morae THEN ${row}.speed END)::float8`;
  if (metric === "speed_morae")
    return Prisma.sql`(CASE WHEN ${row}.is_morae THEN ${row}.speed END)::float8`;
  return Prisma.sql`${row}.${Prisma.raw(COLUMNS[metric])}::float8`;
}

/**
 * Days of the calls that are asked for. A row keeps the start of its call, which does not change once there are numbers:
 * said of the rows too, the days let them be read in one stretch where each call's own would be looked up.
 */
export type During = { days: Pick<Period, "from" | "to">; zone: string };

/** Of a call `c`, the row `s` or `m` of one side. */
export const joinSide = (
  side: "R" | "C",
  config: MetricsConfig,
  during?: During,
  as: "s" | "m" = "s",
): Prisma.Sql => {
  const row = Prisma.raw(as);
  return Prisma.sql`
  LEFT JOIN metric_row ${row} ON ${row}.workspace_id = c.workspace_id AND ${row}.config = ${config} AND ${row}.call_id = c.id
    AND ${row}.side = ${side}::side AND ${row}.subject = ${row}.call_id ${andDuring(during, as)}`;
};

/** Of a call `c`, the rows `p` of those of ours who are members; where none of them is, the call is there once without. */
export const joinPeople = (config: MetricsConfig, during?: During): Prisma.Sql => Prisma.sql`
  LEFT JOIN metric_row p ON p.workspace_id = c.workspace_id AND p.config = ${config} AND p.call_id = c.id
    AND p.side = 'R'::side AND p.member_id IS NOT NULL ${andDuring(during, "p")}`;

const andDuring = (during: During | undefined, of: "m" | "p" | "s"): Prisma.Sql =>
  during === undefined ? Prisma.empty : Prisma.sql`AND ${daysSql(during.days, during.zone, of)}`;

/** What statistics look at: calls that were recorded. Those still without numbers are among them, and left out with the reason. */
export const isRecorded = measureSql("recorded");

/**
 * Why a call `c` whose side's row is `s` has no such number, a code of the `metrics` catalogue: as its own statistics say.
 * Who does not know the sides of a call keeps none of its numbers for averages (product §14.1).
 * `older_rules`: only an older rule set made numbers of it; `not_analysed`: none did; `not_kept`: this one made the number,
 * and kept it for no average; `other_language`: speed is counted otherwise in the call's language.
 * @param reasons of the row whose number is asked for, a `jsonb`
 */
export function reasonSql(
  metric: TalkMetric,
  config: MetricsConfig,
  reasons: Prisma.Sql,
): Prisma.Sql {
  const { side } = TALK_METRIC[metric];
  const ownSpeed = metric === "speed" || metric === "speed_morae" ? "other_language" : "no_speech";
  return Prisma.sql`coalesce(${reasons}->>${metric}, (
    SELECT coalesce((SELECT coalesce(x->>'reason', CASE WHEN s.call_id IS NULL THEN 'sides_unknown' ELSE 'not_kept' END) FROM jsonb_array_elements(n.detail->'metrics') x
        WHERE x->>'key' = ${metric} AND x->>'participantId' IS NULL AND coalesce(x->>'side', ${side}) = ${side} LIMIT 1), ${ownSpeed})
    FROM metric_set n JOIN transcript t ON t.workspace_id = n.workspace_id AND t.id = n.transcript_id
    WHERE n.workspace_id = c.workspace_id AND n.call_id = c.id AND n.config = ${config} AND t.is_current LIMIT 1),
    CASE WHEN EXISTS (SELECT 1 FROM metric_set n WHERE n.workspace_id = c.workspace_id AND n.call_id = c.id) THEN 'older_rules'
      ELSE 'not_analysed' END)`;
}
