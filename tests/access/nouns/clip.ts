import {
  can,
  clipAccess,
  type ClipRow,
  visible,
  visibleSql,
} from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { aCall, aClip, aClipItem, aLibrary } from "#tests/support/factories.ts";
import { isLibraryRead } from "./library.ts";
import { type House, nounCase } from "./noun-case.ts";

type Permission = keyof (typeof NOUNS)["clip"];

/** Its own audience × team × owner; of calls that are private, in the trash, or gone; in libraries of each kind. */
async function seed({ teams: { one, two }, people }: House): Promise<void> {
  const [rep] = [people["rep"]];
  if (!rep) return;
  const call = await aCall(rep, { visibility: "private", teamId: one.id });
  for (const visibility of ["private", "team", "workspace"] as const)
    for (const teamId of [null, one.id, two.id])
      for (const owner of Object.values(people)) {
        await aClip(call, owner, { visibility, teamId });
        await aClip(call, owner, { visibility, teamId, deletedAt: new Date() });
      }
  const library = { personal: {}, workspace: {}, team: { teamId: two.id } } as const;
  for (const kind of ["personal", "workspace", "team"] as const)
    for (const more of [{}, { isAsked: true }, { deletedAt: new Date() }]) {
      const into = await aLibrary(rep, { kind, ...library[kind] });
      await aClipItem(into, await aClip(call, rep), rep, more);
    }
  const gone = await aLibrary(rep, { kind: "workspace", deletedAt: new Date() });
  await aClipItem(gone, await aClip(call, rep), rep);
  for (const state of ["trashed", "purged"] as const)
    await aClip(await aCall(rep, { kind: "upload", state }), rep, { visibility: "workspace" });
}

/** product §3.2.6 and §3.3, by hand: who may open the call plays no part. */
function isAllowed(actor: Member, permission: Permission, row: ClipRow): boolean {
  if (row.workspaceId !== actor.workspaceId || row.call.state === "purged") return false;
  if ((row.deletedAt !== null) !== (permission === "clip.restore")) return false;
  const isHidden = row.visibility === "private";
  if (isHidden && actor.impersonator !== null) return false;
  if (row.ownerId === actor.memberId) return true;
  // Whose library it is in, and may be read, hears it: private or not.
  const isHeard = row.items.some((item) => isLibraryRead(actor, item.library));
  if (permission === "clip.read" && isHeard) return true;
  if (isHidden) return false;
  if (actor.role === "admin") return true;
  const isInScope = actor.role === "manager" && actor.scopeTeamIds.includes(row.teamId ?? "");
  if (permission !== "clip.read") return isInScope;
  return isInScope || row.visibility === "workspace" || actor.teamIds.includes(row.teamId ?? "");
}

export const clip = nounCase<Permission>({
  rights: NOUNS.clip,
  seed,
  load: () => db.clip.findMany({ select: { ...clipAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.clip.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT cl.id FROM clip cl WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});
