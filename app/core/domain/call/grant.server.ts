import { now } from "#app/core/platform/clock.ts";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { callAccess, type CallRow } from "../access/access.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { GrantLevel, GrantSource } from "./access-views.ts";
import {
  accessNow,
  publishCallChanged,
  publishPeopleChanged,
  publishPipelineChanged,
} from "./call-changed.server.ts";

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
export const grantView = (
  tx: Tx,
  { workspaceId, callId }: CallRef,
  grantees: readonly Grantee[],
  { sourceId, by }: { sourceId: string; by: string },
): Promise<void> => grantViews(tx, { workspaceId, by }, [{ callId, sourceId }], grantees);

/** So many rows are written by one statement. */
const ROWS_AT_ONCE = 1_000;

/** The same of many calls at once: a library has 2,000 items. */
export async function grantViews(
  tx: Tx,
  { workspaceId, by }: { workspaceId: string; by: string },
  given: readonly { callId: string; sourceId: string }[],
  grantees: readonly Grantee[],
): Promise<void> {
  if (given.length === 0 || grantees.length === 0) return;
  const calls = await tx.call.findMany({
    where: { workspaceId, id: { in: given.map(({ callId }) => callId) } },
    select: { id: true, ownerId: true },
  });
  const owners = new Map(calls.map(({ id, ownerId }) => [id, ownerId]));
  const grants = given.flatMap(({ callId, sourceId }) =>
    grantees
      .filter(({ memberId }) => memberId === null || memberId !== owners.get(callId))
      .map((grantee) => ({
        ...{ id: newId(), workspaceId, callId, ...grantee, level: "view" as const },
        ...{ source: "library" as const, sourceId, createdBy: by },
      })),
  );
  for (let from = 0; from < grants.length; from += ROWS_AT_ONCE)
    await tx.callGrant.createMany({
      data: grants.slice(from, from + ROWS_AT_ONCE),
      skipDuplicates: true,
    });
  await publishViews(
    tx,
    workspaceId,
    given.map(({ callId }) => ({ callId, former: null })),
    grantees,
  );
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
  const where = {
    ...{ workspaceId, source: "library" as const, sourceId: { in: [...itemIds] } },
    ...grantee,
  };
  const ended = await tx.callGrant.findMany({
    where,
    select: { callId: true, memberId: true, teamId: true },
  });
  if (ended.length === 0) return 0;
  const ids = [...new Set(ended.map(({ callId }) => callId))];
  const calls = await tx.call.findMany({
    where: { workspaceId, id: { in: ids } },
    select: { ...callAccess, id: true },
  });
  await tx.callGrant.deleteMany({ where });
  await publishViews(
    tx,
    workspaceId,
    calls.map(({ id, ...former }) => ({ callId: id, former })),
    ended,
  );
  return ended.length;
}

/** As `publishAccess`, for everybody whom the grants reach. */
async function publishViews(
  tx: Tx,
  workspaceId: string,
  calls: readonly { callId: string; former: CallRow | null }[],
  grantees: readonly Grantee[],
): Promise<void> {
  const members = [...new Set(grantees.flatMap(({ memberId }) => memberId ?? []))];
  const teams = [...new Set(grantees.flatMap(({ teamId }) => teamId ?? []))];
  const isEveryone = grantees.some(({ memberId, teamId }) => memberId === null && teamId === null);
  await publishPeopleChanged(tx, workspaceId, calls);
  await tx.$executeRaw`
    SELECT pg_notify('member', ${workspaceId} || ':' || m.id) FROM member m
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.state = 'active' AND (${isEveryone} OR m.id = ANY(${members}::uuid[])
      OR m.primary_team_id = ANY(${teams}::uuid[]) OR m.id IN (
        SELECT member_id FROM team_member WHERE workspace_id = ${workspaceId}::uuid AND team_id = ANY(${teams}::uuid[])))`;
}
