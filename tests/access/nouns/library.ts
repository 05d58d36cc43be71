import { can, libraryAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { LibraryRow } from "#app/core/domain/access/policy/library.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aLibrary } from "#tests/support/factories.ts";
import { type House, nounCase } from "./noun-case.ts";

type Permission = keyof (typeof NOUNS)["library"];

/** Kind × whose × deleted, and each role for a person and for a team. */
async function seed({ workspace, teams: { one, two, inside }, people }: House): Promise<void> {
  for (const owner of Object.values(people))
    for (const deletedAt of [null, new Date()]) {
      for (const kind of ["personal", "workspace"] as const)
        await aLibrary(owner, { kind, deletedAt });
      for (const team of [one, two, inside])
        await aLibrary(owner, { kind: "team", teamId: team.id, deletedAt });
    }
  const [owner] = Object.values(people);
  if (!owner) return;
  for (const level of ["reader", "curator"] as const)
    for (const grantee of [
      ...Object.values(people).map(({ memberId }) => ({ memberId, teamId: null })),
      ...[one, two, inside].map(({ id }) => ({ memberId: null, teamId: id })),
    ]) {
      const { id: libraryId } = await aLibrary(owner);
      await db.libraryRole.create({
        data: { id: newId(), workspaceId: workspace.id, libraryId, ...grantee, level },
      });
    }
}

/** product §3.3 and §10.10, by hand. */
function isAllowed(actor: Member, permission: Permission, row: LibraryRow): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  if ((row.deletedAt !== null) !== (permission === "library.restore")) return false;
  if (row.kind === "personal" && actor.impersonator !== null) return false;
  if (row.ownerId === actor.memberId) return true;
  if (actor.role === "admin" && row.kind !== "personal") return true;
  const levels = row.roles
    .filter(
      ({ memberId, teamId }) => memberId === actor.memberId || actor.teamIds.includes(teamId ?? ""),
    )
    .map(({ level }) => level);
  switch (permission) {
    case "library.read": {
      if (levels.length > 0 || row.kind === "workspace") return true;
      const teams = [...actor.teamIds, ...(actor.role === "manager" ? actor.scopeTeamIds : [])];
      return teams.includes(row.teamId ?? "");
    }
    case "library.curate":
      return levels.includes("curator");
    case "library.manage":
    case "library.restore":
      return false;
  }
}

export const isLibraryRead = (actor: Member, row: LibraryRow): boolean =>
  isAllowed(actor, "library.read", row);

export const library = nounCase<Permission>({
  rights: NOUNS.library,
  seed,
  load: () => db.library.findMany({ select: { ...libraryAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.library.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT lb.id FROM library lb WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});
