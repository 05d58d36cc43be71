import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, isUniqueViolation, notify, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { publishCallChanged, publishPipelineChanged } from "./call-changed.server.ts";
import { isRunning, runningCallOf } from "./call-state.ts";
import type { PersonRef } from "../views.ts";

/** Who a call can be given to: active colleagues but its owner, by name. Whether the actor may give it is asked before. */
export const listNewOwners = ({ workspaceId }: Member, ownerId: string): Promise<PersonRef[]> =>
  db.member.findMany({
    where: { workspaceId, state: "active", scrubbedAt: null, id: { not: ownerId } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: LIMITS.members,
    select: { id: true, name: true },
  });

/**
 * Gives a call to another owner (product §3.2.7). Who gave it away keeps what they see by team, grant or taking part,
 * and no more.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` (a browser records it), `validation_failed` (memberId:
 * invalid_choice, heir_busy)
 */
export async function transferCall(actor: Member, callId: string, memberId: string): Promise<void> {
  try {
    await db.$transaction((tx) => transferCallIn(tx, actor, callId, memberId));
  } catch (error) {
    // They began a call of their own at this very moment.
    if (isUniqueViolation(error)) throw isBusy();
    throw error;
  }
}

const isBusy = () => new DomainError("validation_failed", { memberId: ["heir_busy"] });

/** The same in a transaction. @returns whose it was */
export async function transferCallIn(
  tx: Tx,
  actor: Member,
  callId: string,
  memberId: string,
): Promise<string> {
  const { workspaceId } = actor;
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, version: true, kind: true, scheduledStart: true },
  });
  const call = authorise(actor, "call.transfer", found);
  // What a browser records is its maker's until it is stopped.
  if (call.kind === "recorder" && isRunning(call.state)) throw new DomainError("invalid_state");
  const successor = await tx.member.findFirst({
    where: {
      workspaceId,
      id: memberId,
      state: "active",
      scrubbedAt: null,
      NOT: { id: call.ownerId },
    },
    select: { id: true },
  });
  if (!successor) throw new DomainError("validation_failed", { memberId: ["invalid_choice"] });
  const isLive = call.kind === "room" && isRunning(call.state);
  if (isLive && call.scheduledStart === null) {
    const others = await tx.call.count({ where: runningCallOf(workspaceId, memberId) });
    if (others > 0) throw isBusy();
  }
  const { count } = await tx.call.updateMany({
    where: { workspaceId, id: callId, ownerId: call.ownerId },
    data: { ownerId: memberId, version: { increment: 1 } },
  });
  if (count === 0) throw new DomainError("conflict", { "": ["changed_meanwhile"] });
  await record(
    tx,
    actor,
    "call.transferred",
    { kind: "call", id: callId },
    { before: { owner: call.ownerId }, after: { owner: memberId } },
  );
  await notifyMembers(tx, { workspaceId, by: actor.memberId }, [memberId], {
    kind: "call_handed_over",
    target: { kind: "call", id: callId },
    values: {},
  });
  await enqueue(tx, indexCall, `${callId}:${call.version + 1}`, { v: 1, workspaceId, callId });
  await publishPipelineChanged(tx, { workspaceId, callId }, call);
  if (isLive) {
    for (const kind of ["state", "waiting"] as const) await publishCallChanged(tx, callId, kind);
    for (const id of [memberId, call.ownerId]) await notify(tx, "member", `${workspaceId}:${id}`);
  }
  return call.ownerId;
}
