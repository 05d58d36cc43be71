import * as z from "zod";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { ascending, type List, readCountedPage } from "../list/list.server.ts";
import { type Choice, MEMBERS_BY, type MemberQuery, type MemberRow } from "./member-views.ts";

const PAGE = 50;

type Row = {
  id: string;
  name: string;
  email: string;
  role: MemberRow["role"];
  state: MemberRow["state"];
  team_id: string | null;
  team: string | null;
  scope: MemberRow["scope"];
  scope_team_ids: string[];
  has_factor: boolean;
  last_active_at: Date | null;
  calls: number;
  version: number;
};

const select = (actor: Member): Prisma.Sql => Prisma.sql`
  SELECT m.id, m.name, m.email, m.role, m.state, m.primary_team_id AS team_id, t.name AS team, m.scope, m.version,
    ARRAY(SELECT s.team_id FROM manager_scope s WHERE s.workspace_id = m.workspace_id AND s.member_id = m.id)::text[] AS scope_team_ids,
    EXISTS (SELECT 1 FROM identity i WHERE i.workspace_id = m.workspace_id AND i.member_id = m.id AND i.totp_enc IS NOT NULL) AS has_factor,
    coalesce((SELECT max(s.seen_at) FROM session s WHERE s.workspace_id = m.workspace_id AND s.member_id = m.id), m.active_at) AS last_active_at,
    (SELECT count(*)::int FROM call c WHERE c.workspace_id = m.workspace_id AND c.owner_id = m.id AND ${visibleSql(actor, "call.read")}) AS calls
  FROM member m LEFT JOIN team t ON t.workspace_id = m.workspace_id AND t.id = m.primary_team_id`;

/** Colleagues the actor may see, by name. @throws DomainError `forbidden` */
export async function listMembers(
  actor: Member,
  query: MemberQuery,
): Promise<{ members: MemberRow[]; next: string | null; count: number }> {
  demand(actor, "member.list");
  const list: List<Row> = {
    table: Prisma.sql`m`,
    select: select(actor),
    from: Prisma.sql`member m`,
    where: conditions(actor, query),
    order: ascending({ kind: MEMBERS_BY, sql: Prisma.sql`m.name`, of: ({ name }) => name }),
  };
  const page = await readCountedPage(list, { after: query.after, limit: PAGE });
  return { members: page.rows.map(rowOf), next: page.next, count: page.count };
}

function conditions(actor: Member, { q, role, state, team }: MemberQuery): Prisma.Sql {
  const all = [visibleSql(actor, "member.read")];
  if (role !== null) all.push(Prisma.sql`m.role = ${role}::role`);
  if (state !== null) all.push(Prisma.sql`m.state = ${state}::member_state`);
  if (team !== null)
    all.push(
      Prisma.sql`m.id IN (SELECT t.member_id FROM team_member t WHERE t.workspace_id = ${actor.workspaceId}::uuid AND t.team_id = ${team}::uuid)`,
    );
  if (q !== "") {
    const piece = `%${plain(q)}%`;
    all.push(
      Prisma.sql`(m.name ILIKE ${piece} OR m.reading ILIKE ${piece} OR m.email LIKE ${piece.toLowerCase()})`,
    );
  }
  return Prisma.join(all, " AND ");
}

/** LIKE's signs mean themselves here. */
const plain = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const rowOf = (row: Row): MemberRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  state: row.state,
  teamId: row.team_id,
  team: row.team,
  scope: row.scope,
  scopeTeamIds: row.scope_team_ids,
  hasFactor: row.has_factor,
  lastActiveAt: row.last_active_at?.toISOString() ?? null,
  calls: row.calls,
  version: row.version,
});

/** One colleague, or null for an id that is nobody's the actor sees. */
export async function findMemberRow(actor: Member, memberId: string): Promise<MemberRow | null> {
  if (!z.uuid().safeParse(memberId).success) return null;
  const [found] = await rows<Row>(
    Prisma.sql`${select(actor)} WHERE ${visibleSql(actor, "member.read")} AND m.id = ${memberId}::uuid`,
  );
  return found ? rowOf(found) : null;
}

/** Who may take over calls: active colleagues, by name. */
export async function listSuccessors(actor: Member): Promise<Choice[]> {
  demand(actor, "member.manage");
  return db.member.findMany({
    where: { AND: visible(actor, "member.read"), state: "active" },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
}
