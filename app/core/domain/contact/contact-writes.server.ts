import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, contactAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { companyOf, shareContact } from "../call/new-call.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { proposeAnew } from "../match/propose-anew.server.ts";
import { DomainError } from "../errors.ts";
import { BY_HAND, last9 } from "../match/ladder.ts";
import { matchCall } from "../match/match-call.server.ts";
import { markStaleOfContact } from "../search/index.server.ts";
import type { ContactChange, ContactChoice, ContactFields, NewContact } from "./contact.schema.ts";

/**
 * Enters who somebody on a call is. On a private call the contact, and a company that is new, are its owner's alone.
 * @throws DomainError `not_found`, `forbidden` for who may not change the call
 */
export const makeContact = (
  actor: Member,
  callId: string,
  { participantId, ...input }: NewContact,
): Promise<void> =>
  db.$transaction(async (tx) => {
    const { workspaceId, memberId } = actor;
    const { call, person } = await hold(tx, actor, callId, participantId);
    const privateToId = call.visibility === "private" ? call.ownerId : null;
    const id = newId();
    await tx.contact.create({
      data: {
        ...{ id, workspaceId, name: input.name, title: input.jobTitle || null, privateToId },
        companyId: await companyOf(tx, actor, input.company || undefined, privateToId),
        createdBy: memberId,
      },
      select: { id: true },
    });
    await writeAddresses(tx, workspaceId, id, input);
    await record(tx, actor, "contact.made", { kind: "contact", id });
    await choose(tx, actor, { callId, person, contactId: id, email: input.emails[0] ?? null });
    await markStaleOfContact(tx, workspaceId, id);
  });

/**
 * Says that somebody on a call is none of the contacts; no rule changes it afterwards.
 * @throws DomainError `not_found`, `forbidden`
 */
export const chooseNoContact = (
  actor: Member,
  callId: string,
  participantId: string,
): Promise<void> =>
  db.$transaction(async (tx) => {
    const { person } = await hold(tx, actor, callId, participantId);
    await choose(tx, actor, { callId, person, contactId: null, email: null });
  });

/**
 * Says which contact somebody on a call is; no rule changes it afterwards. A private contact of the actor's becomes
 * known to everybody by a call that others see.
 * @throws DomainError `not_found`, `forbidden`
 */
export const chooseContact = (
  actor: Member,
  callId: string,
  { participantId, contactId }: ContactChoice,
): Promise<void> =>
  db.$transaction(async (tx) => {
    const { workspaceId, memberId } = actor;
    const { call, person } = await hold(tx, actor, callId, participantId);
    const found = await tx.contact.findFirst({
      where: { id: contactId, AND: visible(actor, "contact.read") },
      select: {
        ...contactAccess,
        contactAddresses: {
          where: { kind: "email" },
          select: { value: true },
          orderBy: { value: "asc" },
          take: 1,
        },
      },
    });
    const contact = authorise(actor, "contact.read", found);
    if (contact.privateToId !== null) {
      const isPrivate = call.visibility === "private";
      if (contact.privateToId !== (isPrivate ? call.ownerId : memberId))
        throw new DomainError("not_found");
      if (!isPrivate) await shareContact(tx, workspaceId, contactId);
    }
    const email = contact.contactAddresses[0]?.value ?? null;
    await choose(tx, actor, { callId, person, contactId, email });
  });

/**
 * Corrects the contact that somebody on a call is.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` of a CRM's, `conflict` when somebody was quicker
 */
export const changeContact = (actor: Member, callId: string, input: ContactChange): Promise<void> =>
  db.$transaction(async (tx) => {
    const { workspaceId } = actor;
    const { contactId: id, participantId, version } = input;
    const { person } = await hold(tx, actor, callId, participantId);
    const found =
      person.contactId === id
        ? await tx.contact.findFirst({
            where: { id, AND: visible(actor, "contact.read") },
            select: { ...contactAccess, connectionId: true },
          })
        : null;
    const contact = authorise(actor, "contact.update", found);
    if (contact.connectionId !== null) throw new DomainError("invalid_state");
    await markStaleOfContact(tx, workspaceId, id);
    const { count } = await tx.contact.updateMany({
      where: { workspaceId, id, version },
      data: {
        ...{ name: input.name, title: input.jobTitle || null, version: { increment: 1 } },
        companyId: await companyOf(tx, actor, input.company || undefined, contact.privateToId),
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, id, "name");
    await tx.contactAddress.deleteMany({ where: { workspaceId, contactId: id } });
    await writeAddresses(tx, workspaceId, id, input);
    await record(tx, actor, "contact.changed", { kind: "contact", id });
    await choose(tx, actor, { callId, person, contactId: id, email: input.emails[0] ?? null });
    await markStaleOfContact(tx, workspaceId, id);
  });

const personRow = {
  id: true,
  contactId: true,
  email: true,
  contact: {
    select: { contactAddresses: { where: { kind: "email" }, select: { value: true } } },
  },
} as const satisfies Prisma.ParticipantSelect;
type Person = Prisma.ParticipantGetPayload<{ select: typeof personRow }>;

/** The call, held, and somebody of the other side on it. */
async function hold(tx: Tx, actor: Member, callId: string, participantId: string) {
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  const call = authorise(actor, "call.update", found);
  const person = await tx.participant.findFirst({
    where: { workspaceId: actor.workspaceId, callId, id: participantId, side: "C", memberId: null },
    select: personRow,
  });
  if (!person) throw new DomainError("not_found");
  return { call, person };
}

async function writeAddresses(
  tx: Tx,
  workspaceId: string,
  contactId: string,
  { emails, phones }: Pick<ContactFields, "emails" | "phones">,
): Promise<void> {
  const key = { workspaceId, contactId };
  await tx.contactAddress.createMany({
    data: [
      ...emails.map((value) => ({ ...key, kind: "email" as const, value })),
      ...phones.map((value) => ({ ...key, kind: "phone" as const, value, last9: last9(value) })),
    ],
  });
}

type Chosen = { callId: string; person: Person; contactId: string | null; email: string | null };

async function choose(
  tx: Tx,
  actor: Member,
  { callId, person, contactId, email }: Chosen,
): Promise<void> {
  const { workspaceId } = actor;
  // What they were reached by before may have been somebody else's.
  const isOfBefore = person.contact?.contactAddresses.some(({ value }) => value === person.email);
  const own = isOfBefore === true ? null : person.email;
  await tx.participant.updateMany({
    where: { workspaceId, id: person.id },
    data: { contactId, contactMatch: BY_HAND, email: email ?? own },
  });
  await matchCall(tx, { workspaceId, callId });
  await record(
    tx,
    actor,
    "call.updated",
    { kind: "call", id: callId },
    { before: { contactId: person.contactId }, after: { contactId } },
  );
  await enqueue(tx, indexCall, `${callId}:${newId()}`, { v: 1, workspaceId, callId });
  await proposeAnew(tx, { workspaceId, callId });
  await publishPipelineChanged(tx, { workspaceId, callId });
}
