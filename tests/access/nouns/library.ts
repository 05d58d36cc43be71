import { can, libraryAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { LibraryRow } from "#app/core/domain/access/policy/library.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { openItem } from "#app/core/domain/library/plays.server.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  type SignedIn,
  aClip,
  aClipItem,
  aLibrary,
  aMember,
  aTeam,
  anItem,
} from "#tests/support/factories.ts";
import { begin, beginEach, type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const LIBRARIES = [
  "libraryId",
  "goneLibraryId",
  "folderId",
  "roleId",
  "itemId",
  "goneItemId",
  "wishId",
  "clipItemId",
] as const;
const VIEWING = ["viewedLibraryId", "requiredId", "endedRequiredId", "listenerId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof LIBRARIES>, Ids<typeof VIEWING> {}
}

type Permission = keyof (typeof NOUNS)["library"];

/** Kind × whose × deleted, and each role for a person and for a team. */
async function seed({ workspace, teams: { one, two, inside }, people }: Cast): Promise<void> {
  for (const owner of Object.values(people))
    for (const deletedAt of [null, new Date()]) {
      for (const kind of ["personal", "workspace"] as const)
        await aLibrary(owner, { kind, deletedAt });
      for (const team of [one, two, inside])
        await aLibrary(owner, { kind: "team", teamId: team.id, deletedAt });
    }
  const [owner] = Object.values(people);
  if (!owner) return;
  for (const level of ["reader", "curator", "owner"] as const)
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
      return levels.includes("curator") || levels.includes("owner");
    case "library.manage":
    case "library.restore":
      return levels.includes("owner");
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

/** A personal library of the owner's with their call, a part of it, a clip, one that was removed, and one that waits; one that is deleted. */
async function someLibraries(owner: SignedIn, callId: string) {
  const { workspaceId } = owner;
  const library = await aLibrary(owner);
  const call = { workspaceId, id: callId, title: "A call" };
  const item = await anItem(library, call, owner);
  await anItem(library, call, owner, { position: 1, t0Ms: 0, t1Ms: 100 });
  const gone = await anItem(library, call, owner, { t0Ms: 0, t1Ms: 200, deletedAt: new Date() });
  const wish = await anItem(library, call, owner, {
    ...{ position: 2, t0Ms: 0, t1Ms: 300, isAsked: true },
  });
  const clipItem = await aClipItem(library, await aClip(call, owner), owner, { position: 3 });
  const [folderId, roleId] = [newId(), newId()];
  const of = { workspaceId, libraryId: library.id };
  await db.libraryFolder.create({ data: { ...of, id: folderId, name: "Early", position: 0 } });
  // Of a team without members: adding a call gives no access.
  const { id: teamId } = await aTeam({ id: workspaceId });
  await db.libraryRole.create({ data: { ...of, id: roleId, teamId, level: "reader" } });
  const deleted = await aLibrary(owner, { deletedAt: new Date() });
  return {
    ...{ libraryId: library.id, goneLibraryId: deleted.id, folderId, roleId },
    ...{
      itemId: item.id,
      goneItemId: gone.id,
      wishId: wish.id,
      clipItemId: clipItem.id,
    },
  };
}

/** A library that a colleague of that team reads, and is to hear; and once was to hear. */
async function aViewing(owner: SignedIn, team: { id: string }) {
  const { workspaceId, memberId: byId } = owner;
  const { memberId } = await aMember({ id: workspaceId }, { teams: [team] });
  const { id: libraryId } = await aLibrary(owner);
  const of = { workspaceId, libraryId, memberId };
  await db.libraryRole.create({ data: { ...of, id: newId(), level: "reader" } });
  const [requiredId, endedRequiredId] = [newId(), newId()];
  for (const [id, deletedAt] of [
    [requiredId, null],
    [endedRequiredId, new Date()],
  ] as const)
    await db.requiredViewing.create({
      data: {
        ...{ ...of, id, byId, deletedAt, dueOn: new Date("2099-11-30T00:00:00Z") },
        listeners: { create: { memberId } },
      },
    });
  return { viewedLibraryId: libraryId, requiredId, endedRequiredId, listenerId: memberId };
}

const libraries = part(LIBRARIES, async ({ owner, id }) =>
  someLibraries(owner, await id("callId")),
);
const viewing = part(VIEWING, ({ owner, team }) => aViewing(owner, team));

const follows = begin(({ actor: { workspaceId, memberId }, house: { libraryId } }) =>
  db.libraryFollow.create({ data: { workspaceId, libraryId, memberId } }),
);

export const fixtures: Fixtures = {
  rules: { library },
  parts: [libraries, viewing],
  beginnings: {
    ...beginEach(["/library unfollow", "/library/{libraryId} unfollow"], follows),
    "/library/{libraryId}/items/{clipItemId} keep_place": begin(
      ({ actor, house: { libraryId, clipItemId } }) => openItem(actor, libraryId, clipItemId),
    ),
    "/library/{libraryId}/items/{itemId} keep_place": begin(
      ({ actor, house: { libraryId, itemId } }) => openItem(actor, libraryId, itemId),
    ),
  },
};
