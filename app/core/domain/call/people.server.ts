import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { proposeAnew } from "../match/propose-anew.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { lockCall } from "../call-lock.server.ts";
import { matchCall } from "../match/match-call.server.ts";
import { publishPipelineChanged } from "./call-changed.server.ts";
import type { NewPerson, PersonChange } from "./call-edit.schema.ts";
import { isRunning } from "./call-state.ts";
import type { CallKind } from "./call-views.ts";
import { renewNumbers } from "./renew-numbers.server.ts";

type Ref = { workspaceId: string; callId: string };

/**
 * Adds somebody who took part, to whom words can then be given: a mixed recording knows nobody by itself.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (name: already_used)
 */
export async function addPerson(
  actor: Member,
  callId: string,
  { name, side }: NewPerson,
): Promise<string> {
  const { workspaceId, memberId } = actor;
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
    await tx.participant.create({
      data: {
        id,
        workspaceId,
        callId,
        side,
        role: roleOf(side),
        name,
        memberId: side === "R" && isName(name, actor.name) ? memberId : null,
        lane: Math.max(-1, ...call.participants.map(({ lane }) => lane)) + 1,
        createdBy: memberId,
      },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "call.updated",
      { kind: "call", id: callId },
      { after: { people: call.participants.length + 1 } },
    );
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
  ...{ version: true, role: true, memberId: true },
} as const satisfies Prisma.ParticipantSelect;

/**
 * Whether a person's name and side can be corrected: a colleague who was signed in on a call is who they are.
 * @param kind of the call
 */
export const isChangeable = (
  { role, memberId }: { role: string; memberId: string | null },
  kind: CallKind,
): boolean => role !== "coach" && (memberId === null || (kind !== "room" && kind !== "recorder"));

/**
 * Corrects who a person of a call was: their name, whose side they were on, and what they are reached by. What was made
 * from it follows: numbers and moments, the summary where the side is another, the contact, the deal and proposals to
 * CRMs, and the words of clips and links.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` while the call runs and of a colleague who was signed in,
 * `conflict` when another member was quicker, `validation_failed` (name: already_used)
 */
export const changePerson = (actor: Member, callId: string, input: PersonChange): Promise<void> =>
  db.$transaction(async (tx) => {
    const { participantId, name, side, email, phone } = input;
    const { workspaceId } = actor;
    const ref = { workspaceId, callId };
    const { person, others } = await holdPerson(tx, actor, callId, participantId);
    demandFree(others, name);
    const isMoved = side !== person.side;
    const memberId = side === "R" ? memberOf(actor, person, others, name) : null;
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
    const before = { name: person.name, side: person.side };
    await finish(tx, actor, ref, { before, after: { name, side } });
    if (isMoved || name !== person.name || memberId !== person.memberId) {
      // Words that left the house carry names and sides.
      await tx.cut.updateMany({ where: ref, data: { wordsVersion: null } });
      await renewNumbers(tx, ref);
    }
  });

type Person = Prisma.ParticipantGetPayload<{ select: typeof personRow }>;
const personRow = {
  ...{ ...ofChange, id: true, name: true, side: true },
} as const satisfies Prisma.ParticipantSelect;

/** Who is an account of ours: the actor by their own name, and otherwise who it was as long as the name stays. */
function memberOf(
  actor: Member,
  person: Person,
  others: readonly Person[],
  name: string,
): string | null {
  const id = isName(name, actor.name)
    ? actor.memberId
    : isName(name, person.name)
      ? person.memberId
      : null;
  return others.some((one) => one.memberId === id) ? null : id;
}

/** The call, held, and one of its people. */
async function holdPerson(tx: Tx, actor: Member, callId: string, participantId: string) {
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, kind: true, participants: { select: personRow } },
  });
  const call = authorise(actor, "call.update", found);
  const person = call.participants.find(({ id }) => id === participantId);
  if (!person) throw new DomainError("not_found");
  if (isRunning(call.state) || !isChangeable(person, call.kind))
    throw new DomainError("invalid_state");
  return { person, others: call.participants.filter((one) => one !== person) };
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
    const { person } = await holdPerson(tx, actor, callId, participantId);
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
