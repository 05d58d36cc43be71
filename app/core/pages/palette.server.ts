import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { CallKind, CallState } from "#app/core/domain/call/call-views.ts";
import { listedCalls } from "#app/core/domain/listed-calls.server.ts";
import { callUrl } from "./call-url.ts";
import { listSettingGroups } from "./setting-nav.ts";

/** Of each kind. */
const MOST = 5;
/** Names are looked for in the newest calls; the search finds the others by their words. */
const NEWEST = 2_000;
const LONGEST = 100;

type CallSql = {
  id: string;
  recording_id: string;
  state: CallState;
  kind: CallKind;
  title: string;
  company: string | null;
  started_at: Date | null;
};

/**
 * What the palette offers for `typed`: calls, people, companies, deals and saved views whose name holds it, as far as the
 * actor may see them, and of people and companies a call of theirs. Nothing typed gives the calls the actor opened last.
 * @throws DomainError `forbidden`
 */
export async function findForPalette(actor: Member, typed: string) {
  demand(actor, "call.list");
  const text = typed.trim().slice(0, LONGEST).normalize("NFKC").toLowerCase();
  const [calls, people, others, companies, deals, views] =
    text === ""
      ? [await openedLast(actor), [], [], [], [], await viewsNamed(actor, text)]
      : await Promise.all([
          callsNamed(actor, text),
          membersNamed(actor, text),
          participantsNamed(actor, text),
          companiesNamed(actor, text),
          dealsNamed(actor, text),
          viewsNamed(actor, text),
        ]);
  return {
    calls: calls.map(callView),
    /** Colleagues who own calls, by id; others who took part, by name (id null). */
    people: [
      ...people.map((person) => ({ ...person, calls: null })),
      ...others.map((person) => ({ id: null, ...person })),
    ].slice(0, MOST),
    /** `calls`: how many the actor sees; null where not all were counted. */
    companies,
    deals: deals.map(({ id, name, company }) => ({ id, name, company: company?.name ?? null })),
    views,
    /** The pages of the settings the reader may open. */
    pages: listSettingGroups(actor).flatMap((group) => group.pages),
  };
}

export type PaletteView = Awaited<ReturnType<typeof findForPalette>>;

const callView = (row: CallSql) => ({
  id: row.id,
  /** Its page: where it plays, arrives or runs. */
  to: callUrl({
    ...{ callId: row.id, recordingId: row.recording_id },
    ...{ callState: row.state, kind: row.kind },
  }),
  title: row.title,
  company: row.company,
  startedAt: row.started_at?.toISOString() ?? null,
});

const FIELDS = Prisma.sql`c.id, r.id AS recording_id, c.state, c.kind, c.title, co.name AS company, c.started_at`;
const FROM = Prisma.sql`call c
  JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
  LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id`;
const listed = (actor: Member): Prisma.Sql =>
  Prisma.sql`${visibleSql(actor, "call.read")} AND ${listedCalls}`;

const openedLast = (actor: Member) =>
  rows<CallSql>(Prisma.sql`
    SELECT ${FIELDS} FROM ${FROM}
    JOIN call_view v ON v.workspace_id = c.workspace_id AND v.call_id = c.id AND v.member_id = ${actor.memberId}::uuid
    WHERE ${listed(actor)} ORDER BY v.seen_at DESC, c.id LIMIT ${MOST}`);

const newest = (actor: Member): Prisma.Sql => Prisma.sql`
  SELECT c.id, c.workspace_id, c.company_id FROM call c WHERE ${listed(actor)}
  ORDER BY c.started_at DESC, c.id DESC LIMIT ${NEWEST}`;

const holds = (column: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`strpos(lower(normalize(${column}, NFKC)), ${text}) > 0`;

const callsNamed = (actor: Member, text: string) =>
  rows<CallSql>(Prisma.sql`
    SELECT ${FIELDS} FROM (${newest(actor)}) n
    JOIN call c ON c.workspace_id = n.workspace_id AND c.id = n.id
    JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
    LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
    WHERE ${holds(Prisma.sql`c.title`, text)} OR ${holds(Prisma.sql`co.name`, text)}
    ORDER BY c.started_at DESC, c.id DESC LIMIT ${MOST}`);

/** Of a name, among `n`; null where `n` is only the newest of more. */
const CALLS = Prisma.sql`CASE WHEN (SELECT count(*) FROM n) < ${Prisma.raw(String(NEWEST))} THEN count(DISTINCT n.id)::int END`;

const dealsNamed = (actor: Member, text: string) =>
  db.deal.findMany({
    where: { name: { contains: text, mode: "insensitive" }, AND: visible(actor, "deal.read") },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: MOST,
    select: { id: true, name: true, company: { select: { name: true } } },
  });

const viewsNamed = (actor: Member, text: string) =>
  db.savedView.findMany({
    where: {
      ...{ page: "recordings", deletedAt: null },
      name: { contains: text, mode: "insensitive" },
      AND: visible(actor, "view.read"),
    },
    orderBy: [{ folded: "asc" }, { id: "asc" }],
    take: MOST,
    select: { id: true, name: true },
  });

/** Every member knows their colleagues' names: lists are filtered by them. */
const membersNamed = ({ workspaceId }: Member, text: string) =>
  rows<{ id: string; name: string }>(Prisma.sql`
    SELECT m.id, m.name FROM member m WHERE m.workspace_id = ${workspaceId}::uuid AND m.state = 'active'
      AND (${holds(Prisma.sql`m.name`, text)} OR ${holds(Prisma.sql`m.reading`, text)})
    ORDER BY m.name, m.id LIMIT ${MOST}`);

const participantsNamed = (actor: Member, text: string) =>
  rows<{ name: string; calls: number | null }>(Prisma.sql`
    WITH n AS MATERIALIZED (${newest(actor)})
    SELECT p.name, ${CALLS} AS calls FROM n
    JOIN participant p ON p.workspace_id = n.workspace_id AND p.call_id = n.id
    WHERE p.member_id IS NULL AND p.name <> '' AND ${holds(Prisma.sql`p.name`, text)}
    GROUP BY p.name ORDER BY count(*) DESC, p.name LIMIT ${MOST}`);

const companiesNamed = (actor: Member, text: string) =>
  rows<{ name: string; calls: number | null }>(Prisma.sql`
    WITH n AS MATERIALIZED (${newest(actor)})
    SELECT co.name, ${CALLS} AS calls FROM n
    JOIN company co ON co.workspace_id = n.workspace_id AND co.id = n.company_id
    WHERE ${holds(Prisma.sql`co.name`, text)}
    GROUP BY co.name ORDER BY count(*) DESC, co.name LIMIT ${MOST}`);
