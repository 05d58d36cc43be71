import { now } from "#app/core/platform/clock.ts";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { RUNNING } from "../call/call-state.ts";
import { DomainError } from "../errors.ts";
import { publishCallChanged } from "../call/call-changed.server.ts";
import { markStaleOfOwner } from "../search/index.server.ts";

/** What went to somebody else: numbers for the log. */
export type Handed = {
  calls: number;
  clips: number;
  uploads: number;
  links: number;
  libraries: number;
};
/** What ended with them. */
export type Revoked = { grants: number; links: number };

/**
 * Gives a colleague's calls to another one, with what hangs on them: uploads under way, invitations, guests at the door.
 * Sign-up links are the workspace's and stay with whoever takes over, or the admin who acts.
 * @param heirId needed when there are calls
 * @throws DomainError `validation_failed` (heirId: heir_needed, invalid_choice, heir_busy)
 */
export async function handOver(
  tx: Tx,
  actor: Member,
  memberId: string,
  heirId: string | null,
): Promise<Handed> {
  const { workspaceId } = actor;
  const owned = { workspaceId, ownerId: memberId, state: { not: "purged" as const } };
  const calls = await tx.call.count({ where: owned });
  if (heirId === null && calls > 0)
    throw new DomainError("validation_failed", { heirId: ["heir_needed"] });
  const { count: links } = await tx.signUpLink.updateMany({
    where: { workspaceId, createdBy: memberId },
    data: { createdBy: heirId ?? actor.memberId },
  });
  const clips = await tx.clip.count({ where: { workspaceId, ownerId: memberId } });
  if (heirId === null && clips > 0)
    throw new DomainError("validation_failed", { heirId: ["heir_needed"] });
  // Libraries are owned by somebody at any time; what their items open stays as it was.
  const { count: libraries } = await tx.library.updateMany({
    where: { workspaceId, ownerId: memberId },
    data: { ownerId: heirId ?? actor.memberId, version: { increment: 1 } },
  });
  if (heirId === null) return { calls: 0, clips: 0, uploads: 0, links, libraries };
  await requireSuccessor(tx, actor, memberId, heirId);
  const running = await runningOf(tx, workspaceId, memberId);
  // A member runs one call at a time that was not planned.
  if (running.some(({ isPlanned }) => !isPlanned)) {
    const others = await runningOf(tx, workspaceId, heirId);
    if (others.some(({ isPlanned }) => !isPlanned))
      throw new DomainError("validation_failed", { heirId: ["heir_busy"] });
  }
  const invitations = await tx.sharedLink.updateMany({
    where: { workspaceId, createdBy: memberId, call: { ownerId: memberId } },
    data: { createdBy: heirId },
  });
  await tx.call.updateMany({ where: owned, data: { ownerId: heirId, version: { increment: 1 } } });
  await tx.clip.updateMany({
    where: { workspaceId, ownerId: memberId },
    data: { ownerId: heirId, version: { increment: 1 } },
  });
  await markStaleOfOwner(tx, { workspaceId, memberId: heirId });
  const { count: uploads } = await tx.upload.updateMany({
    where: { workspaceId, memberId, state: "receiving" },
    data: { memberId: heirId },
  });
  for (const { id } of running)
    for (const kind of ["state", "waiting"] as const) await publishCallChanged(tx, id, kind);
  // The heir's own pages learn that the door is theirs now.
  if (running.length > 0) await notify(tx, "member", `${workspaceId}:${heirId}`);
  return { calls, clips, uploads, links: links + invitations.count, libraries };
}

/**
 * Ends what only their being a member justified: rights others gave them on single calls, and links of theirs to calls
 * that are not theirs, which nobody takes over. Let in again, they begin without.
 */
export async function revokeRights(
  tx: Tx,
  workspaceId: string,
  memberId: string,
): Promise<Revoked> {
  await tx.libraryRole.deleteMany({ where: { workspaceId, memberId } });
  await tx.libraryFollow.deleteMany({ where: { workspaceId, memberId } });
  const { count: grants } = await tx.callGrant.deleteMany({ where: { workspaceId, memberId } });
  const { count: links } = await tx.sharedLink.updateMany({
    where: { workspaceId, createdBy: memberId, revokedAt: null },
    data: { revokedAt: now(), revokedWhy: "maker_deactivated", version: { increment: 1 } },
  });
  return { grants, links };
}

async function requireSuccessor(
  tx: Tx,
  actor: Member,
  memberId: string,
  heirId: string,
): Promise<void> {
  const successor = await tx.member.findFirst({
    where: {
      AND: visible(actor, "member.read"),
      id: heirId,
      state: "active",
      NOT: { id: memberId },
    },
    select: { id: true },
  });
  if (!successor) throw new DomainError("validation_failed", { heirId: ["invalid_choice"] });
}

async function runningOf(
  tx: Tx,
  workspaceId: string,
  ownerId: string,
): Promise<{ id: string; isPlanned: boolean }[]> {
  const found = await tx.call.findMany({
    where: { workspaceId, ownerId, kind: "room", state: { in: [...RUNNING] } },
    select: { id: true, scheduledStart: true },
  });
  return found.map(({ id, scheduledStart }) => ({ id, isPlanned: scheduledStart !== null }));
}

/** The calls they are in hear of it: their recorders take nothing more of them, and the rooms throw them out. */
export async function leaveRooms(tx: Tx, workspaceId: string, memberId: string): Promise<void> {
  const present = await tx.participantPresence.findMany({
    where: { workspaceId, leftMs: null, participant: { memberId } },
    distinct: ["callId"],
    select: { callId: true },
  });
  for (const { callId } of present) await publishCallChanged(tx, callId, "people");
}
