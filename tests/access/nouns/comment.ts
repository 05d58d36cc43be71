import { can, commentAccess, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { CommentRow } from "#app/core/domain/access/policy/comment.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aComment } from "#tests/support/factories.ts";
import { begin, type Cast, type Fixtures, type Ids, nounCase, partOfCall } from "../noun.ts";

const COMMENTS = ["commentId", "deletedCommentId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof COMMENTS> {}
}

type Permission = keyof (typeof NOUNS)["comment"];

/** Visibility of the call × its team × who wrote it × for whom. */
async function seed({ teams: { one, two }, people }: Cast): Promise<void> {
  const [rep, lone] = [people["rep"], people["rep of none"]];
  if (!rep || !lone) return;
  for (const visibility of ["private", "team", "workspace"] as const)
    for (const teamId of [one.id, two.id]) {
      const call = await aCall(rep, { visibility, teamId });
      for (const author of Object.values(people))
        for (const of of ["internal", "private"] as const)
          await aComment(call, author, { visibility: of });
    }
  const trashed = await aCall(rep, { visibility: "workspace", state: "trashed" });
  await aComment(trashed, rep);
  await aComment(await aCall(lone, { visibility: "private", teamId: null }), lone);
}

/** product §3.3, by hand: those who see the call; what is private, its author; and to change it is the author's. */
function isAllowed(actor: Member, permission: Permission, row: CommentRow): boolean {
  const { call, authorId, visibility } = row;
  if (row.workspaceId !== actor.workspaceId) return false;
  if (call.state === "trashed" || call.state === "purged") return false;
  const isHidden = call.visibility === "private";
  if (isHidden && actor.impersonator !== null) return false;
  const isOwner = call.ownerId === actor.memberId;
  const isPrivileged = actor.role === "admin" && (!isHidden || actor.privateUntil !== null);
  const teams = actor.role === "rep" ? actor.teamIds : [...actor.teamIds, ...actor.scopeTeamIds];
  const isOfTeam = !isHidden && call.teamId !== null && teams.includes(call.teamId);
  const sees = isOwner || isPrivileged || isOfTeam || call.visibility === "workspace";
  const isAuthor = authorId === actor.memberId;
  if (!sees) return false;
  if (visibility === "private" && (!isAuthor || actor.impersonator !== null)) return false;
  switch (permission) {
    case "comment.read":
    case "comment.resolve":
      return true;
    case "comment.edit":
      return isAuthor;
    case "comment.delete":
      return isAuthor || actor.role === "admin";
  }
}

export const comment = nounCase<Permission>({
  rights: NOUNS.comment,
  seed,
  load: () => db.comment.findMany({ select: { ...commentAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.comment.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: null,
  isAllowed,
});

const comments = partOfCall(COMMENTS, async ({ owner, call }) => ({
  commentId: (await aComment(await call(), owner)).id,
  deletedCommentId: (await aComment(await call(), owner, { deletedAt: new Date() })).id,
}));

export const fixtures: Fixtures = {
  rules: { comment },
  parts: [comments],
  beginnings: {
    "/playback/{callId} reopen_comment": begin(({ owner: { workspaceId }, house: { commentId } }) =>
      db.comment.updateMany({
        where: { workspaceId, id: commentId },
        data: { resolvedAt: new Date() },
      }),
    ),
  },
};
