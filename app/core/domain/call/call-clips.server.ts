import { now } from "#app/core/platform/clock.ts";
import type { Prisma, Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { ClipsOfCalls } from "./call-views.ts";

/** `deletionId`: of all that go at once. */
type Deletion = { deletionId: string; isWithCall: boolean };

/**
 * Moves clips to the trash, which shuts their links; each has its entry. Whether the actor may is asked by the caller.
 * @returns how many went: what lies there already keeps its day
 */
export async function trashClips(
  tx: Tx,
  actor: Member,
  where: Pick<Prisma.ClipWhereInput, "id" | "callId">,
  { deletionId, isWithCall }: Deletion,
): Promise<number> {
  const gone = await tx.clip.updateManyAndReturn({
    where: { ...where, workspaceId: actor.workspaceId, deletedAt: null },
    data: {
      ...{ deletedAt: now(), deletedBy: actor.memberId, deletionId },
      ...{ deletedWithCall: isWithCall, version: { increment: 1 } },
    },
    select: { id: true, callId: true },
  });
  for (const { id, callId } of gone)
    await record(
      ...([tx, actor, "clip.deleted", { kind: "clip", id }] as const),
      isWithCall ? { after: { call: callId } } : {},
    );
  return gone.length;
}

/** Puts clips back as they were; the rest as `trashClips`. @returns how many came back */
export async function untrashClips(
  tx: Tx,
  actor: Member,
  where: Pick<Prisma.ClipWhereInput, "id" | "callId" | "deletedWithCall">,
): Promise<number> {
  const back = await tx.clip.updateManyAndReturn({
    where: { ...where, workspaceId: actor.workspaceId, deletedAt: { not: null }, removedAt: null },
    data: {
      ...{ deletedAt: null, deletedBy: null, deletionId: null, deletedWithCall: false },
      version: { increment: 1 },
    },
    select: { id: true },
  });
  for (const { id } of back) await record(tx, actor, "clip.restored", { kind: "clip", id });
  return back.length;
}

/** All clips of a call, those of other members too: who may delete it may delete what was made of it. */
export const trashClipsOf = (tx: Tx, actor: Member, callId: string): Promise<number> =>
  trashClips(tx, actor, { callId }, { deletionId: newId(), isWithCall: true });

/** Those that went with the call, and no others. */
export const untrashClipsOf = (tx: Tx, actor: Member, callId: string): Promise<number> =>
  untrashClips(tx, actor, { callId, deletedWithCall: true });

/**
 * Those that the reader can't see count, too: a number says nothing of what is in them. That they may delete the calls is
 * asked by the caller.
 */
export async function countClipsOf(
  tx: Pick<Tx, "clip">,
  { workspaceId, memberId }: Pick<Member, "workspaceId" | "memberId">,
  call: Prisma.CallWhereInput,
): Promise<ClipsOfCalls> {
  const found = await tx.clip.groupBy({
    by: ["ownerId"],
    where: { workspaceId, deletedAt: null, call },
    _count: true,
  });
  const sum = (of: typeof found) => of.reduce((all, { _count }) => all + _count, 0);
  return { clips: sum(found), others: sum(found.filter(({ ownerId }) => ownerId !== memberId)) };
}
