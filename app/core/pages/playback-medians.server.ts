import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import type { PlaybackSource } from "./playback-source.server.ts";
import type { MediansView, PlaybackTabs } from "./playback-views.ts";

/** The call's numbers, which the page has, beside what is usual. */
export const statisticsPart = {
  load: async ({ actor, call }: PlaybackSource): Promise<PlaybackTabs["statistics"]> => ({
    medians: await findMedians(actor, call),
  }),
};

/** Fewer calls make no median worth a comparison (product §14.3, aggregation). */
const LEAST_CALLS = 5;
const WEEKS = 12;

/** The columns of table metric_row behind the keys of a call's numbers; each holds our side's value. */
const COLUMNS = {
  talk_ratio: "talk_ratio",
  longest_monologue: "longest_ms",
  switches_per_min: "switches_pm",
  patience: "patience_ms",
  cut_in: "cut_in",
  questions_per_hour: "questions_ph",
  answered_questions: "answered",
  speed: "speed",
  silences: "silence_pm",
  overlap_ratio: "overlap",
  interruptions: "interrupts_pm",
  fillers: "fillers_pm",
} as const;

type Subject = {
  id: string;
  language: string | null;
  startedAt: Date | null;
  owner: { id: string; name: string };
};
type Row = { key: string; median: number | null; n: number };

/**
 * The owner's usual values: medians over their other calls of the twelve weeks before this one, in its language, as far as
 * they count for the reader: one's own, private ones among them, and of others what is in one's charge. Without that
 * there are no figures of a colleague (decisions §11). A number that its call was too short for is not among them.
 */
export async function findMedians(actor: Member, call: Subject): Promise<MediansView> {
  const until = call.startedAt ?? new Date();
  const from = new Date(until.getTime() - WEEKS * 7 * 86_400_000);
  const values = Object.entries(COLUMNS).map(
    ([key, column]) => Prisma.sql`(${key}, m.${Prisma.raw(column)}::float8)`,
  );
  const found = await rows<Row>(Prisma.sql`
    SELECT v.key, percentile_cont(0.5) WITHIN GROUP (ORDER BY v.value) AS median, count(v.value)::int AS n
    FROM metric_row m JOIN call c ON c.workspace_id = m.workspace_id AND c.id = m.call_id
    CROSS JOIN LATERAL (VALUES ${Prisma.join(values)}) AS v(key, value)
    WHERE m.workspace_id = ${actor.workspaceId}::uuid AND m.config = ${METRICS_CONFIG} AND m.side = 'R' AND m.subject = m.call_id
      AND m.started_at >= ${from} AND m.started_at < ${until} AND m.call_id <> ${call.id}::uuid
      AND c.owner_id = ${call.owner.id}::uuid AND c.language IS NOT DISTINCT FROM ${call.language}
      AND ${visibleSql(actor, "analytics.read")}
    GROUP BY v.key`);
  return {
    ofReader: call.owner.id === actor.memberId,
    owner: call.owner.name,
    byKey: Object.fromEntries(
      found.flatMap(({ key, median, n }) =>
        median === null || n < LEAST_CALLS ? [] : [[key, { median, n }]],
      ),
    ),
  };
}
