import type { Tx } from "#app/core/platform/db.server.ts";
import { type CallRow, can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { whyNoMember } from "../account/named-member.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { type GrantOrigin, grantCall, revokeGrantsOf } from "./grant.server.ts";

/** A source of grants beside the hand: what is asked of the member here gives them access while it stands. */
type Source = GrantOrigin & { sourceId: string };

/**
 * Makes sure that a member, of whom something is asked about a call, can open it. Who sees it already is given nothing;
 * to anybody else it gives access to view, if the actor may give it and said so: nothing is granted by the way.
 * @param call the call as the actor was authorised on it
 * @param givesAccess the actor's word that this gives the member access
 * @returns whether access was given
 * @throws DomainError `validation_failed` (memberId: invalid_choice, person_left, person_not_joined, cannot_open for who
 * may not give it, gives_access for who may and did not say so), `limit_reached`
 */
export async function letSee(
  tx: Tx,
  actor: Member,
  call: CallRow & { id: string },
  memberId: string,
  { givesAccess, ...source }: Source & { givesAccess: boolean },
): Promise<boolean> {
  const { workspaceId } = actor;
  const member = await findMemberActor(workspaceId, memberId);
  if (member === null) throw await missing(tx, workspaceId, memberId);
  if (can(member, "call.read", call)) return false;
  const { name } = member;
  if (!can(actor, "call.share", call)) {
    const owner = await tx.member.findFirst({
      where: { workspaceId, id: call.ownerId },
      select: { name: true },
    });
    throw refuse("cannot_open", { name, owner: owner?.name ?? "" });
  }
  if (!givesAccess) throw refuse("gives_access", { name });
  const ref = { workspaceId, callId: call.id };
  await grantCall(tx, ref, memberId, { ...source, level: "view", by: actor.memberId });
  await record(
    tx,
    actor,
    "call.access_given",
    { kind: "call", id: call.id },
    { after: { member: memberId, level: "view", source: source.source } },
  );
  return true;
}

/** Ends what a source gave by `letSee`. @returns whether there was anything */
export async function endSight(
  tx: Tx,
  actor: Member,
  { callId, memberId }: { callId: string; memberId: string },
  source: Source,
): Promise<boolean> {
  const ended = await revokeGrantsOf(tx, actor.workspaceId, source);
  if (ended === 0) return false;
  await record(
    tx,
    actor,
    "call.access_taken_back",
    { kind: "call", id: callId },
    { before: { member: memberId, level: "view", source: source.source } },
  );
  return true;
}

const refuse = (code: string, facts: Record<string, string> = {}): DomainError => {
  const query = new URLSearchParams(facts).toString();
  return new DomainError("validation_failed", {
    memberId: [query === "" ? code : `${code}?${query}`],
  });
};

async function missing(tx: Tx, workspaceId: string, memberId: string): Promise<DomainError> {
  // Who is not found though they can be chosen has joined this moment.
  return refuse((await whyNoMember(tx, workspaceId, memberId)) ?? "person_not_joined");
}
