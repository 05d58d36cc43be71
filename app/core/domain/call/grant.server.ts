import { now } from "#app/core/platform/clock.ts";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { GrantLevel, GrantSource } from "./access-views.ts";
import { publishCallChanged, publishPipelineChanged } from "./call-changed.server.ts";

export type CallRef = { workspaceId: string; callId: string };
/** Why somebody has access: given by hand, or by a row whose end is the end of the grant. */
export type GrantOrigin =
  | { source: "direct"; sourceId: null }
  | { source: Exclude<GrantSource, "direct">; sourceId: string };
/** `isChanged`: it is new, or its level was another. */
export type Granted = { grantId: string; isChanged: boolean };

/**
 * Lets a member see a call, or change it too, beyond what its visibility says. One source gives one grant: again, it
 * changes the level. Whether the actor may give it, and the audit entry, are the caller's.
 * @param by the member who gives it
 * @throws DomainError `validation_failed` (memberId: invalid_choice, person_left, person_not_joined, owns_call),
 * `limit_reached`
 */
export async function grantCall(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  memberId: string,
  { level, source, sourceId, by }: GrantOrigin & { level: GrantLevel; by: string },
): Promise<Granted> {
  await requireGrantee(tx, { workspaceId, callId }, memberId);
  const mine = { workspaceId, callId, memberId, source, sourceId };
  const known = await tx.callGrant.findFirst({ where: mine, select: { id: true, level: true } });
  if (known) {
    if (known.level === level) return { grantId: known.id, isChanged: false };
    await tx.callGrant.updateMany({
      where: { workspaceId, id: known.id },
      data: { level, createdBy: by, version: { increment: 1 }, updatedAt: now() },
    });
    await publishAccess(tx, { workspaceId, callId }, memberId);
    return { grantId: known.id, isChanged: true };
  }
  const count = await tx.callGrant.count({ where: { workspaceId, callId } });
  if (count >= LIMITS.grantsInCall) throw limitReached(LIMITS.grantsInCall, count, "memberId");
  const grantId = newId();
  await tx.callGrant.create({
    data: { id: grantId, ...mine, level, createdBy: by },
    select: { id: true },
  });
  await publishAccess(tx, { workspaceId, callId }, memberId);
  return { grantId, isChanged: true };
}

/** Ends the grants of one source, as when what they were given for is deleted. @returns how many ended */
export async function revokeGrantsOf(
  tx: Tx,
  workspaceId: string,
  { source, sourceId }: GrantOrigin & { sourceId: string },
): Promise<number> {
  const ended = await tx.callGrant.findMany({ where: { workspaceId, source, sourceId } });
  for (const grant of ended) await revokeGrant(tx, grant);
  return ended.length;
}

/** Ends one grant. @returns whether it was there */
export async function revokeGrant(
  tx: Tx,
  { workspaceId, callId, id, memberId }: CallRef & { id: string; memberId: string | null },
): Promise<boolean> {
  const { count } = await tx.callGrant.deleteMany({ where: { workspaceId, callId, id } });
  if (count > 0 && memberId !== null) await publishAccess(tx, { workspaceId, callId }, memberId);
  return count > 0;
}

/** Lists, pages and streams that show the call, and its room, ask for the member's rights again. */
async function publishAccess(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  memberId: string,
): Promise<void> {
  await publishPipelineChanged(tx, { workspaceId, callId });
  await publishCallChanged(tx, callId, "people");
  await notify(tx, "member", `${workspaceId}:${memberId}`);
}

/** Two who give to the same person at once, and a person who leaves meanwhile, wait for each other here. */
async function requireGrantee(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  memberId: string,
): Promise<void> {
  const refuse = (code: string) => new DomainError("validation_failed", { memberId: [code] });
  const [found] = await tx.$queryRaw<{ state: string; is_scrubbed: boolean; owns: boolean }[]>`
    SELECT m.state, m.scrubbed_at IS NOT NULL AS is_scrubbed, c.owner_id = m.id AS owns
    FROM member m JOIN call c ON c.workspace_id = m.workspace_id AND c.id = ${callId}::uuid
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${memberId}::uuid FOR NO KEY UPDATE OF m`;
  if (!found) throw refuse("invalid_choice");
  if (found.is_scrubbed || found.state === "deactivated") throw refuse("person_left");
  if (found.state !== "active") throw refuse("person_not_joined");
  if (found.owns) throw refuse("owns_call");
}
