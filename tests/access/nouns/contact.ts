import { can, contactAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { ContactRow } from "#app/core/domain/access/policy/contact.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { aCompany, aContact, aParticipant } from "#tests/support/factories.ts";
import { type Begin, type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const CONTACTS = ["contactId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof CONTACTS> {}
}

type OfContacts = keyof (typeof NOUNS)["contact"];
type OfCompanies = keyof (typeof NOUNS)["company"];

const seed =
  (make: typeof aContact | typeof aCompany) =>
  async ({ workspace, people }: Cast): Promise<void> => {
    for (const privateToId of [null, ...Object.values(people).map(({ memberId }) => memberId)])
      for (const deletedAt of [null, new Date()]) await make(workspace, { privateToId, deletedAt });
  };

/** docs/decisions 0031, by hand: the workspace's book, and what a member's private calls brought. */
function isAllowed(actor: Member, permission: OfContacts | OfCompanies, row: ContactRow): boolean {
  if (row.workspaceId !== actor.workspaceId || row.deletedAt !== null) return false;
  if (row.privateToId === null) return true;
  if (actor.impersonator !== null) return false;
  const isOpened = permission !== "contact.update" && actor.privateUntil !== null;
  return row.privateToId === actor.memberId || isOpened;
}

export const contact = nounCase<OfContacts>({
  rights: NOUNS.contact,
  seed: seed(aContact),
  load: () => db.contact.findMany({ select: { ...contactAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.contact.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT ct.id FROM contact ct WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

export const company = nounCase<OfCompanies>({
  rights: NOUNS.company,
  seed: seed(aCompany),
  load: () => db.company.findMany({ select: { ...contactAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.company.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT co.id FROM company co WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

const contacts = part(CONTACTS, async ({ workspace }) => ({
  contactId: (await aContact(workspace)).id,
}));

/** A person without words: others are not taken off a call. */
const aSilentPerson: Begin = async ({ owner: { workspaceId }, house: { callId: id } }) => {
  const { id: participantId } = await aParticipant(
    { workspaceId, id },
    { name: "Silent", lane: 9 },
  );
  return { participantId };
};

export const fixtures: Fixtures = {
  rules: { contact, company },
  parts: [contacts],
  beginnings: { "/playback/{callId} remove_person": aSilentPerson },
};
