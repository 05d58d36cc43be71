import type { Tx } from "#app/core/platform/db.server.ts";
import { type CallRow, can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { revokeGrant } from "../call/grant.server.ts";
import { letSee } from "../call/let-see.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { type CommentedCall, seesCall, type Addressed } from "./people.server.ts";

const ofMention = (sourceId: string) => ({ source: "mention", sourceId }) as const;

/** Ends the access that the mentions of a comment gave. @param memberId one person's alone */
export async function takeBackFor(
  tx: Tx,
  actor: Member,
  commentId: string,
  memberId?: string,
): Promise<void> {
  const { workspaceId } = actor;
  const where = {
    workspaceId,
    ...ofMention(commentId),
    ...(memberId !== undefined && { memberId }),
  };
  for (const grant of await tx.callGrant.findMany({ where })) {
    if (!(await revokeGrant(tx, grant))) continue;
    const before = { member: grant.memberId, level: grant.level, source: "mention" };
    const target = { kind: "call", id: grant.callId };
    await record(tx, actor, "call.access_taken_back", target, { before });
  }
}

/** Writes down who a comment names, gives those access who need it, and tells who was not named before. */
export async function mention(
  tx: Tx,
  actor: Member,
  call: CommentedCall,
  commentId: string,
  people: readonly Addressed[],
): Promise<void> {
  const { workspaceId } = actor;
  const before = await tx.commentMention.findMany({ where: { workspaceId, commentId } });
  const isNew = ({ memberId }: Addressed) => !before.some((row) => row.memberId === memberId);
  const fresh = people.filter(isNew);
  await tx.commentMention.createMany({
    data: fresh.map(({ memberId, needsAccess: gaveAccess }) => ({
      ...{ workspaceId, commentId, memberId, gaveAccess },
    })),
  });
  const regained = people.filter((one) => one.needsAccess && !isNew(one));
  await tx.commentMention.updateMany({
    where: { workspaceId, commentId, memberId: { in: regained.map(({ memberId }) => memberId) } },
    data: { gaveAccess: true },
  });
  for (const { memberId, needsAccess } of people)
    if (needsAccess)
      await letSee(tx, actor, call, memberId, { ...ofMention(commentId), givesAccess: true });
  const told = fresh.map(({ memberId }) => memberId);
  await notifyMembers(tx, { workspaceId, by: actor.memberId }, told, {
    ...{ kind: "mention", target: { kind: "call", id: call.id }, values: { commentId } },
  });
}

/** Takes people out of a comment, and with it what it gave them. */
export async function unmention(
  tx: Tx,
  actor: Member,
  commentId: string,
  memberIds: readonly string[],
): Promise<void> {
  const { workspaceId } = actor;
  for (const memberId of memberIds) await takeBackFor(tx, actor, commentId, memberId);
  await tx.commentMention.deleteMany({
    where: { workspaceId, commentId, memberId: { in: [...memberIds] } },
  });
}

/** Gives back the access that mentions gave, to who needs it, where the actor may give it. */
export async function regiveFor(
  tx: Tx,
  actor: Member,
  call: CallRow & { id: string },
  commentId: string,
): Promise<void> {
  const { workspaceId } = actor;
  if (!can(actor, "call.share", call)) return;
  const given = await tx.commentMention.findMany({
    where: { workspaceId, commentId, gaveAccess: true, member: { state: "active" } },
    select: { memberId: true },
  });
  for (const { memberId } of given)
    await letSee(tx, actor, call, memberId, { ...ofMention(commentId), givesAccess: true });
}

/**
 * Tells of an answer: who began the thread, who answered in it and who follows it, without those who want to hear no
 * more, those it names anyway, and those who cannot open the call any more.
 */
export async function notifyOfAnswer(
  tx: Tx,
  { workspaceId, memberId: by }: Member,
  call: CommentedCall,
  { rootId, replyId, named }: { rootId: string; replyId: string; named: readonly string[] },
): Promise<void> {
  const thread = await tx.comment.findMany({
    where: { workspaceId, deletedAt: null, OR: [{ id: rootId }, { parentId: rootId }] },
    select: { authorId: true },
  });
  const follows = await tx.commentFollow.findMany({ where: { workspaceId, commentId: rootId } });
  const people = new Set(thread.map(({ authorId }) => authorId));
  for (const { memberId, isOn } of follows)
    if (isOn) people.add(memberId);
    else people.delete(memberId);
  const told: string[] = [];
  for (const memberId of people)
    if (
      memberId !== by &&
      !named.includes(memberId) &&
      (await seesCall(workspaceId, memberId, call))
    )
      told.push(memberId);
  await notifyMembers(tx, { workspaceId, by }, told, {
    ...{ kind: "reply", target: { kind: "call", id: call.id }, values: { commentId: replyId } },
  });
}
