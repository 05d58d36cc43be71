import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { runningCallOf } from "../call/call-state.ts";
import { DomainError } from "../errors.ts";

/** A tab that records says so every ten seconds; one that was quiet for longer holds its recording no more. */
export const HELD_MS = 30_000;
/** A device that lost its line may still record: only then another one is free to begin. */
const OFFLINE_MS = 120_000;

/** Two starts of one member come one after the other, in whichever tab or on whichever device. */
export async function holdMember(tx: Tx, { workspaceId, memberId }: Member): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM member WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid FOR UPDATE`;
}

export const callRunning = (): DomainError => new DomainError("conflict", { "": ["call_running"] });

/**
 * A member runs one call or records one at a time (product §6). The member must be held.
 * @param deviceId the browser that asks: which of its tabs records it settles by itself
 * @throws DomainError `conflict` (call_running, recorder_running)
 */
export async function requireFree(
  tx: Tx,
  { workspaceId, memberId }: Member,
  deviceId: string | null = null,
): Promise<void> {
  if ((await tx.call.count({ where: runningCallOf(workspaceId, memberId), take: 1 })) > 0)
    throw callRunning();
  const recorders = await tx.browserRecorder.count({
    where: {
      ...{ workspaceId, memberId, recording: { state: "receiving" } },
      seenAt: { gt: new Date(now().getTime() - OFFLINE_MS) },
      ...(deviceId !== null && { deviceId: { not: deviceId } }),
    },
    take: 1,
  });
  if (recorders > 0) throw new DomainError("conflict", { "": ["recorder_running"] });
}
