import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { countTry } from "../account/tries.server.ts";
import { DomainError } from "../errors.ts";
import type { RangeMs } from "../views.ts";
import { publishPipelineChanged } from "./call-changed.server.ts";
import type { CallRef } from "./grant.server.ts";
import { addHeard, isReview } from "./heard.ts";

type View = { id: string; heard: Uint8Array | null };

/**
 * Adds what a member heard of a call to what they heard on earlier visits. The write by which it becomes a review
 * (decisions §3) says so on the call, once. No audit entry: who opened the call stands in the user log.
 * @throws DomainError `not_found`, `rate_limited`, `invalid_state` for a call that has no length, or that they never opened
 */
export async function recordHeard(
  actor: Member,
  callId: string,
  ranges: readonly RangeMs[],
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await countTry({ counter: "heard", key: `${workspaceId}:${memberId}` });
  await db.$transaction(async (tx) => {
    const found = await tx.call.findFirst({
      where: { id: callId, AND: visible(actor, "media.play") },
      select: { ...callAccess, durationMs: true },
    });
    const call = authorise(actor, "media.play", found);
    // Two tabs that send at once: each adds to what the other wrote.
    const [view] = await tx.$queryRaw<View[]>`
      SELECT id, heard FROM call_view WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid
        AND member_id = ${memberId}::uuid FOR UPDATE`;
    if (!view || call.durationMs === null) throw new DomainError("invalid_state");
    const { bits, seconds } = addHeard(view.heard, ranges, call.durationMs);
    await tx.callView.updateMany({
      where: { workspaceId, id: view.id },
      data: { heard: bits, seconds },
    });
    if (call.ownerId === memberId || !isReview(seconds, call.durationMs)) return;
    await markReviewed(tx, { workspaceId, callId });
  });
}

/** Notes once that somebody other than its owner has looked into a call; that it is somebody else, the caller knows. */
export async function markReviewed(tx: Tx, { workspaceId, callId }: CallRef): Promise<void> {
  const { count } = await tx.call.updateMany({
    where: { workspaceId, id: callId, reviewedAt: null },
    data: { reviewedAt: now() },
  });
  if (count > 0) await publishPipelineChanged(tx, { workspaceId, callId });
}
