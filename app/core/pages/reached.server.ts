import { isUnrecorded } from "#app/core/domain/analytics/conditions.server.ts";
import { WORDS_MISSING } from "#app/core/domain/recording/stage-views.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import { REACHED, type Reached } from "./reached.ts";

// Conditions on a call `c` and its primary recording `r`: Home and the operator's metrics count by them, and the lists
// behind these numbers are found by them.

/** Of runs `n`: their summary can be read. */
export const isSummarised = Prisma.sql`n.state = 'done'`;

/** A recording was begun here. What an owner discarded is no such call, nor is a transcript that was brought in. */
export const isStarted = Prisma.sql`(r.method <> 'import' AND (c.state IN ('live', 'ended', 'available') OR ${isUnrecorded}))`;
const isRecorded = Prisma.sql`(${isStarted} AND c.state IN ('ended', 'available')
  AND r.state IN ('uploaded', 'processing', 'ready', 'ready_partial', 'failed', 'media_removed'))`;
const isPlayable = Prisma.sql`(${isStarted} AND c.state = 'available'
  AND r.state IN ('processing', 'ready', 'ready_partial', 'media_removed'))`;
const hasWords = Prisma.sql`(${isPlayable} AND r.cause IS DISTINCT FROM ${WORDS_MISSING}
  AND EXISTS (SELECT 1 FROM transcript w WHERE w.workspace_id = c.workspace_id AND w.call_id = c.id AND w.is_current AND w.words > 0))`;
const hasSummary = Prisma.sql`(${hasWords}
  AND EXISTS (SELECT 1 FROM summary_run n WHERE n.workspace_id = c.workspace_id AND n.call_id = c.id AND ${isSummarised}))`;

const OF_STEP: Record<Reached, Prisma.Sql> = {
  started: isStarted,
  recorded: isRecorded,
  playable: isPlayable,
  words: hasWords,
  summary: hasSummary,
};

/** Calls that came to any of these steps: the first of them holds the others. */
export function reachedSql(steps: readonly string[]): Prisma.Sql {
  const first = REACHED.find((step) => steps.includes(step));
  return first === undefined ? Prisma.sql`false` : OF_STEP[first];
}

/** One column for each step: how many of the rows came to it. */
export const reachedColumns = Prisma.join(
  REACHED.map(
    (step) =>
      Prisma.sql`count(*) FILTER (WHERE ${OF_STEP[step]})::int AS ${Prisma.raw(`"${step}"`)}`,
  ),
);

/** What the conditions are about. */
export const reachedFrom = Prisma.sql`call c
  JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary`;
