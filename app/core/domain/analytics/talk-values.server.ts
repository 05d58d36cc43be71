import { Prisma } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { measureSql } from "./conditions.server.ts";
import {
  ANY_REASON,
  type MetricsConfig,
  TALK_METRIC,
  type TalkFilter,
  type TalkMetric,
} from "./talk-metrics.ts";

/** Where a number of a call stands in the row `m` of its side; null where the call has none that may be averaged. */
const VALUES: Record<TalkMetric, Prisma.Sql> = {
  talk_ratio: Prisma.sql`m.talk_ratio`,
  longest_monologue: Prisma.sql`m.longest_ms`,
  longest_customer_story: Prisma.sql`m.longest_ms`,
  switches_per_min: Prisma.sql`m.switches_pm`,
  interactivity: Prisma.sql`m.interactivity`,
  questions_per_hour: Prisma.sql`m.questions_ph`,
  open_questions: Prisma.sql`m.open_share`,
  answered_questions: Prisma.sql`m.answered`,
  patience: Prisma.sql`m.patience_ms`,
  cut_in: Prisma.sql`m.cut_in`,
  customer_latency: Prisma.sql`m.patience_ms`,
  silences: Prisma.sql`m.silence_pm`,
  overlap_ratio: Prisma.sql`m.overlap`,
  interruptions: Prisma.sql`m.interrupts_pm`,
  speed: Prisma.sql`CASE WHEN NOT m.is_morae THEN m.speed END`,
  speed_morae: Prisma.sql`CASE WHEN m.is_morae THEN m.speed END`,
  speed_gap: Prisma.sql`m.speed_gap`,
  fillers: Prisma.sql`m.fillers_pm`,
};

/** Unit and scale as `TALK_METRIC` says. */
export const valueSql = (metric: TalkMetric): Prisma.Sql => Prisma.sql`(${VALUES[metric]})::float8`;

/** Of a call `c`, the row `m` of one side. */
export const rowOfSide = (metric: TalkMetric, config: MetricsConfig): Prisma.Sql => Prisma.sql`
  metric_row m ON m.workspace_id = c.workspace_id AND m.config = ${config} AND m.call_id = c.id
    AND m.side = ${TALK_METRIC[metric].side}::side AND m.subject = c.id`;

/** What statistics look at: calls that were recorded. Those still without numbers are among them, and left out with the reason. */
export const isRecorded = measureSql("recorded");

/**
 * Why a call `c` whose row is `m` has no such number, a code of the `metrics` catalogue: as its own statistics say. Who
 * does not know the sides of a call keeps none of its numbers for averages (product §14.1).
 * `not_analysed`: no numbers were made by this rule set; `not_kept`: it made this one, and kept it for no average;
 * `other_language`: speed is counted otherwise in the call's language.
 */
export function reasonSql(metric: TalkMetric, config: MetricsConfig): Prisma.Sql {
  const { side } = TALK_METRIC[metric];
  const ownSpeed = metric === "speed" || metric === "speed_morae" ? "other_language" : "no_speech";
  return Prisma.sql`coalesce(m.reasons->>${metric}, (
    SELECT coalesce((SELECT coalesce(x->>'reason', CASE WHEN m.call_id IS NULL THEN 'sides_unknown' ELSE 'not_kept' END) FROM jsonb_array_elements(s.detail->'metrics') x
        WHERE x->>'key' = ${metric} AND x->>'participantId' IS NULL AND coalesce(x->>'side', ${side}) = ${side} LIMIT 1), ${ownSpeed})
    FROM metric_set s JOIN transcript t ON t.workspace_id = s.workspace_id AND t.id = s.transcript_id
    WHERE s.workspace_id = c.workspace_id AND s.call_id = c.id AND s.config = ${config} AND t.is_current LIMIT 1), 'not_analysed')`;
}

/** The calls that a number of talk statistics counts for this reader, as a filter of a list. */
export function talkFilterSql(actor: Member, { metric, out, config }: TalkFilter): Prisma.Sql {
  const value = Prisma.sql`(SELECT ${valueSql(metric)} FROM (SELECT) one LEFT JOIN ${rowOfSide(metric, config)})`;
  const counts = Prisma.sql`${visibleSql(actor, "analytics.read")} AND ${isRecorded}`;
  if (out === null) return Prisma.sql`(${counts} AND ${value} IS NOT NULL)`;
  if (out === ANY_REASON) return Prisma.sql`(${counts} AND ${value} IS NULL)`;
  return Prisma.sql`(${counts} AND ${value} IS NULL
    AND (SELECT ${reasonSql(metric, config)} FROM (SELECT) one LEFT JOIN ${rowOfSide(metric, config)}) = ${out})`;
}
