import type { Prisma, Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { CallPermission } from "../access/policy/policy.ts";
import { isRunning } from "../call/call-state.ts";
import { DomainError } from "../errors.ts";

/** A call as everything about its running names it. */
export type CallRef = { workspaceId: string; callId: string };

const row = {
  ...callAccess,
  id: true,
  startedAt: true,
  createdAt: true,
  isLocked: true,
  source: true,
} as const satisfies Prisma.CallSelect;

export type RunningCall = Prisma.CallGetPayload<{ select: typeof row }> & { zeroAt: Date };

/**
 * A call that runs, for who may do this with it. `zeroAt`: where its clock begins.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` when it is over
 */
export async function findRunning(
  tx: Tx,
  actor: Member,
  permission: CallPermission,
  callId: string,
): Promise<RunningCall> {
  const found = await tx.call.findFirst({
    where: { id: callId, kind: "room", AND: visible(actor, "live.read") },
    select: row,
  });
  const call = authorise(actor, permission, found);
  if (!isRunning(call.state)) throw new DomainError("invalid_state");
  return { ...call, zeroAt: call.startedAt ?? call.createdAt };
}

/** Holds a call until the transaction ends: what two people change at once comes one after the other. */
export async function holdCall(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM call WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid FOR UPDATE`;
}
