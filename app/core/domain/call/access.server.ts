import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible, waysToCall } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { GivenAccess } from "./access.schema.ts";
import type { AccessPerson, AccessView } from "./access-views.ts";
import { isRunning } from "./call-state.ts";
import { grantCall, revokeGrant } from "./grant.server.ts";

const row = { ...callAccess, team: { select: { name: true } } } as const;
const find = async (tx: Pick<Tx, "call">, actor: Member, callId: string) =>
  authorise(
    actor,
    "call.share",
    await tx.call.findFirst({
      where: { id: callId, AND: visible(actor, "call.read") },
      select: row,
    }),
  );

/**
 * Everybody who sees a call, with all reasons why, and whom access can be given to.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function listAccess(actor: Member, callId: string): Promise<AccessView> {
  const { workspaceId } = actor;
  const call = await find(db, actor, callId);
  const [members, grants, names] = await Promise.all([
    listMemberActors(workspaceId),
    db.callGrant.findMany({
      where: { workspaceId, callId },
      orderBy: { id: "asc" },
      include: { team: { select: { name: true } } },
    }),
    db.member.findMany({ where: { workspaceId }, select: { id: true, name: true } }),
  ]);
  const nameOf = (id: string | null) => names.find((member) => member.id === id)?.name ?? null;
  const people = members.flatMap((member): AccessPerson[] => {
    const ways = waysToCall(member, call).flatMap((way) => (way === "workspace" ? [] : [way]));
    if (ways.length === 0) return [];
    const own = grants.filter(
      ({ memberId, teamId }) =>
        memberId === member.memberId ||
        (teamId !== null && member.teamIds.includes(teamId)) ||
        (memberId === null && teamId === null),
    );
    return [
      {
        id: member.memberId,
        name: member.name,
        ways,
        grants: own.map(({ id, level, source, createdBy, team }) => ({
          ...{ id, level, source },
          by: nameOf(createdBy),
          team: team?.name ?? null,
        })),
      },
    ];
  });
  const given = new Set(
    grants.flatMap(({ memberId, source }) => (source === "direct" ? memberId : [])),
  );
  return {
    visibility: call.visibility,
    team: call.team?.name ?? null,
    people: people.toSorted((a, b) => Number(isOwner(b)) - Number(isOwner(a))),
    everyone: call.visibility === "workspace" ? members.length : null,
    candidates: members
      .filter(({ memberId }) => memberId !== call.ownerId && !given.has(memberId))
      .map(({ memberId, name }) => ({ id: memberId, name })),
  };
}

const isOwner = ({ ways }: AccessPerson): boolean => ways.includes("owner");

/**
 * Gives a colleague access to a call by hand.
 * @returns the grant, by which it is taken back
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` (a browser records it), and as `grantCall`
 */
export async function giveAccess(
  actor: Member,
  callId: string,
  { memberId, level }: GivenAccess,
): Promise<{ grantId: string }> {
  const { workspaceId } = actor;
  return db.$transaction(async (tx) => {
    const { kind, state } = await find(tx, actor, callId);
    // What a browser records is its owner's alone until it is stopped.
    if (kind === "recorder" && isRunning(state)) throw new DomainError("invalid_state");
    const ref = { workspaceId, callId };
    const origin = { source: "direct", sourceId: null } as const;
    const by = actor.memberId;
    const { grantId, isChanged } = await grantCall(tx, ref, memberId, { ...origin, level, by });
    if (!isChanged) return { grantId };
    await record(
      tx,
      actor,
      "call.access_given",
      { kind: "call", id: callId },
      { after: { member: memberId, level } },
    );
    await notifyMembers(tx, { workspaceId, by }, [memberId], {
      kind: "access_given",
      target: { kind: "call", id: callId },
      values: { level, grantId },
    });
    return { grantId };
  });
}

/**
 * Takes back what was given by hand; what another source gave ends with that.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (grantId: already_taken_back)
 */
export async function takeBackAccess(
  actor: Member,
  callId: string,
  grantId: string,
): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    await find(tx, actor, callId);
    const grant = await tx.callGrant.findFirst({
      where: { workspaceId, callId, id: grantId, source: "direct" },
    });
    if (!grant || !(await revokeGrant(tx, grant)))
      throw new DomainError("validation_failed", { grantId: ["already_taken_back"] });
    await record(
      tx,
      actor,
      "call.access_taken_back",
      { kind: "call", id: callId },
      { before: { member: grant.memberId, level: grant.level } },
    );
  });
}
