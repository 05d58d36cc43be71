import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, contactAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import type { ContactChoices, ContactRef, ContactView } from "./contact-views.ts";

/** What a contact is named with. */
export const contactRow = {
  ...contactAccess,
  id: true,
  name: true,
  title: true,
  company: { select: { ...contactAccess, name: true } },
} as const satisfies Prisma.ContactSelect;
type Row = Prisma.ContactGetPayload<{ select: typeof contactRow }>;

/** A contact as far as the actor may know of it; its company only where they may know of that. */
export const contactRefOf = (actor: Member, row: Row | null): ContactRef | null =>
  row === null || !can(actor, "contact.read", row)
    ? null
    : {
        ...{ id: row.id, name: row.name, title: row.title },
        company:
          row.company !== null && can(actor, "company.read", row.company) ? row.company.name : null,
      };

/** As many are shown at once. */
const MOST_FOUND = 8;

/**
 * Who somebody on a call is and may be, for whoever may change the call.
 * @param q words of a name, an address or a company; empty: none
 * @throws DomainError `not_found`, `forbidden`
 */
export async function listContactChoices(
  actor: Member,
  { callId, participantId }: { callId: string; participantId: string },
  q: string,
): Promise<ContactChoices> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: {
      ...{ ...callAccess, companyId: true, company: { select: { name: true } } },
      participants: {
        where: { id: participantId, side: "C", memberId: null },
        select: {
          ...{ id: true, name: true, email: true, memberId: true },
          contact: {
            select: {
              ...{ ...contactRow, version: true, connectionId: true },
              contactAddresses: { select: { kind: true, value: true }, orderBy: { value: "asc" } },
            },
          },
        },
      },
    },
  });
  const call = authorise(actor, "call.update", found);
  const person = call.participants[0];
  if (!person) throw new DomainError("not_found");
  const { id, name, email, contact } = person;
  return {
    person: { id, name, email },
    contact: contact && viewOf(actor, contact),
    found: await findContacts(actor, {
      ...{ q, name, companyId: call.companyId },
      privateTo: call.visibility === "private" ? call.ownerId : actor.memberId,
    }),
    company: call.company?.name ?? null,
    isPrivate: call.visibility === "private",
  };
}

function viewOf(
  actor: Member,
  row: Row & {
    version: number;
    connectionId: string | null;
    contactAddresses: { kind: "email" | "phone"; value: string }[];
  },
): ContactView | null {
  const ref = contactRefOf(actor, row);
  const ofKind = (kind: "email" | "phone") =>
    row.contactAddresses.filter((one) => one.kind === kind).map(({ value }) => value);
  return (
    ref && {
      ...{ ...ref, emails: ofKind("email"), phones: ofKind("phone"), version: row.version },
      ...{ isPrivate: row.privateToId !== null, isFromCrm: row.connectionId !== null },
    }
  );
}

type Asked = { q: string; name: string; companyId: string | null; privateTo: string };

/** @param privateTo whose private contacts may be looked at beside the shared ones, where the actor knows of them */
async function findContacts(
  actor: Member,
  { q, name, companyId, privateTo }: Asked,
): Promise<ContactRef[]> {
  const words = q.trim().split(/\s+/).filter(Boolean).slice(0, 6);
  const insensitive = "insensitive" as const;
  const says = (word: string): Prisma.ContactWhereInput => ({
    OR: [
      { name: { contains: word, mode: insensitive } },
      { contactAddresses: { some: { value: { contains: word.toLowerCase() } } } },
      {
        company: {
          name: { contains: word, mode: insensitive },
          AND: visible(actor, "company.read"),
        },
      },
    ],
  });
  const likely: Prisma.ContactWhereInput = {
    OR: [
      { name: { equals: name, mode: insensitive } },
      ...(companyId === null ? [] : [{ companyId }]),
    ],
  };
  const rows = await db.contact.findMany({
    where: {
      AND: [
        visible(actor, "contact.read"),
        { OR: [{ privateToId: null }, { privateToId: privateTo }] },
        ...(words.length === 0 ? [likely] : words.map(says)),
      ],
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST_FOUND,
    select: contactRow,
  });
  return rows.flatMap((row) => contactRefOf(actor, row) ?? []);
}
