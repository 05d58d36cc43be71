import { now } from "#app/core/platform/clock.ts";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { RUNNING } from "../call/call-state.ts";
import { DomainError } from "../errors.ts";
import { publishCallChanged } from "../call/call-changed.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { markStaleOfOwner } from "../search/index.server.ts";

/**
 * Gives a colleague's calls, clips and libraries to another one, with what hangs on them: uploads under way, invitations,
 * waiting guests. Sign-up links are the workspace's and go with them. A new owner is always asked for, and nothing is
 * counted, even for the log: either would tell who acts of private calls.
 * @throws DomainError `validation_failed` (heirId: heir_needed, invalid_choice, heir_busy)
 */
export async function handOver(
  tx: Tx,
  actor: Member,
  memberId: string,
  heirId: string | null,
): Promise<void> {
  const { workspaceId } = actor;
  const owned = { workspaceId, ownerId: memberId, state: { not: "purged" as const } };
  if (heirId === null) throw new DomainError("validation_failed", { heirId: ["heir_needed"] });
  await requireSuccessor(tx, actor, memberId, heirId);
  const running = await runningOf(tx, workspaceId, memberId);
  // A member runs one call at a time that was not planned.
  if (running.some(({ isPlanned }) => !isPlanned)) {
    const others = await runningOf(tx, workspaceId, heirId);
    if (others.some(({ isPlanned }) => !isPlanned))
      throw new DomainError("validation_failed", { heirId: ["heir_busy"] });
  }
  await tx.signUpLink.updateMany({
    where: { workspaceId, createdBy: memberId },
    data: { createdBy: heirId },
  });
  // Libraries are owned by somebody at any time; what their items open is open to the heir as it was to them.
  await tx.$executeRaw`
    INSERT INTO call_grant (workspace_id, id, call_id, member_id, level, source, source_id, created_by)
    SELECT g.workspace_id, gen_random_uuid(), g.call_id, ${heirId}::uuid, g.level, g.source, g.source_id, g.created_by
    FROM call_grant g JOIN library_item i ON i.workspace_id = g.workspace_id AND i.id = g.source_id
      JOIN library l ON l.workspace_id = i.workspace_id AND l.id = i.library_id
      JOIN call c ON c.workspace_id = g.workspace_id AND c.id = g.call_id
    WHERE g.workspace_id = ${workspaceId}::uuid AND g.source = 'library' AND g.member_id = ${memberId}::uuid
      AND l.owner_id = ${memberId}::uuid AND c.owner_id <> ${heirId}::uuid
    ON CONFLICT DO NOTHING`;
  await tx.libraryRole.deleteMany({
    where: { workspaceId, memberId: heirId, library: { ownerId: memberId } },
  });
  const libraries = await tx.library.updateMany({
    where: { workspaceId, ownerId: memberId },
    data: { ownerId: heirId, version: { increment: 1 } },
  });
  await tx.sharedLink.updateMany({
    where: { workspaceId, createdBy: memberId, call: { ownerId: memberId } },
    data: { createdBy: heirId },
  });
  const calls = await tx.call.updateMany({
    where: owned,
    data: { ownerId: heirId, version: { increment: 1 } },
  });
  const clips = await tx.clip.updateMany({
    where: { workspaceId, ownerId: memberId },
    data: { ownerId: heirId, version: { increment: 1 } },
  });
  await markStaleOfOwner(tx, { workspaceId, memberId: heirId });
  await tx.upload.updateMany({
    where: { workspaceId, memberId, state: "receiving" },
    data: { memberId: heirId },
  });
  // What they recorded and never ended waits for the heir's decision; the rest of it on their device is lost.
  await tx.browserRecorder.updateMany({
    where: {
      ...{ workspaceId, memberId, call: { ownerId: heirId } },
      recording: { state: { in: ["receiving", "interrupted"] } },
    },
    data: { memberId: heirId },
  });
  // The heir alone learns whether there was anything: it is theirs now.
  if (calls.count + clips.count + libraries.count > 0)
    await notifyMembers(tx, { workspaceId, by: actor.memberId }, [heirId], {
      kind: "calls_handed_over",
      target: { kind: "member", id: memberId },
      values: {},
    });
  for (const { id } of running)
    for (const kind of ["state", "waiting"] as const) await publishCallChanged(tx, id, kind);
  // The heir's own pages learn that the door is theirs now.
  if (running.length > 0) await notify(tx, "member", `${workspaceId}:${heirId}`);
}

/**
 * Ends what only their being a member justified: rights others gave them on single calls, and links of theirs to calls
 * that are not theirs, which nobody takes over. Let in again, they begin without.
 */
export async function revokeRights(tx: Tx, workspaceId: string, memberId: string): Promise<void> {
  await tx.libraryRole.deleteMany({ where: { workspaceId, memberId } });
  await tx.libraryFollow.deleteMany({ where: { workspaceId, memberId } });
  await tx.callGrant.deleteMany({ where: { workspaceId, memberId } });
  await tx.sharedLink.updateMany({
    where: { workspaceId, createdBy: memberId, revokedAt: null },
    data: { revokedAt: now(), revokedWhy: "maker_deactivated", version: { increment: 1 } },
  });
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
