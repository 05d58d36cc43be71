import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { endView, type Grantee, grantView } from "../call/grant.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { gainedBy, gainedByClip, granteesOf } from "./audience.ts";
import { changeIn, findLibrary } from "./find-library.server.ts";
import type { NewRole } from "./library.schema.ts";
import type { RoleView } from "./library-views.ts";
import { sourceAccess } from "./sources.server.ts";

/** What came of a new role: items it opened, and calls that stay closed because the actor may not share them. */
export type GivenRole = { roleId: string; facts: { opened: string; closed: string } };

/**
 * Gives a person or a team a role. They can open the library's calls as far as the actor may share each of them, and hear
 * its clips, which are there for its readers; what they could open before stays as it was. Given again, it changes the level.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (grantee: invalid_choice)
 */
export const giveRole = (
  actor: Member,
  libraryId: string,
  { grantee: wish, level }: NewRole,
): Promise<GivenRole> =>
  changeIn(actor, libraryId, "library.manage", async (tx, library) => {
    const { workspaceId, memberId: by } = actor;
    const [kind, id = ""] = wish.split(":");
    const grantee: Grantee = {
      memberId: kind === "member" ? id : null,
      teamId: kind === "team" ? id : null,
    };
    const isKnown =
      grantee.memberId === null
        ? (await tx.team.count({ where: { workspaceId, id, deletedAt: null } })) > 0
        : (await tx.member.count({ where: { workspaceId, id, state: "active" } })) > 0;
    if (!isKnown || id === library.ownerId)
      throw new DomainError("validation_failed", { grantee: ["invalid_choice"] });
    const known = await tx.libraryRole.findFirst({ where: { workspaceId, libraryId, ...grantee } });
    const count = await tx.libraryRole.count({ where: { workspaceId, libraryId } });
    if (!known && count >= LIMITS.libraryRoles)
      throw limitReached(LIMITS.libraryRoles, count, "grantee");
    const roleId = known?.id ?? newId();
    if (known)
      await tx.libraryRole.updateMany({ where: { workspaceId, id: roleId }, data: { level } });
    else
      await tx.libraryRole.create({
        data: { id: roleId, workspaceId, libraryId, ...grantee, level, createdBy: by },
        select: { id: true },
      });
    await record(
      tx,
      actor,
      "library.role_given",
      { kind: "library", id: libraryId },
      { after: { ...grantee, level } },
    );
    let [opened, closed] = [0, 0];
    const given = () => ({ roleId, facts: { opened: String(opened), closed: String(closed) } });
    if (known || library.kind === "workspace") return given();
    const items = await tx.libraryItem.findMany({
      where: { workspaceId, libraryId, deletedAt: null, isAsked: false },
      select: { ...sourceAccess, id: true },
    });
    const members = await listMemberActors(workspaceId);
    const widened = { ...library, roles: [...library.roles, { ...grantee, level }] };
    for (const { id: itemId, call, clip } of items) {
      if (clip) {
        const gained = (of: typeof library) => gainedByClip(members, of, clip).gains.length;
        if (gained(widened) > gained(library)) opened += 1;
      }
      if (!call || gainedBy(members, widened, call, [grantee]).gains.length === 0) continue;
      if (!can(actor, "call.share", call)) {
        closed += 1;
        continue;
      }
      opened += 1;
      await grantView(tx, { workspaceId, callId: call.id }, [grantee], { sourceId: itemId, by });
      await record(
        tx,
        actor,
        "call.access_given",
        { kind: "call", id: call.id },
        { after: { library: libraryId, ...grantee, level: "view", source: "library" } },
      );
    }
    return given();
  });

/** Takes a role back, with the access to calls that came by it. @throws DomainError `not_found`, `forbidden` */
export const takeBackRole = (actor: Member, libraryId: string, roleId: string): Promise<void> =>
  changeIn(actor, libraryId, "library.manage", async (tx, library) => {
    const { workspaceId } = actor;
    const role = await tx.libraryRole.findFirst({ where: { workspaceId, libraryId, id: roleId } });
    if (!role) throw new DomainError("not_found");
    await tx.libraryRole.deleteMany({ where: { workspaceId, id: roleId } });
    const grantee: Grantee = { memberId: role.memberId, teamId: role.teamId };
    const roles = library.roles.filter(
      (other) => other.memberId !== role.memberId || other.teamId !== role.teamId,
    );
    const isStillTheirs = granteesOf({ ...library, roles }).some(
      (other) => other.memberId === role.memberId && other.teamId === role.teamId,
    );
    let grants = 0;
    if (!isStillTheirs) {
      const items = await tx.libraryItem.findMany({
        where: { workspaceId, libraryId },
        select: { id: true },
      });
      grants = await endView(
        tx,
        workspaceId,
        items.map(({ id }) => id),
        grantee,
      );
    }
    await record(
      tx,
      actor,
      "library.role_taken_back",
      { kind: "library", id: libraryId },
      { before: { ...grantee, level: role.level, grants } },
    );
  });

/** Roles of a library the actor may read, by name; and whom else one can be given, for who may give it. */
export async function listRoles(
  actor: Member,
  libraryId: string,
): Promise<{ roles: RoleView[]; choices: { id: string; name: string }[] }> {
  const { workspaceId } = actor;
  const library = await findLibrary(db, actor, libraryId, "library.read");
  const found = await db.libraryRole.findMany({
    where: { workspaceId, libraryId },
    select: {
      ...{ id: true, level: true, memberId: true, teamId: true },
      ...{ member: { select: { name: true } }, team: { select: { name: true } } },
    },
  });
  const roles = found
    .map(({ id, level, member, team }) => ({
      ...{ id, level, isTeam: team !== null },
      name: team?.name ?? member?.name ?? "",
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  if (!can(actor, "library.manage", library)) return { roles, choices: [] };
  const taken = new Set([
    library.ownerId,
    ...found.map(({ memberId, teamId }) => memberId ?? teamId),
  ]);
  const [teams, members] = await Promise.all([
    db.team.findMany({
      where: { workspaceId, deletedAt: null },
      orderBy: { name: "asc" },
      select: { id: true, name: true },
    }),
    listMemberActors(workspaceId),
  ]);
  return {
    roles,
    choices: [
      ...teams
        .filter(({ id }) => !taken.has(id))
        .map(({ id, name }) => ({ id: `team:${id}`, name })),
      ...members
        .filter(({ memberId }) => !taken.has(memberId))
        .map(({ memberId, name }) => ({ id: `member:${memberId}`, name })),
    ],
  };
}
