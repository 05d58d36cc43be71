import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";
import { either, type ListRule, withFrame } from "./rule.ts";

/** What a rule about a library looks at; spread it into a `select`. */
export const libraryAccess = {
  workspaceId: true,
  kind: true,
  ownerId: true,
  teamId: true,
  deletedAt: true,
  roles: { select: { memberId: true, teamId: true, level: true } },
} as const satisfies Prisma.LibrarySelect;

export type LibraryRow = Prisma.LibraryGetPayload<{ select: typeof libraryAccess }>;
/** `sql` calls its table `lb`. */
type LibraryRule = ListRule<LibraryRow, Prisma.LibraryWhereInput>;

const own: LibraryRule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`lb.owner_id = ${actor.memberId}::uuid`,
};
const open: LibraryRule = {
  one: (_, row) => row.kind === "workspace",
  many: () => ({ kind: "workspace" }),
  sql: () => Prisma.sql`lb.kind = 'workspace'`,
};
/** Of a team or the workspace: what an admin keeps in order. */
const notPersonal: LibraryRule = {
  one: (_, row) => row.kind !== "personal",
  many: () => ({ kind: { not: "personal" } }),
  sql: () => Prisma.sql`lb.kind <> 'personal'`,
};
const inTeams = (teams: (actor: Member) => readonly string[]): LibraryRule => ({
  one: (actor, row) => row.teamId !== null && teams(actor).includes(row.teamId),
  many: (actor) => ({ teamId: { in: [...teams(actor)] } }),
  sql: (actor) => Prisma.sql`lb.team_id = ANY(${[...teams(actor)]}::uuid[])`,
});
const ofTeam = inTeams((actor) => actor.teamIds);
const inScope = inTeams((actor) => actor.scopeTeamIds);

/** Levels that include what a level may do. */
const ATLEAST = {
  reader: ["reader", "curator", "owner"],
  curator: ["curator", "owner"],
  owner: ["owner"],
} as const;

const withRole = (least: keyof typeof ATLEAST): LibraryRule => {
  const levels: readonly LibraryRow["roles"][number]["level"][] = ATLEAST[least];
  return {
    one: (actor, row) =>
      row.roles.some(
        ({ memberId, teamId, level }) =>
          levels.includes(level) &&
          (memberId === actor.memberId || (teamId !== null && actor.teamIds.includes(teamId))),
      ),
    many: (actor) => ({
      roles: {
        some: {
          level: { in: [...levels] },
          OR: [{ memberId: actor.memberId }, { teamId: { in: [...actor.teamIds] } }],
        },
      },
    }),
    sql: (actor) => Prisma.sql`lb.id IN (SELECT library_id FROM library_role
      WHERE workspace_id = ${actor.workspaceId}::uuid AND level::text = ANY(${[...levels]})
        AND (member_id = ${actor.memberId}::uuid OR team_id = ANY(${[...actor.teamIds]}::uuid[])))`,
  };
};
const role = withRole("reader");

/** Who views as somebody else reads nothing that is theirs alone. */
const frame = (isDeleted: boolean): LibraryRule => ({
  one: (actor, row) =>
    row.workspaceId === actor.workspaceId &&
    (row.deletedAt !== null) === isDeleted &&
    (actor.impersonator === null || row.kind !== "personal"),
  many: (actor) => ({
    workspaceId: actor.workspaceId,
    deletedAt: isDeleted ? { not: null } : null,
    ...(actor.impersonator !== null && { kind: { not: "personal" } }),
  }),
  sql: (actor) => Prisma.sql`lb.workspace_id = ${actor.workspaceId}::uuid
    AND ${isDeleted ? Prisma.sql`lb.deleted_at IS NOT NULL` : Prisma.sql`lb.deleted_at IS NULL`}
    AND ${actor.impersonator === null ? Prisma.sql`true` : Prisma.sql`lb.kind <> 'personal'`}`,
});

const owned = either(own, withRole("owner"));
const kept: Record<Role, LibraryRule> = {
  admin: either(own, withRole("owner"), notPersonal),
  manager: owned,
  rep: owned,
};
const curator: LibraryRule = either(own, withRole("curator"));

const seen: Record<Role, LibraryRule> = {
  admin: either(own, role, notPersonal),
  manager: either(own, role, open, ofTeam, inScope),
  rep: either(own, role, open, ofTeam),
};
const curated: Record<Role, LibraryRule> = {
  admin: either(curator, notPersonal),
  manager: curator,
  rep: curator,
};

/**
 * product §3.3: a workspace's library is everybody's to read, a team's its members' and the managers' above them, and
 * any library's who has a role in it. Curators add, order and say why; roles, name and end are the owners'.
 */
export const library = withFrame((permission) => frame(permission === "library.restore"), {
  "library.read": seen,
  "library.curate": curated,
  "library.manage": kept,
  "library.restore": { ...kept },
});
