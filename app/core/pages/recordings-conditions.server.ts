import { METRICS_CONFIGS } from "#app/core/domain/metrics/input.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { labelFits } from "#app/core/domain/search/label-rules.server.ts";
import { addDays, isoDay, zonedInstant } from "#app/core/domain/zone.ts";
import type { RecordingsQuery } from "./recordings-filters.ts";
import { daysOf } from "./recordings-range.ts";

// Conditions on a call `c` and its primary recording `r`.

/** The owner is asked what becomes of a file that is here already. */
const isDuplicate = Prisma.sql`EXISTS (SELECT 1 FROM stage q WHERE q.workspace_id = r.workspace_id AND q.recording_id = r.id
  AND q.name = 'inspect' AND q.cause = 'duplicate')`;

/** What stands still until the actor does something: an upload that failed, broke off or is here twice, and is theirs to mend. */
export const needsActor = (actor: Member): Prisma.Sql => Prisma.sql`
  c.state IN ('ended','available') AND r.state IN ('failed','interrupted','uploaded')
  AND (r.state <> 'uploaded' OR (c.owner_id = ${actor.memberId}::uuid AND ${isDuplicate}))
  AND ${visibleSql(actor, "recording.retry")}`;

/** What the pipeline is at work on. */
export const inProgress = Prisma.sql`
  c.state IN ('ended','available') AND r.state IN ('receiving','uploaded','processing') AND (r.state <> 'uploaded' OR NOT ${isDuplicate})`;

/**
 * The right and the filters of the list.
 * @param found ids that the search found; null when nothing was searched for
 */
export function listConditions(
  actor: Member,
  query: RecordingsQuery,
  found: string[] | null,
): Prisma.Sql {
  const { filters, show, minMinutes, maxMinutes } = query;
  const all: Prisma.Sql[] = [
    visibleSql(actor, "call.read"),
    Prisma.sql`c.state IN ('live','ended','available')`,
    ...days(query),
    ...shares(query),
  ];
  if (found) all.push(Prisma.sql`c.id = ANY(${found}::uuid[])`);
  if (show === "needs-you") all.push(needsActor(actor));
  if (show === "in-progress") all.push(inProgress);
  if (filters.owner) all.push(Prisma.sql`c.owner_id = ANY(${filters.owner}::uuid[])`);
  if (filters.team) all.push(Prisma.sql`c.team_id = ANY(${filters.team}::uuid[])`);
  if (filters.label) all.push(hasAnyLabel(actor, filters.label));
  if (filters.kind) all.push(Prisma.sql`c.kind = ANY(${filters.kind}::call_kind[])`);
  if (filters.language) all.push(Prisma.sql`c.language = ANY(${filters.language})`);
  if (filters.quality) all.push(Prisma.sql`c.quality = ANY(${filters.quality}::quality_class[])`);
  if (filters.visibility)
    all.push(Prisma.sql`c.visibility = ANY(${filters.visibility}::visibility[])`);
  // Both is no condition.
  if (filters.reviewed && new Set(filters.reviewed).size === 1)
    all.push(
      filters.reviewed.includes("yes")
        ? Prisma.sql`c.reviewed_at IS NOT NULL`
        : Prisma.sql`c.reviewed_at IS NULL`,
    );
  if (filters.state)
    all.push(Prisma.sql`r.state = ANY(${filters.state.flatMap(statesOf)}::recording_state[])`);
  if (filters.company)
    all.push(
      Prisma.sql`c.company_id IN (SELECT id FROM company WHERE workspace_id = ${actor.workspaceId}::uuid AND name = ANY(${filters.company}))`,
    );
  if (filters.participant) all.push(tookPart(actor, filters.participant));
  if (minMinutes !== null) all.push(Prisma.sql`c.duration_ms >= ${minMinutes * 60_000}`);
  if (maxMinutes !== null) all.push(Prisma.sql`c.duration_ms <= ${maxMinutes * 60_000}`);
  return Prisma.join(all, " AND ");
}

function hasAnyLabel({ workspaceId }: Member, ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
    WHERE x.workspace_id = ${workspaceId}::uuid AND x.call_id = c.id AND x.is_on AND l.id = ANY(${[...ids]}::uuid[]) AND ${labelFits})`;
}

/** A part of the name is enough. */
function tookPart({ workspaceId }: Member, names: readonly string[]): Prisma.Sql {
  const any = names.map(
    (name) => Prisma.sql`strpos(lower(p.name), ${name.trim().toLowerCase()}) > 0`,
  );
  return Prisma.sql`c.id IN (SELECT p.call_id FROM participant p WHERE p.workspace_id = ${workspaceId}::uuid AND (${Prisma.join(any, " OR ")}))`;
}

function* days({ range, from, to, zone }: RecordingsQuery): Generator<Prisma.Sql> {
  const period = range === null ? null : daysOf(range, now(), zone);
  for (const first of [from, period?.from ?? null])
    if (first !== null) yield Prisma.sql`c.started_at >= ${startOf(first, zone)}`;
  for (const last of [to, period?.to ?? null])
    if (last !== null) yield Prisma.sql`c.started_at < ${startOf(dayAfter(last), zone)}`;
}

/**
 * A call whose share is not known is neither over nor under anything. Asked call by call: from the newest on, a page is
 * found soon, where a set of all such calls would be made first.
 */
function* shares({ shareOver, shareUnder }: RecordingsQuery): Generator<Prisma.Sql> {
  const share = Prisma.sql`coalesce(${Prisma.join(
    METRICS_CONFIGS.map(
      (
        config,
      ) => Prisma.sql`(SELECT m.talk_ratio FROM metric_row m WHERE m.workspace_id = c.workspace_id
        AND m.config = ${config} AND m.call_id = c.id AND m.side = 'R' AND m.subject = m.call_id)`,
    ),
  )})`;
  if (shareOver !== null) yield Prisma.sql`${share} > ${shareOver / 100}::real`;
  if (shareUnder !== null) yield Prisma.sql`${share} < ${shareUnder / 100}::real`;
}

/** When a day ("2026-11-21") begins where the reader is. */
const startOf = (day: string, zone: string): Date => new Date(zonedInstant(day, "00:00", zone));

function dayAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return isoDay(addDays({ year, month, day: date }, 1));
}

/** The screen has fewer words for states than the pipeline. */
const statesOf = (state: string): string[] =>
  state === "receiving"
    ? ["receiving", "interrupted"]
    : state === "processing"
      ? ["uploaded", "processing"]
      : [state];
