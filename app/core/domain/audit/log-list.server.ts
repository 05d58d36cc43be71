import { Prisma } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { type Export, openExport } from "../list/export.server.ts";
import { descending, type List, readPage } from "../list/list.server.ts";
import { eachFact, kindOfFact, nameKey, readFacts } from "./fact-kinds.ts";
import { ENTRIES_BY, type LogName, type LogQuery } from "./log-query.ts";
import type { LogEntry, ShownEntry } from "./log-views.ts";
import { findNames, namedKind, type Names } from "./names.server.ts";
import { wordsOf } from "./note-search.server.ts";

const PAGE = 50;
/** So many signs of an id the log shows. */
const TAIL = 12;

type Row = {
  id: string;
  created_at: Date;
  event: string;
  actor_kind: string;
  actor: string | null;
  actor_name: string | null;
  via: string | null;
  target_kind: string | null;
  target: string | null;
  before: string | null;
  after: string | null;
  ip: string | null;
  agent: string | null;
  request: string | null;
};

/**
 * A page of a log, newest first, of what the actor may see.
 * @param zone whose days `from` and `to` are
 */
export async function listEntries(
  actor: Member,
  log: LogName,
  query: LogQuery,
  { zone, limit = PAGE }: { zone: string; limit?: number },
): Promise<{ entries: ShownEntry[]; next: string | null }> {
  const list = logList(actor, log, query, zone);
  const { rows, next } = await readPage(list, { after: query.before, limit });
  const names = await findNames(actor, rows);
  return { entries: rows.map((row) => shownOf(actor, row, names)), next };
}

/** Everything the log holds for the actor from the query's page on. */
export async function openEntries(
  actor: Member,
  log: LogName,
  query: LogQuery,
  zone: string,
): Promise<Export<LogEntry>> {
  const { count, pages } = await openExport(
    logList(actor, log, query, zone),
    query.before,
    (row) => row,
  );
  return { count, pages: named(actor, pages) };
}

async function* named(actor: Member, pages: AsyncIterable<Row[]>): AsyncGenerator<LogEntry[]> {
  for await (const rows of pages) {
    const names = await findNames(actor, rows);
    yield rows.map((row) => entryOf(actor, row, names));
  }
}

const logList = (actor: Member, log: LogName, query: LogQuery, zone: string): List<Row> => ({
  table: Prisma.sql`e`,
  select: Prisma.sql`
    SELECT e.id, e.created_at, e.event, e.actor_kind::text, e.actor, a.name AS actor_name, e.via, e.target_kind, e.target,
      e.before, e.after, host(e.ip) AS ip, e.agent, e.request
    FROM audit_entry e
    LEFT JOIN member a ON a.workspace_id = e.workspace_id AND e.actor_kind = 'member' AND a.id::text = e.actor`,
  from: Prisma.sql`audit_entry e`,
  where: Prisma.sql`${visibleSql(actor, log === "system" ? "systemlog.read" : "userlog.read")} AND ${filters(actor, query, zone)}`,
  order: descending({
    kind: ENTRIES_BY,
    sql: Prisma.sql`e.created_at`,
    of: (row) => row.created_at,
  }),
});

const nameOf = ({ target_kind, target }: Row, names: Names) => {
  const kind = namedKind(target_kind);
  return kind === undefined || target === null ? undefined : names.get(nameKey(kind, target));
};

/** With the names of what its facts say by an id, for a screen. */
const shownOf = (actor: Member, row: Row, names: Names): ShownEntry => {
  const entry = entryOf(actor, row, names);
  const keys = [entry.before, entry.after]
    .flatMap((json) => eachFact(readFacts(json)))
    .flatMap(([fact, value]) => {
      const kind = kindOfFact(fact);
      return kind === undefined ? [] : [value].flat().map((id) => nameKey(kind, String(id)));
    });
  return {
    ...entry,
    hasPage: nameOf(row, names)?.hasPage ?? false,
    names: Object.fromEntries(
      keys.flatMap((key) => {
        const found = names.get(key);
        return found ? [[key, found.name]] : [];
      }),
    ),
  };
};

const entryOf = (actor: Member, row: Row, names: Names): LogEntry => ({
  id: row.id,
  at: row.created_at.toISOString(),
  event: row.event,
  actorKind: row.actor_kind,
  actor: row.actor,
  actorName: row.actor_name,
  via: row.via,
  targetKind: row.target_kind,
  target: row.target,
  targetName: nameOf(row, names)?.name ?? null,
  before: withoutTitles(actor, row, names, row.before),
  after: withoutTitles(actor, row, names, factsFor(actor, row)),
  ip: row.ip,
  agent: row.agent,
  request: row.request,
});

/** An entry's facts, as far as they are the reader's to know. */
function factsFor(actor: Member, row: Row): string | null {
  if (row.event === "search.run") return ownWords(actor, row);
  const isTheirs = row.actor === actor.memberId && actor.impersonator === null;
  const counts = COUNTS[row.event];
  if (counts === undefined || row.after === null || isTheirs || actor.privateUntil !== null)
    return row.after;
  return JSON.stringify(omit(readFacts(row.after), counts));
}

/** Kinds that may be one member's alone: what theirs was called is not shown to who may not see it. */
const OWN_KINDS = ["clip", "library", "deal", "contact", "view"];
const TITLES = ["name", "title"];

function withoutTitles(actor: Member, row: Row, names: Names, facts: string | null): string | null {
  const isTheirs = row.actor === actor.memberId && actor.impersonator === null;
  const isSecret = OWN_KINDS.includes(row.target_kind ?? "") && nameOf(row, names) === undefined;
  if (facts === null || isTheirs || !isSecret) return facts;
  return JSON.stringify(omit(readFacts(facts), TITLES));
}

/**
 * Numbers that count private calls, too: for those who did it, and for admins who may see them all. Deactivations
 * have none any more, and did have them.
 */
const COUNTS: Partial<Record<string, readonly string[]>> = {
  "bulk.started": ["calls"],
  "member.deactivated": ["calls", "clips", "uploads", "links", "libraries", "revoked"],
};
const omit = (facts: Record<string, unknown>, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(facts).filter(([key]) => !keys.includes(key)));

/** What somebody searched for is nobody else's to read. */
function ownWords(actor: Member, { actor: who, after }: Row): string | null {
  const words = who === actor.memberId && actor.impersonator === null ? wordsOf(after) : null;
  return words === null ? null : JSON.stringify({ words });
}

/**
 * What was done something to, as somebody names it: an id or its last signs, the pasted address of a call or its
 * recording, or words of a title. Only calls the reader may see are found by what is theirs.
 */
function targets(reader: Member, text: string): Prisma.Sql {
  const calls = (which: Prisma.Sql) =>
    Prisma.sql`SELECT c.id FROM call c WHERE ${visibleSql(reader, "call.read")} AND ${which}`;
  const within = (
    found: Prisma.Sql,
  ) => Prisma.sql`(e.target IN (SELECT f.id::text FROM (${found}) f)
    OR e.target IN (SELECT r.id::text FROM recording r WHERE r.workspace_id = ${reader.workspaceId}::uuid AND r.call_id IN (${found})))`;
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text.toLowerCase())?.[0];
  if (id !== undefined)
    return Prisma.sql`(e.target = ${id} OR ${within(
      calls(Prisma.sql`(c.id = ${id}::uuid OR c.id IN (
        SELECT r.call_id FROM recording r WHERE r.workspace_id = ${reader.workspaceId}::uuid AND r.id = ${id}::uuid))`),
    )})`;
  const title = calls(
    Prisma.sql`strpos(lower(c.title), ${text.normalize("NFC").toLowerCase()}) > 0`,
  );
  return Prisma.sql`(e.target = ${text} OR right(e.target, ${TAIL}::int) = ${text} OR ${within(title)})`;
}

function filters(
  reader: Member,
  { event, actor, target, ip, from, to }: LogQuery,
  zone: string,
): Prisma.Sql {
  const all: Prisma.Sql[] = [Prisma.sql`true`];
  if (event !== null) all.push(Prisma.sql`e.event = ${event}`);
  if (actor !== null) all.push(Prisma.sql`e.actor = ${actor}`);
  if (target !== null) all.push(targets(reader, target));
  if (ip !== null) all.push(Prisma.sql`starts_with(host(e.ip), ${ip.toLowerCase()})`);
  if (from !== null)
    all.push(Prisma.sql`e.created_at >= ${from}::date::timestamp AT TIME ZONE ${zone}`);
  if (to !== null)
    all.push(Prisma.sql`e.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${zone}`);
  return Prisma.join(all, " AND ");
}
