import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { noteSearch } from "#app/core/domain/audit/note-search.server.ts";
import { type Export, openExport } from "#app/core/domain/list/export.server.ts";
import {
  ascending,
  type CountedPage,
  descending,
  type Key,
  type List,
  type Order,
  readCountedPage,
} from "#app/core/domain/list/list.server.ts";
import { explainHits, type SearchHit, searchCalls } from "#app/core/domain/search/search.server.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { RecordingRow } from "./recordings-views.ts";
import { addDays, isoDay, zonedInstant } from "#app/core/domain/zone.ts";
import { isFiltered, type RecordingsQuery, type Sort, SORTED_BY } from "./recordings-query.ts";

export type RecordingsPage = Omit<CountedPage<RecordingRow, never>, "aside"> & {
  /** A note about the search words, a code of the `recordings` catalogue. */
  note: string | null;
};

type Row = {
  id: string;
  recording_id: string;
  title: string;
  kind: RecordingRow["kind"];
  company: string | null;
  people: string[];
  owner_id: string;
  owner_name: string;
  started_at: Date | null;
  duration_ms: number | null;
  quality: RecordingRow["quality"];
  visibility: RecordingRow["visibility"];
  consent: RecordingRow["consent"];
  language: string | null;
  state: RecordingRow["callState"];
  recording_state: RecordingRow["recordingState"];
  is_partial: boolean;
  cause: string | null;
  method: string;
  strip: Buffer | null;
  talk_ratio: number | null;
  stages: RecordingRow["stages"] | null;
  duplicate_id: string | null;
  duplicate_title: string | null;
  can_retry: boolean;
  can_delete: boolean;
};

/** A page of calls the actor may see, newest first unless sorted otherwise. @throws DomainError `forbidden` */
export async function listRecordings(
  actor: Member,
  query: RecordingsQuery,
): Promise<RecordingsPage> {
  const { aside: _, ...page } = await readRecordings(actor, query);
  return page;
}

/** The same page with the members whose calls can be filtered for. */
export async function listRecordingsAndOwners(
  actor: Member,
  query: RecordingsQuery,
): Promise<RecordingsPage & { owners: PersonRef[] }> {
  const { aside, ...page } = await readRecordings(
    actor,
    query,
    Prisma.sql`
      SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id) FROM (
        SELECT id, name FROM member WHERE workspace_id = ${actor.workspaceId}::uuid AND state = 'active' ORDER BY name, id LIMIT 500) m`,
  );
  return { ...page, owners: aside ?? [] };
}

async function readRecordings(actor: Member, query: RecordingsQuery, owners?: Prisma.Sql) {
  const { list, hits, note } = await findList(actor, query);
  const page = await readCountedPage<Row, PersonRef[]>(list, query, {
    isPrepared: !isFiltered(query),
    ...(owners && { aside: owners }),
  });
  const unexplained = page.rows.flatMap(({ id }) => (hits?.get(id) === null ? [id] : []));
  for (const [id, hit] of await explainHits(actor, query.q, unexplained)) hits?.set(id, hit);
  return { ...page, rows: page.rows.map((row) => view(actor, row, hits)), note };
}

/** Everything the list holds from the query's page on. */
export async function openRecordings(
  actor: Member,
  query: RecordingsQuery,
): Promise<Export<RecordingRow>> {
  const { list, hits } = await findList(actor, query);
  return openExport(list, query.after, (row) => view(actor, row, hits));
}

type Hits = Map<string, SearchHit | null> | null;
type Found = { list: List<Row>; hits: Hits; note: string | null };

/** The right, the search and the filters; that somebody searched is noted here, whatever form the list is had in. */
async function findList(actor: Member, query: RecordingsQuery): Promise<Found> {
  demand(actor, "call.list");
  const found = query.q === "" ? null : await searchCalls(actor, query.q);
  await noteSearch(actor, query.q);
  const hits = found?.hits ?? null;
  const list = {
    table: Prisma.sql`c`,
    select: select(actor),
    from: Prisma.sql`call c ${FROM}`,
    where: conditions(actor, query, hits),
    order: ORDERS[query.sort],
  };
  return { list, hits, note: found?.note ?? null };
}

/** One call as its row, for the stream of running stages; null when the actor may not see it. */
export async function findRecordingRow(
  actor: Member,
  callId: string,
): Promise<RecordingRow | null> {
  const [row] = await rows<Row>(Prisma.sql`
    ${select(actor)} WHERE ${visibleSql(actor, "call.read")} AND c.state IN ('live','ended','available') AND c.id = ${callId}::uuid`);
  return row ? view(actor, row, null) : null;
}

/** Calls whose pipeline is under way or stopped, newest first: Home's "Calls arriving". Those that run have a page of their own. */
export async function listArriving(actor: Member, limit: number): Promise<RecordingRow[]> {
  const found = await rows<Row>(Prisma.sql`
    ${select(actor)} WHERE ${visibleSql(actor, "call.read")} AND c.state IN ('ended','available')
      AND r.state IN ('receiving','interrupted','uploaded','processing','failed','ready_partial')
    ORDER BY c.created_at DESC LIMIT ${limit}`);
  return found.map((row) => view(actor, row, null));
}

/** What the frame of every page needs of calls: how many are in the pipeline now, and whether the actor's own runs. */
export async function glanceAtCalls(
  actor: Member,
): Promise<{ arriving: number; hasOwnCall: boolean }> {
  const [found] = await rows<{ arriving: number; has_own: boolean }>(
    Prisma.sql`
    SELECT (SELECT count(*)::int FROM recording r JOIN call c ON c.workspace_id = r.workspace_id AND c.id = r.call_id
      WHERE r.workspace_id = ${actor.workspaceId}::uuid AND r.state IN ('receiving','uploaded','processing')
        AND c.state IN ('ended','available') AND ${visibleSql(actor, "call.read")}) AS arriving,
      EXISTS (SELECT 1 FROM call c WHERE c.workspace_id = ${actor.workspaceId}::uuid AND c.owner_id = ${actor.memberId}::uuid
        AND c.kind = 'room' AND c.state IN ('scheduled', 'live') AND c.scheduled_start IS NULL) AS has_own`,
    { isPrepared: true },
  );
  return { arriving: found?.arriving ?? 0, hasOwnCall: found?.has_own ?? false };
}

const FROM = Prisma.sql`JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary`;

const select = (actor: Member): Prisma.Sql => Prisma.sql`
  SELECT c.id, c.title, c.kind, c.started_at, c.duration_ms, c.quality, c.visibility, c.consent, c.language, c.state,
    c.strip, c.owner_id, o.name AS owner_name, co.name AS company,
    r.id AS recording_id, r.state AS recording_state, r.is_partial, r.cause, r.method,
    ARRAY(SELECT p.name FROM participant p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id AND p.name <> '' ORDER BY p.lane) AS people,
    (SELECT m.talk_ratio FROM metric_row m WHERE m.workspace_id = c.workspace_id AND m.config = 'metrics@1' AND m.call_id = c.id
      AND m.side = 'R' AND m.subject = c.id) AS talk_ratio,
    CASE WHEN r.state <> 'ready' THEN (
      SELECT json_agg(json_build_object('name', s.name, 'state', s.state, 'done', s.done, 'total', s.total, 'unit', s.unit,
        'attempt', s.attempt, 'cause', s.cause, 'retryAt', s.retry_at, 'startedAt', s.started_at, 'endedAt', s.ended_at) ORDER BY s.name)
      FROM stage s WHERE s.workspace_id = r.workspace_id AND s.recording_id = r.id) END AS stages,
    t.id AS duplicate_id, t.title AS duplicate_title,
    ${visibleSql(actor, "recording.retry")} AS can_retry, ${visibleSql(actor, "call.delete")} AS can_delete
  FROM call c ${FROM}
  JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
  LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
  LEFT JOIN stage d ON r.state = 'uploaded' AND d.workspace_id = r.workspace_id AND d.recording_id = r.id AND d.name = 'inspect' AND d.cause = 'duplicate'
  LEFT JOIN call t ON t.workspace_id = c.workspace_id AND t.id = d.detail::uuid`;

function conditions(
  actor: Member,
  { filters, from, to, minMinutes, maxMinutes, zone }: RecordingsQuery,
  hits: Hits,
): Prisma.Sql {
  const all: Prisma.Sql[] = [
    visibleSql(actor, "call.read"),
    Prisma.sql`c.state IN ('live','ended','available')`,
  ];
  if (hits) all.push(Prisma.sql`c.id = ANY(${[...hits.keys()]}::uuid[])`);
  if (filters.owner) all.push(Prisma.sql`c.owner_id = ANY(${filters.owner}::uuid[])`);
  if (filters.kind) all.push(Prisma.sql`c.kind = ANY(${filters.kind}::call_kind[])`);
  if (filters.language) all.push(Prisma.sql`c.language = ANY(${filters.language})`);
  if (filters.quality) all.push(Prisma.sql`c.quality = ANY(${filters.quality}::quality_class[])`);
  if (filters.visibility)
    all.push(Prisma.sql`c.visibility = ANY(${filters.visibility}::visibility[])`);
  if (filters.state)
    all.push(Prisma.sql`r.state = ANY(${filters.state.flatMap(statesOf)}::recording_state[])`);
  if (filters.company)
    all.push(
      Prisma.sql`c.company_id IN (SELECT id FROM company WHERE workspace_id = ${actor.workspaceId}::uuid AND name = ANY(${filters.company}))`,
    );
  if (from !== null) all.push(Prisma.sql`c.started_at >= ${startOf(from, zone)}`);
  if (to !== null) all.push(Prisma.sql`c.started_at < ${startOf(dayAfter(to), zone)}`);
  if (minMinutes !== null) all.push(Prisma.sql`c.duration_ms >= ${minMinutes * 60_000}`);
  if (maxMinutes !== null) all.push(Prisma.sql`c.duration_ms <= ${maxMinutes * 60_000}`);
  return Prisma.join(all, " AND ");
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

/** Every listed call has begun. */
const byTime: Key<Row> = {
  kind: SORTED_BY.startedAt,
  sql: Prisma.sql`c.started_at`,
  of: (row) => row.started_at ?? new Date(0),
};
const byLength: Key<Row> = {
  kind: SORTED_BY.duration,
  sql: Prisma.sql`coalesce(c.duration_ms, 0)`,
  of: (row) => row.duration_ms ?? 0,
};
const byTitle: Key<Row> = {
  kind: SORTED_BY.title,
  sql: Prisma.sql`c.title`,
  of: (row) => row.title,
};
const ORDERS: Record<Sort, Order<Row>> = {
  "-startedAt": descending(byTime),
  startedAt: ascending(byTime),
  "-duration": descending(byLength),
  duration: ascending(byLength),
  title: ascending(byTitle),
  "-title": descending(byTitle),
};

function view(actor: Member, row: Row, hits: Hits): RecordingRow {
  return {
    callId: row.id,
    recordingId: row.recording_id,
    title: row.title,
    kind: row.kind,
    company: row.company,
    people: row.people,
    owner: { id: row.owner_id, name: row.owner_name },
    startedAt: row.started_at?.toISOString() ?? null,
    durationMs: row.duration_ms,
    quality: row.quality,
    visibility: row.visibility,
    consent: row.consent,
    language: row.language,
    callState: row.state,
    recordingState: row.recording_state,
    isPartial: row.is_partial,
    cause: row.cause,
    isImported: row.method === "import",
    strip: row.strip?.toString("base64") ?? null,
    // The twin was found by the owner's rights: nobody else learns of it here.
    duplicateOf:
      row.owner_id === actor.memberId && row.duplicate_id !== null && row.duplicate_title !== null
        ? { callId: row.duplicate_id, title: row.duplicate_title }
        : null,
    talkRatio: row.talk_ratio,
    stages: row.stages ?? [],
    snippets: hits?.get(row.id)?.snippets ?? [],
    reasons: hits?.get(row.id)?.reasons ?? [],
    can: { retry: row.can_retry, delete: row.can_delete },
  };
}
