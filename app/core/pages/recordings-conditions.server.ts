import { Prisma } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { visibleSql } from "#app/core/domain/access/access.ts";
import { countedSql } from "#app/core/domain/analytics/counted.server.ts";
import { hourOfWeekSql } from "#app/core/domain/analytics/conditions.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findableCalls, listedCalls } from "#app/core/domain/listed-calls.server.ts";
import { addDays, dayOf, isoDay, zonedInstant } from "#app/core/domain/zone.ts";
import { isStarted } from "./reached.server.ts";
import { filterSqlOf } from "./recordings-filter-rows.server.ts";
import {
  FILTER_KEYS,
  type FilterKey,
  readKey,
  type RecordingsQuery,
} from "./recordings-filters.ts";
import { figures } from "./recordings-metric-sql.server.ts";
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
    ...(show === "deleted" ? deleted(actor, query) : listed(actor, query)),
    ...days(query),
    ...figures(query),
  ];
  if (found) all.push(Prisma.sql`c.id = ANY(${found}::uuid[])`);
  if (show === "needs-you") all.push(needsActor(actor));
  if (show === "in-progress") all.push(inProgress);
  for (const key of FILTER_KEYS) {
    const values = filters[key];
    if (values) all.push(filterSql(actor, key, values));
  }
  if (query.at !== null) all.push(hourOfWeekSql(query.at, query.zone));
  if (minMinutes !== null) all.push(Prisma.sql`c.duration_ms >= ${minMinutes * 60_000}`);
  if (maxMinutes !== null) all.push(Prisma.sql`c.duration_ms <= ${maxMinutes * 60_000}`);
  return Prisma.join(all, " AND ");
}

/** What one key of an address asks for. */
function filterSql(actor: Member, key: FilterKey, values: string[]): Prisma.Sql {
  const { name, link } = readKey(key);
  const { where } = filterSqlOf(name);
  if (link === "all")
    return Prisma.sql`(${Prisma.join(
      values.map((value) => where(actor, [value])),
      " AND ",
    )})`;
  // What is not known, such as the team of a call without one, is none of the values.
  return link === "not" ? Prisma.sql`(${where(actor, values)}) IS NOT TRUE` : where(actor, values);
}

/** Whether a list has a demo's invented calls, which its search must find then. */
export const isWithSample = ({ counted, filters }: RecordingsQuery): boolean =>
  counted !== null || filters.sample !== undefined;

/** A number of analytics counts calls in which nothing was recorded, and invented ones: its list holds as many. */
function listed(actor: Member, query: RecordingsQuery): Prisma.Sql[] {
  const { counted } = query;
  const seen = visibleSql(actor, "call.read");
  if (counted !== null)
    return [seen, Prisma.sql`c.state IN ('ended','available','empty')`, countedSql(actor, counted)];
  if (isByStep(query))
    return [seen, isStarted, ...(isWithSample(query) ? [] : [Prisma.sql`NOT c.is_sample`])];
  return [seen, isWithSample(query) ? findableCalls : listedCalls];
}

/** Asked how far calls came, a list has those in which nothing was recorded, too, and none that was brought in. */
const isByStep = ({ filters }: RecordingsQuery): boolean =>
  filters.reached !== undefined || filters["reached.not"] !== undefined;

/** What the actor can restore. The index of words leaves the trash out, so words are looked for in titles. */
function* deleted(actor: Member, { q }: RecordingsQuery): Generator<Prisma.Sql> {
  yield visibleSql(actor, "call.restore");
  if (q !== "") yield Prisma.sql`strpos(lower(c.title), ${q.toLowerCase()}) > 0`;
}

function* days({ range, from, to, zone }: RecordingsQuery): Generator<Prisma.Sql> {
  const period = range === null ? null : daysOf(range, now(), zone);
  for (const first of [from, period?.from ?? null])
    if (first !== null) yield Prisma.sql`c.started_at >= ${startOf(first, zone)}`;
  for (const last of [to, period?.to ?? null])
    if (last !== null) yield Prisma.sql`c.started_at < ${startOf(dayAfter(last), zone)}`;
}

/** When a day ("2026-11-21") begins where the reader is. */
const startOf = (day: string, zone: string): Date => new Date(zonedInstant(day, "00:00", zone));

const dayAfter = (day: string): string => isoDay(addDays(dayOf(day), 1));
