import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { can } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { endView, type Grantee, grantViews } from "../call/grant.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { gainedBy, gainedByClip, granteesOf } from "./audience.ts";
import { changeIn, findLibrary, type FoundLibrary } from "./find-library.server.ts";
import type { NewRole } from "./library.schema.ts";
import type { RolePreview, RoleView } from "./library-views.ts";
import { refuse, sourceAccess } from "./sources.server.ts";

/** What came of a role: items it opened, and calls that stay closed because the actor may not share them. */
export type GivenRole = { roleId: string; facts: { opened: string; closed: string } };

type AskedRole = Pick<NewRole, "grantee" | "level">;

/**
 * Gives a person or a team a role, or another one. They can open the library's calls as far as the actor may share each of
 * them, and hear its clips, which are there for its readers. The number of items that open is the actor's word: another one
 * asks again.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (grantee: invalid_choice; opens:
 * items_changed?n=)
 */
export const giveRole = (
  actor: Member,
  libraryId: string,
  { grantee: wish, level, opens }: NewRole,
): Promise<GivenRole> =>
  changeIn(actor, libraryId, "library.manage", async (tx, library) => {
    const { workspaceId, memberId: by } = actor;
    const found = await findGrantee(tx, library, wish);
    if (found === null) throw refuse("grantee", "invalid_choice");
    const { grantee } = found;
    const known = await tx.libraryRole.findFirst({ where: { workspaceId, libraryId, ...grantee } });
    const count = await tx.libraryRole.count({ where: { workspaceId, libraryId } });
    if (!known && count >= LIMITS.libraryRoles)
      throw limitReached(LIMITS.libraryRoles, count, "grantee");
    const judged = await judgeRole(tx, actor, library, { grantee, level });
    if (judged.opens !== opens) throw refuse("opens", `items_changed?n=${judged.opens}`);
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
      {
        ...(known && { before: { ...grantee, level: known.level } }),
        after: { ...grantee, level },
      },
    );
    await grantViews(tx, { workspaceId, by }, judged.given, [grantee]);
    for (const { callId } of judged.given)
      await record(
        tx,
        actor,
        "call.access_given",
        { kind: "call", id: callId },
        { after: { library: libraryId, ...grantee, level: "view", source: "library" } },
      );
    return { roleId, facts: { opened: String(opens), closed: String(judged.stays) } };
  });

/**
 * What giving a role would do, before it is done: the same function decides what is given.
 * @returns null for a person or a team that is not there, or owns the library
 * @throws DomainError `not_found`, `forbidden`
 */
export async function previewRole(
  actor: Member,
  libraryId: string,
  { grantee: wish, level }: AskedRole,
): Promise<RolePreview | null> {
  const library = await findLibrary(db, actor, libraryId, "library.manage");
  const found = await findGrantee(db, library, wish);
  if (found === null) return null;
  const { grantee, name } = found;
  const { readers, opens, stays } = await judgeRole(db, actor, library, { grantee, level });
  const before = library.roles.find((role) => isSame(role, grantee))?.level ?? null;
  return {
    ...{ grantee: wish, name, isTeam: grantee.teamId !== null, level, before },
    ...{ readers, opens, stays },
  };
}

const isSame = (a: Grantee, b: Grantee): boolean =>
  a.memberId === b.memberId && a.teamId === b.teamId;

/** The person or the team that a form names, where they can have a role. */
async function findGrantee(
  tx: Pick<Tx, "member" | "team">,
  { workspaceId, ownerId }: FoundLibrary,
  wish: string,
): Promise<{ grantee: Grantee; name: string } | null> {
  const [kind, id = ""] = wish.split(":");
  const select = { name: true } as const;
  const found =
    kind === "team"
      ? await tx.team.findFirst({ where: { workspaceId, id, deletedAt: null }, select })
      : await tx.member.findFirst({ where: { workspaceId, id, state: "active" }, select });
  if (!found || id === ownerId) return null;
  return {
    grantee: { memberId: kind === "member" ? id : null, teamId: kind === "team" ? id : null },
    name: found.name,
  };
}

type JudgedRole = {
  /** People who can read the library by it and cannot now. */
  readers: number;
  /** Items that open to one of them or more: calls that the actor may share, and clips. */
  opens: number;
  /** Calls that stay closed to one of them or more. */
  stays: number;
  /** The calls that are granted, with the items that grant them: those that open, and those that others opened before. */
  given: { callId: string; sourceId: string }[];
};

/** What a role does to those it is for; who has it already is looked at again, as the actor may share other calls than before. */
async function judgeRole(
  tx: Pick<Tx, "libraryItem">,
  actor: Member,
  library: FoundLibrary,
  { grantee, level }: { grantee: Grantee; level: NewRole["level"] },
): Promise<JudgedRole> {
  const { workspaceId, id: libraryId, kind } = library;
  const others = library.roles.filter((role) => !isSame(role, grantee));
  const widened = { ...library, roles: [...others, { ...grantee, level }] };
  const people = (await listMemberActors(workspaceId)).filter(
    ({ memberId, teamIds }) =>
      memberId === grantee.memberId ||
      (grantee.teamId !== null && teamIds.includes(grantee.teamId)),
  );
  const isReader = (of: FoundLibrary) => (member: Member) => can(member, "library.read", of);
  const judged: JudgedRole = { readers: 0, opens: 0, stays: 0, given: [] };
  judged.readers =
    people.filter(isReader(widened)).length - people.filter(isReader(library)).length;
  // Everyone has what a workspace's library opens; a personal one opens nothing.
  if (kind !== "team") return judged;
  const items = await tx.libraryItem.findMany({
    where: { workspaceId, libraryId, deletedAt: null, isAsked: false },
    select: { ...sourceAccess, id: true },
  });
  for (const { id: sourceId, call, clip } of items) {
    if (clip) {
      const gains = (of: FoundLibrary) => gainedByClip(people, of, clip).gains.length;
      if (gains(widened) > gains(library)) judged.opens += 1;
    }
    if (!call) continue;
    const isGained = gainedBy(people, widened, call, [grantee]).gains.length > 0;
    const mayShare = can(withoutPrivate(actor), "call.share", call);
    if (isGained && mayShare) judged.opens += 1;
    if (isGained && !mayShare) judged.stays += 1;
    if (mayShare && isNeeded(people, widened, call, grantee))
      judged.given.push({ callId: call.id, sourceId });
  }
  return judged;
}

/** Whether they need a grant of their own: what others gave them may end, and who joins a team later has none. */
const isNeeded = (
  people: readonly Member[],
  library: FoundLibrary,
  call: Parameters<typeof gainedBy>[2],
  grantee: Grantee,
): boolean =>
  grantee.teamId === null
    ? gainedBy(people, library, { ...call, callGrants: [] }, [grantee]).gains.length > 0
    : call.visibility !== "workspace";

/** Takes a role back, with the access to calls that came by it. @throws DomainError `not_found`, `forbidden` */
export const takeBackRole = (actor: Member, libraryId: string, roleId: string): Promise<void> =>
  changeIn(actor, libraryId, "library.manage", async (tx, library) => {
    const { workspaceId } = actor;
    const role = await tx.libraryRole.findFirst({ where: { workspaceId, libraryId, id: roleId } });
    if (!role) throw new DomainError("not_found");
    await tx.libraryRole.deleteMany({ where: { workspaceId, id: roleId } });
    const grantee: Grantee = { memberId: role.memberId, teamId: role.teamId };
    const roles = library.roles.filter((other) => !isSame(other, role));
    const isStillTheirs = granteesOf({ ...library, roles }).some((other) => isSame(other, role));
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
    .map(({ id, level, member, team, memberId, teamId }) => ({
      ...{ id, level, isTeam: team !== null },
      grantee: teamId === null ? `member:${memberId ?? ""}` : `team:${teamId}`,
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
