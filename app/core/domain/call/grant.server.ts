import { now } from "#app/core/platform/clock.ts";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { CallRow } from "../access/access.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { GrantLevel, GrantSource } from "./access-views.ts";
import { accessNow, publishCallChanged, publishPipelineChanged } from "./call-changed.server.ts";

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
  const former = await accessNow(tx, { workspaceId, callId });
  const { count } = await tx.callGrant.deleteMany({ where: { workspaceId, callId, id } });
  if (count > 0 && memberId !== null)
    await publishAccess(tx, { workspaceId, callId }, memberId, former);
  return count > 0;
}

/** Lists, pages and streams that show the call, and its room, ask for the member's rights again. */
export async function publishAccess(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  memberId: string,
  former: CallRow | null = null,
): Promise<void> {
  await publishPipelineChanged(tx, { workspaceId, callId }, former);
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

/** Whom a library gives access: a person, a team as it is at any time, or everyone (both null). */
export type Grantee = { memberId: string | null; teamId: string | null };

/**
 * Lets people, teams or everyone view a call by what a library holds. The call's owner needs none and gets none; who has
 * it from this source keeps it. Whether the actor may give it, and the audit entry, are the caller's.
 * @param sourceId the library's item
 * @param by the member who gives it
 */
export async function grantView(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  grantees: readonly Grantee[],
  { sourceId, by }: { sourceId: string; by: string },
): Promise<void> {
  const { ownerId } = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { ownerId: true },
  });
  await tx.callGrant.createMany({
    data: grantees
      .filter(({ memberId }) => memberId !== ownerId)
      .map((grantee) => ({
        ...{ id: newId(), workspaceId, callId, ...grantee, level: "view" as const },
        ...{ source: "library" as const, sourceId, createdBy: by },
      })),
    skipDuplicates: true,
  });
  await publishView(tx, { workspaceId, callId }, grantees);
}

/**
 * Ends what items of a library gave: all of it, or what one person or team has.
 * @returns how many grants ended
 */
export async function endView(
  tx: Tx,
  workspaceId: string,
  itemIds: readonly string[],
  grantee?: Grantee,
): Promise<number> {
  const ended = await tx.callGrant.findMany({
    where: { workspaceId, source: "library", sourceId: { in: [...itemIds] }, ...grantee },
    select: { id: true, callId: true, memberId: true, teamId: true },
  });
  const byCall = Map.groupBy(ended, (grant) => grant.callId);
  const former = new Map<string, CallRow | null>();
  for (const callId of byCall.keys())
    former.set(callId, await accessNow(tx, { workspaceId, callId }));
  await tx.callGrant.deleteMany({
    where: { workspaceId, id: { in: ended.map(({ id }) => id) } },
  });
  for (const [callId, grantees] of byCall)
    await publishView(tx, { workspaceId, callId }, grantees, former.get(callId));
  return ended.length;
}

/** As `publishAccess`, for everybody whom the grants reach. */
async function publishView(
  tx: Tx,
  { workspaceId, callId }: CallRef,
  grantees: readonly Grantee[],
  former: CallRow | null = null,
): Promise<void> {
  const members = grantees.flatMap(({ memberId }) => memberId ?? []);
  const teams = grantees.flatMap(({ teamId }) => teamId ?? []);
  const isEveryone = grantees.some(({ memberId, teamId }) => memberId === null && teamId === null);
  await publishPipelineChanged(tx, { workspaceId, callId }, former);
  await publishCallChanged(tx, callId, "people");
  await tx.$executeRaw`
    SELECT pg_notify('member', ${workspaceId} || ':' || m.id) FROM member m
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.state = 'active' AND (${isEveryone} OR m.id = ANY(${members}::uuid[])
      OR m.primary_team_id = ANY(${teams}::uuid[]) OR m.id IN (
        SELECT member_id FROM team_member WHERE workspace_id = ${workspaceId}::uuid AND team_id = ANY(${teams}::uuid[])))`;
}
