import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, type CallRow, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { isSameName } from "../account/named-member.server.ts";
import { record } from "../audit/record.server.ts";
import { proposeAnew } from "../match/propose-anew.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { lockCall } from "../call-lock.server.ts";
import { matchCall } from "../match/match-call.server.ts";
import { publishPipelineChanged } from "./call-changed.server.ts";
import type { Side } from "../views.ts";
import {
  type MemberChoice,
  type NewPerson,
  NO_MEMBER,
  type PersonChange,
} from "./call-edit.schema.ts";
import { isRunning } from "./call-state.ts";
import type { CallKind } from "./call-views.ts";
import { demandMember, noteLinked, noteUnlinked } from "./link-member.server.ts";
import { renewCutNames } from "../cut/upkeep.server.ts";
import { renewNumbers } from "./renew-numbers.server.ts";

type Ref = { workspaceId: string; callId: string };

/**
 * Adds somebody who took part, to whom words can then be given: a mixed recording knows nobody by itself. By the actor's
 * own name it is them; a colleague is linked only by choice, which gives access as sharing does.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (name: already_used; memberId as
 * `demandLink`), `invalid_state` to link a colleague while a browser records
 */
export async function addPerson(
  actor: Member,
  callId: string,
  { name, side, member: chosen }: NewPerson,
): Promise<string> {
  const { workspaceId } = actor;
  const id = newId();
  await db.$transaction(async (tx) => {
    await lockCall(tx, { workspaceId, callId });
    const found = await tx.call.findFirst({
      where: { id: callId, AND: visible(actor, "call.read") },
      select: {
        ...callAccess,
        participants: { select: { memberId: true, name: true, lane: true } },
      },
    });
    const call = authorise(actor, "transcript.update", found);
    if (call.participants.length >= LIMITS.peopleInCall)
      throw limitReached(LIMITS.peopleInCall, call.participants.length, "name");
    demandFree(call.participants, name);
    const memberId = await memberOf(tx, actor, call, { name, side, chosen, known: null });
    await tx.participant.create({
      data: {
        ...{ id, workspaceId, callId, side, name, memberId },
        role: roleOf(side),
        lane: Math.max(-1, ...call.participants.map(({ lane }) => lane)) + 1,
        createdBy: actor.memberId,
      },
      select: { id: true },
    });
    const after = {
      people: call.participants.length + 1,
      ...(memberId !== null && { member: memberId }),
    };
    await record(tx, actor, "call.updated", { kind: "call", id: callId }, { after });
    await noteLinks(tx, actor, { workspaceId, callId }, call, { from: null, to: memberId });
    await enqueue(tx, indexCall, `${callId}:${id}`, { v: 1, workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
  return id;
}

const roleOf = (side: "R" | "C") => (side === "R" ? ("rep" as const) : ("customer" as const));
const isName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function demandFree(others: readonly { name: string }[], name: string): void {
  if (others.some((person) => isName(person.name, name)))
    throw new DomainError("validation_failed", {
      name: [`already_used?value=${encodeURIComponent(name)}`],
    });
}

/** What says whether a person of a call can be changed. */
export const ofChange = {
  ...{ version: true, role: true, memberId: true, createdBy: true },
} as const satisfies Prisma.ParticipantSelect;

/**
 * Whether a person's name and side can be corrected: a colleague who was signed in on a call is who they are. Their row is
 * their own; one whom another member added, and linked, can be unlinked.
 * @param kind of the call
 */
export const isChangeable = (
  {
    role,
    memberId,
    createdBy,
  }: { role: string; memberId: string | null; createdBy: string | null },
  kind: CallKind,
): boolean => {
  const isLinked = createdBy !== null && createdBy !== memberId;
  const isOfRoom = kind === "room" || kind === "recorder";
  return role !== "coach" && (memberId === null || isLinked || !isOfRoom);
};

/**
 * Corrects who a person of a call was: their name, whose side they were on, and what they are reached by. What was made
 * from it follows: numbers and moments, the summary where the side is another, the contact, the deal and proposals to
 * CRMs, and the words of clips and links.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` while the call runs and of a colleague who was signed in,
 * `conflict` when another member was quicker, `validation_failed` (name: already_used; member as `demandLink`)
 */
export const changePerson = (actor: Member, callId: string, input: PersonChange): Promise<void> =>
  db.$transaction(async (tx) => {
    const { participantId, name, side, email, phone, member: chosen } = input;
    const { workspaceId } = actor;
    const ref = { workspaceId, callId };
    const { call, person, others } = await holdPerson(tx, actor, callId, participantId);
    demandFree(others, name);
    const isMoved = side !== person.side;
    const wish = { name, side, chosen, known: person };
    const memberId = await memberOf(tx, actor, { ...call, participants: others }, wish);
    const { count } = await tx.participant.updateMany({
      where: { workspaceId, id: participantId, version: input.version },
      data: {
        ...{ name, side, email, phone, memberId, version: { increment: 1 } },
        ...(isMoved && { role: roleOf(side), sideChangedAt: now() }),
        // A contact is of the other side.
        ...(isMoved && side === "R" && { contactId: null, contactMatch: null }),
      },
    });
    if (count === 0) throw new DomainError("conflict", { name: ["changed_meanwhile"] });
    const isLinkNew = memberId !== person.memberId;
    const before = { name: person.name, side: person.side };
    await finish(tx, actor, ref, {
      before: { ...before, ...(isLinkNew && { member: person.memberId }) },
      after: { name, side, ...(isLinkNew && { member: memberId }) },
    });
    await noteLinks(tx, actor, ref, call, { from: person.memberId, to: memberId });
    if (isMoved || name !== person.name || isLinkNew) {
      // What left the house carries names and sides.
      await renewCutNames(tx, ref);
      await renewNumbers(tx, ref);
    }
  });

type Person = Prisma.ParticipantGetPayload<{ select: typeof personRow }>;
const personRow = {
  ...{ ...ofChange, id: true, name: true, side: true },
} as const satisfies Prisma.ParticipantSelect;

type Held = CallRow & { participants: { memberId: string | null }[] };
type Wish = {
  name: string;
  side: Side;
  chosen: MemberChoice;
  /** The person as they are; null of a new one. */
  known: Pick<Person, "name" | "side" | "memberId"> | null;
};

/**
 * Which member a person of ours is: as it was chosen; else who they were as long as name and side stay; else the actor by
 * their own name. A member is one person of a call.
 * @param call with the other people
 * @throws DomainError as `demandLink`
 */
async function memberOf(
  tx: Tx,
  actor: Member,
  call: Held,
  { name, side, chosen, known }: Wish,
): Promise<string | null> {
  if (side === "C" || chosen === NO_MEMBER) return null;
  const isTaken = (id: string) => call.participants.some(({ memberId }) => memberId === id);
  if (chosen !== undefined) {
    if (chosen !== known?.memberId) await demandLink(tx, actor, call, chosen);
    if (isTaken(chosen)) throw new DomainError("validation_failed", { member: ["linked_twice"] });
    return chosen;
  }
  const isSame = known?.side === "R" && isSameName(name, known.name);
  const id = isSame ? known.memberId : isSameName(name, actor.name) ? actor.memberId : null;
  return id !== null && isTaken(id) ? null : id;
}

/**
 * Whether a person may be linked to a member: oneself always, a colleague by who may give access to the call.
 * @throws DomainError `forbidden`, `validation_failed` (member: invalid_choice, person_left, person_not_joined),
 * `invalid_state` where a browser records: until it is stopped the call is its owner's alone
 */
async function demandLink(tx: Tx, actor: Member, call: Held, memberId: string): Promise<void> {
  if (memberId === actor.memberId) return;
  await demandMember(tx, actor.workspaceId, memberId, "member");
  authorise(actor, "call.share", call);
  if (call.kind === "recorder" && isRunning(call.state)) throw new DomainError("invalid_state");
}

/** What follows for members who are now a person of a call, or no longer. @param call as it was */
async function noteLinks(
  tx: Tx,
  actor: Member,
  ref: Ref,
  call: CallRow,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  if (from === to) return;
  // Open pages are asked by ids alone: their names stay here.
  const participants = call.participants.map(({ memberId }) => ({ memberId }));
  const before = { ...call, participants };
  if (from !== null) await noteUnlinked(tx, actor, ref, from, before);
  if (to !== null && to !== actor.memberId) await noteLinked(tx, actor, ref, [to], before);
}

/** The call, held, and one of its people. */
async function holdPerson(tx: Tx, actor: Member, callId: string, participantId: string) {
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, participants: { select: personRow } },
  });
  const call = authorise(actor, "call.update", found);
  const person = call.participants.find(({ id }) => id === participantId);
  if (!person) throw new DomainError("not_found");
  if (isRunning(call.state) || !isChangeable(person, call.kind))
    throw new DomainError("invalid_state");
  return { call, person, others: call.participants.filter((one) => one !== person) };
}

async function finish(
  tx: Tx,
  actor: Member,
  ref: Ref,
  facts: { before: object; after: object },
): Promise<void> {
  const { callId } = ref;
  await matchCall(tx, ref);
  await record(tx, actor, "call.updated", { kind: "call", id: callId }, facts);
  await enqueue(tx, indexCall, `${callId}:${newId()}`, { v: 1, ...ref });
  await proposeAnew(tx, ref);
  await publishPipelineChanged(tx, ref);
}

/**
 * Takes a person off a call who has no words on it, no track and was not in its room. Words that older versions of the
 * transcript gave them have no speaker there from now on.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state` as `changePerson`; `validation_failed`
 * (participantId: person_speaks, person_was_there)
 */
export const removePerson = (
  actor: Member,
  callId: string,
  { participantId, version }: Pick<PersonChange, "participantId" | "version">,
): Promise<void> =>
  db.$transaction(async (tx) => {
    const { workspaceId } = actor;
    const ref = { workspaceId, callId };
    const { call, person } = await holdPerson(tx, actor, callId, participantId);
    if (person.version !== version)
      throw new DomainError("conflict", { participantId: ["changed_meanwhile"] });
    const why = await whyKept(tx, ref, participantId);
    if (why !== null) throw new DomainError("validation_failed", { participantId: [why] });
    const of = { workspaceId, participantId };
    const none = { participantId: null };
    await tx.segment.updateMany({ where: of, data: none });
    await tx.hit.updateMany({ where: of, data: none });
    await tx.evidence.updateMany({ where: of, data: none });
    await tx.participant.deleteMany({ where: { workspaceId, id: participantId } });
    await finish(tx, actor, ref, { before: { name: person.name }, after: {} });
    await noteLinks(tx, actor, ref, call, { from: person.memberId, to: null });
  });

/** Why a person cannot be taken off a call, a code of forms; null where nothing is theirs. */
async function whyKept(tx: Tx, ref: Ref, participantId: string): Promise<string | null> {
  const { workspaceId } = ref;
  const of = { workspaceId, participantId };
  const current = await tx.transcript.findFirst({
    where: { ...ref, isCurrent: true },
    select: { baseId: true },
  });
  const words =
    current === null
      ? 0
      : await tx.segment.count({ where: { ...of, baseId: current.baseId, toVersion: null } });
  if (words > 0) return "person_speaks";
  const counts = await Promise.all([
    tx.track.count({ where: of }),
    tx.part.count({ where: of }),
    tx.gap.count({ where: of }),
    tx.callSpan.count({ where: of }),
    tx.participantPresence.count({ where: of }),
    tx.guest.count({ where: of }),
    tx.consentRecord.count({ where: of }),
    tx.sharedLink.count({ where: of }),
  ]);
  return counts.some((count) => count > 0) ? "person_was_there" : null;
}
