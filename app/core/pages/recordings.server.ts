import { LRUCache } from "lru-cache";
import * as z from "zod";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { type SearchHit, searchCalls } from "#app/core/domain/search/search.server.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { RecordingRow } from "./recordings-views.ts";
import { addDays, isoDay, zonedInstant } from "#app/core/domain/zone.ts";
import { isFiltered, type RecordingsQuery, type Sort } from "./recordings-query.ts";

export type RecordingsPage = {
  rows: RecordingRow[];
  /** Exact to 1,000; then 1,001, which the screen writes as "1,000+". */
  count: number;
  next: string | null;
  /** A note about the search words, a code of the `recordings` catalogue. */
  note: string | null;
};

/** Counting stops here (product §8.3). */
const COUNT_LIMIT = 1_001;

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
  twin_id: string | null;
  twin_title: string | null;
  can_retry: boolean;
  can_delete: boolean;
};

/** A page of calls the actor may see, newest first unless sorted otherwise. @throws DomainError `forbidden`, `invalid_request` (cursor) */
export async function listRecordings(
  actor: Member,
  query: RecordingsQuery,
): Promise<RecordingsPage> {
  const { owners: _, ...page } = await readPage(actor, query, Prisma.sql`SELECT NULL::json`);
  return page;
}

/** The same page with the members whose calls can be filtered for. */
export const listRecordingsAndOwners = (
  actor: Member,
  query: RecordingsQuery,
): Promise<RecordingsPage & { owners: PersonRef[] }> =>
  readPage(
    actor,
    query,
    Prisma.sql`
      SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id) FROM (
        SELECT id, name FROM member WHERE workspace_id = ${actor.workspaceId}::uuid AND state = 'active' ORDER BY name, id LIMIT 500) m`,
  );

/** Count and owners are a row of their own beside the calls: one statement, because lists are what is asked most. */
type Head = { n: number; owners: PersonRef[] | null; id: null };

async function readPage(
  actor: Member,
  query: RecordingsQuery,
  owners: Prisma.Sql,
): Promise<RecordingsPage & { owners: PersonRef[] }> {
  demand(actor, "call.list");
  const found = query.q === "" ? null : await searchCalls(actor, query.q);
  const where = conditions(actor, query, found?.hits ?? null);
  const order = ORDERS[query.sort];
  // Limits are ours, and written out: with parameters the planner would not know that a page is short.
  const limit = Prisma.raw(String(query.limit + 1));
  const read = await rows<Head | Row>(
    Prisma.sql`
    SELECT * FROM (SELECT (${countSql(where)}) AS n, (${owners}) AS owners) head
    FULL JOIN (${select(actor)} WHERE ${where} ${after(query)} ORDER BY ${order.sql} LIMIT ${limit}) c
    ON false ORDER BY ${order.sql}`,
    { isPrepared: !isFiltered(query) },
  );
  const head = read.find((row): row is Head => row.id === null);
  const page = read.filter((row): row is Row => row.id !== null);
  const shown = page.slice(0, query.limit);
  const last = shown.at(-1);
  const count = head?.n ?? 0;
  if (count === COUNT_LIMIT) noteLong(where);
  return {
    rows: shown.map((row) => view(actor, row, found?.hits ?? null)),
    count,
    next: page.length > query.limit && last ? cursorOf(query.sort, last) : null,
    note: found?.note ?? null,
    owners: head?.owners ?? [],
  };
}

/** A list that had more than a thousand calls still has a minute later: counting it again is most of a page's work. */
const longLists = new LRUCache<string, true>({ max: 500, ttl: 60_000 });
const keyOf = (where: Prisma.Sql): string => JSON.stringify([where.sql, where.values]);

function noteLong(where: Prisma.Sql): void {
  const key = keyOf(where);
  if (!longLists.has(key)) longLists.set(key, true);
}

function countSql(where: Prisma.Sql): Prisma.Sql {
  const most = Prisma.raw(String(COUNT_LIMIT));
  if (longLists.has(keyOf(where))) return Prisma.sql`SELECT ${most}`;
  return Prisma.sql`SELECT count(*)::int FROM (SELECT 1 FROM call c ${FROM} WHERE ${where} LIMIT ${most}) x`;
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
    t.id AS twin_id, t.title AS twin_title,
    ${visibleSql(actor, "recording.retry")} AS can_retry, ${visibleSql(actor, "call.delete")} AS can_delete
  FROM call c ${FROM}
  JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
  LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
  LEFT JOIN stage d ON r.state = 'uploaded' AND d.workspace_id = r.workspace_id AND d.recording_id = r.id AND d.name = 'inspect' AND d.cause = 'duplicate'
  LEFT JOIN call t ON t.workspace_id = c.workspace_id AND t.id = d.detail::uuid`;

function conditions(
  actor: Member,
  { filters, from, to, minMinutes, maxMinutes, zone }: RecordingsQuery,
  hits: Map<string, SearchHit> | null,
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

type Order = {
  sql: Prisma.Sql;
  value: (row: Row) => string | number;
  cut: (value: string, id: string) => Prisma.Sql;
};
const byTime = (row: Row) => row.started_at?.toISOString() ?? "";
const byLength = (row: Row) => row.duration_ms ?? 0;
const byTitle = (row: Row) => row.title;
const ORDERS: Record<Sort, Order> = {
  "-startedAt": {
    sql: Prisma.sql`c.started_at DESC, c.id DESC`,
    value: byTime,
    cut: (value, id) => Prisma.sql`(c.started_at, c.id) < (${value}::timestamptz, ${id}::uuid)`,
  },
  startedAt: {
    sql: Prisma.sql`c.started_at, c.id`,
    value: byTime,
    cut: (value, id) => Prisma.sql`(c.started_at, c.id) > (${value}::timestamptz, ${id}::uuid)`,
  },
  "-duration": {
    sql: Prisma.sql`coalesce(c.duration_ms, 0) DESC, c.id DESC`,
    value: byLength,
    cut: (value, id) =>
      Prisma.sql`(coalesce(c.duration_ms, 0), c.id) < (${value}::int, ${id}::uuid)`,
  },
  duration: {
    sql: Prisma.sql`coalesce(c.duration_ms, 0), c.id`,
    value: byLength,
    cut: (value, id) =>
      Prisma.sql`(coalesce(c.duration_ms, 0), c.id) > (${value}::int, ${id}::uuid)`,
  },
  title: {
    sql: Prisma.sql`c.title, c.id`,
    value: byTitle,
    cut: (value, id) => Prisma.sql`(c.title, c.id) > (${value}, ${id}::uuid)`,
  },
  "-title": {
    sql: Prisma.sql`c.title DESC, c.id DESC`,
    value: byTitle,
    cut: (value, id) => Prisma.sql`(c.title, c.id) < (${value}, ${id}::uuid)`,
  },
};

const cursorOf = (sort: Sort, row: Row): string =>
  Buffer.from(JSON.stringify([ORDERS[sort].value(row), row.id])).toString("base64url");

/** What `cursorOf` writes, and PostgreSQL takes: a title, a time or a length, then the call. */
const cursor = {
  title: z.string().max(1_000),
  startedAt: z.iso.datetime({ precision: 3 }),
  duration: z.int32().min(0),
} as const;

/** @throws DomainError `invalid_request` for a cursor we did not write, or one of another order */
function after({ sort, after: text }: RecordingsQuery): Prisma.Sql {
  if (text === null) return Prisma.empty;
  const field = sort.endsWith("title")
    ? "title"
    : sort.endsWith("duration")
      ? "duration"
      : "startedAt";
  const parsed = z
    .tuple([cursor[field], z.guid()])
    .safeParse(readJson(Buffer.from(text, "base64url").toString("utf8")));
  if (!parsed.success) throw new DomainError("invalid_request");
  const [value, id] = parsed.data;
  if (String(value).includes("\u0000")) throw new DomainError("invalid_request");
  return Prisma.sql`AND ${ORDERS[sort].cut(String(value), id)}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function view(actor: Member, row: Row, hits: Map<string, SearchHit> | null): RecordingRow {
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
      row.owner_id === actor.memberId && row.twin_id !== null && row.twin_title !== null
        ? { callId: row.twin_id, title: row.twin_title }
        : null,
    talkRatio: row.talk_ratio,
    stages: row.stages ?? [],
    snippets: hits?.get(row.id)?.snippets ?? [],
    can: { retry: row.can_retry, delete: row.can_delete },
  };
}
