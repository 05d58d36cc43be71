import type { Tx } from "#app/core/platform/db.server.ts";
import { can, type CallRow } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { findNamedMembers, whyNoMember } from "../account/named-member.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { Side } from "../views.ts";
import { type MemberChoice, NO_MEMBER } from "./call-edit.schema.ts";
import { accessNow } from "./call-changed.server.ts";
import { type CallRef, publishAccess } from "./grant.server.ts";

/** A person of a call that is about to be: `memberId` is what was chosen, `field` where a refusal of it is said. */
export type Linkable = { name: string; side: Side; memberId?: MemberChoice; field: string };
/** `byName`: a name alone may say that a person is a colleague. The actor's own name always may. */
type LinkRule = { byName: boolean };

/**
 * Which member each person of a new call is: as it was chosen, else by name. A member is one person of a call, the first
 * who would be them.
 * @throws DomainError `validation_failed` (field: invalid_choice, person_left, person_not_joined)
 */
export async function membersOf(
  tx: Tx,
  actor: Member,
  people: readonly Linkable[],
  { byName }: LinkRule,
): Promise<(string | null)[]> {
  const named = await findNamedMembers(
    tx,
    actor,
    people.map(({ name, side }) => (side === "R" ? name : "")),
  );
  const taken = new Set<string>();
  const found: (string | null)[] = [];
  for (const [at, { side, memberId: chosen, field }] of people.entries()) {
    if (chosen !== undefined && chosen !== NO_MEMBER)
      await demandMember(tx, actor.workspaceId, chosen, field);
    const name = named[at]?.id ?? null;
    const mine = byName || name === actor.memberId ? name : null;
    const id = side === "C" || chosen === NO_MEMBER ? null : (chosen ?? mine);
    found.push(id !== null && taken.has(id) ? null : id);
    if (id !== null) taken.add(id);
  }
  return found;
}

/** @throws DomainError `validation_failed` under the field, with why the id is no member who can be chosen */
export async function demandMember(
  tx: Tx,
  workspaceId: string,
  memberId: string,
  field: string,
): Promise<void> {
  const why = await whyNoMember(tx, workspaceId, memberId);
  if (why !== null) throw new DomainError("validation_failed", { [field]: [why] });
}

/** Who took part sees the call: in the log such access is of this source, beside those of grants. */
const TOOK_PART = { level: "view", source: "took_part" } as const;

/**
 * What follows when colleagues became people of a call: who could not open it before can now, which the log says, and
 * they learn.
 * @param before the call as it was without them
 */
export async function noteLinked(
  tx: Tx,
  actor: Member,
  ref: CallRef,
  memberIds: readonly string[],
  before: CallRow | null,
): Promise<void> {
  for (const memberId of memberIds) {
    await publishAccess(tx, ref, memberId);
    if (before === null || (await sees(ref, memberId, before))) continue;
    await record(
      tx,
      actor,
      "call.access_given",
      { kind: "call", id: ref.callId },
      { after: { member: memberId, ...TOOK_PART } },
    );
    await notifyMembers(tx, { workspaceId: ref.workspaceId, by: actor.memberId }, [memberId], {
      kind: "access_given",
      target: { kind: "call", id: ref.callId },
      values: { level: TOOK_PART.level },
    });
  }
}

/**
 * What follows when a member is no longer a person of a call: without another way to see it they see it no more.
 * @param before the call as it was with them
 */
export async function noteUnlinked(
  tx: Tx,
  actor: Member,
  ref: CallRef,
  memberId: string,
  before: CallRow | null,
): Promise<void> {
  await publishAccess(tx, ref, memberId, before);
  const after = await accessNow(tx, ref);
  if (after === null || (await sees(ref, memberId, after))) return;
  await record(
    tx,
    actor,
    "call.access_taken_back",
    { kind: "call", id: ref.callId },
    { before: { member: memberId, ...TOOK_PART } },
  );
}

/** Who has left sees nothing, and loses nothing either. */
async function sees({ workspaceId }: CallRef, memberId: string, call: CallRow): Promise<boolean> {
  const member = await findMemberActor(workspaceId, memberId);
  return member === null || can(member, "call.read", call);
}
