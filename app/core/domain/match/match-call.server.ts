import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { type Candidate, chooseDeal, type DealFacts } from "./candidates.ts";
import { BY_HAND, companyDomainOf, e164, type Found, last9, pickOne, type Rung } from "./ladder.ts";

type Ref = { workspaceId: string; callId: string };
/** Whose private entries may be looked at beside the shared ones: the owner's, of a private call only. */
type Reach = { workspaceId: string; privateTo: string | null };

const call = {
  visibility: true,
  ownerId: true,
  startedAt: true,
  createdAt: true,
  companyId: true,
  companyMatch: true,
  dealChosenAt: true,
  participants: {
    select: {
      id: true,
      contactId: true,
      contactMatch: true,
      crmId: true,
      email: true,
      phone: true,
    },
    where: { side: "C", memberId: null },
    orderBy: { lane: "asc" },
  },
} as const satisfies Prisma.CallSelect;
type CallRow = Prisma.CallGetPayload<{ select: typeof call }>;
type Person = CallRow["participants"][number];

/**
 * Finds a call's contacts, company and deal (product §17.9, §19.1) and stores each with how it was found. What somebody
 * chose stays, and what is ambiguous is not picked. Who calls it holds the call's row. Run twice, it does the same.
 */
export async function matchCall(tx: Tx, { workspaceId, callId }: Ref): Promise<void> {
  const row = await tx.call.findFirst({ where: { workspaceId, id: callId }, select: call });
  if (!row) return;
  const reach = { workspaceId, privateTo: row.visibility === "private" ? row.ownerId : null };
  const contactIds: string[] = [];
  const ofContacts: { contactId: string; rung: Rung }[] = [];
  for (const person of row.participants) {
    const picked = await matchPerson(tx, reach, person);
    if (picked.contactId !== null) contactIds.push(picked.contactId);
    if (picked.contactId !== null && picked.rung !== null)
      ofContacts.push({ contactId: picked.contactId, rung: picked.rung });
  }
  const companyId = await matchCompany(tx, reach, callId, row, ofContacts);
  const deals = await dealsOf(tx, workspaceId, row, { companyId, contactIds });
  await writeCandidates(tx, { workspaceId, callId }, row, chooseDeal(deals));
}

/** Every contact that a person may be, each with how they were found. */
async function contactsOf(
  tx: Tx,
  { workspaceId, privateTo }: Reach,
  { crmId, email, phone }: Pick<Person, "crmId" | "email" | "phone">,
): Promise<Found[]> {
  const ways: Prisma.Sql[] = [];
  const ofAddress = (rung: Rung, condition: Prisma.Sql) =>
    ways.push(
      Prisma.sql`SELECT contact_id AS id, ${rung}::text AS rung FROM contact_address WHERE workspace_id = ${workspaceId}::uuid AND ${condition}`,
    );
  if (crmId !== null)
    ways.push(
      Prisma.sql`SELECT id, 'crm' AS rung FROM contact WHERE workspace_id = ${workspaceId}::uuid AND external = ${crmId}`,
    );
  if (email !== null)
    ofAddress("email", Prisma.sql`kind = 'email' AND value = ${email.trim().toLowerCase()}`);
  const full = phone === null ? null : e164(phone);
  if (full !== null) ofAddress("phone", Prisma.sql`kind = 'phone' AND value = ${full}`);
  const digits = phone === null ? null : last9(phone);
  if (digits !== null) ofAddress("last9", Prisma.sql`kind = 'phone' AND last9 = ${digits}`);
  if (ways.length === 0) return [];
  return tx.$queryRaw<Found[]>`
    SELECT f.id, f.rung FROM (${Prisma.join(ways, " UNION ALL ")}) f
    JOIN contact ct ON ct.workspace_id = ${workspaceId}::uuid AND ct.id = f.id
    WHERE ct.deleted_at IS NULL AND (ct.private_to_id IS NULL OR ct.private_to_id = ${privateTo}::uuid)`;
}

type Picked = { contactId: string | null; rung: Rung | null };

async function matchPerson(tx: Tx, reach: Reach, person: Person): Promise<Picked> {
  // A contact that somebody chose is as sure as one by its id.
  if (
    person.contactMatch === BY_HAND ||
    (person.contactId !== null && person.contactMatch === null)
  )
    return { contactId: person.contactId, rung: person.contactId === null ? null : "crm" };
  const picked = pickOne(await contactsOf(tx, reach, person));
  const contactId = picked?.id ?? null;
  const rung = picked?.rung ?? null;
  if (contactId !== person.contactId || rung !== person.contactMatch)
    await tx.participant.updateMany({
      where: { workspaceId: reach.workspaceId, id: person.id },
      data: { contactId, contactMatch: rung },
    });
  return { contactId, rung };
}

/** By the contacts' companies, and by the domains of the addresses. @returns the call's company as it stands then */
async function matchCompany(
  tx: Tx,
  { workspaceId, privateTo }: Reach,
  callId: string,
  row: CallRow,
  contacts: readonly { contactId: string; rung: Rung }[],
): Promise<string | null> {
  if (row.companyMatch === BY_HAND || (row.companyId !== null && row.companyMatch === null))
    return row.companyId;
  const known = { workspaceId, deletedAt: null };
  const reachable = {
    OR: [{ privateToId: null }, ...(privateTo ? [{ privateToId: privateTo }] : [])],
  };
  const domains = row.participants.flatMap(({ email }) => {
    const domain = email === null ? null : companyDomainOf(email);
    return domain === null ? [] : [domain];
  });
  const [ofContacts, ofDomains] = [
    contacts.length === 0
      ? []
      : await tx.contact.findMany({
          where: {
            workspaceId,
            id: { in: contacts.map(({ contactId }) => contactId) },
            company: { ...known, ...reachable },
          },
          select: { id: true, companyId: true },
        }),
    domains.length === 0
      ? []
      : await tx.company.findMany({
          where: { ...known, ...reachable, companyDomains: { some: { domain: { in: domains } } } },
          select: { id: true },
        }),
  ];
  const found: Found[] = [
    ...ofContacts.flatMap(({ id, companyId }) => {
      const rung = contacts.find(({ contactId }) => contactId === id)?.rung;
      return companyId === null || rung === undefined ? [] : [{ id: companyId, rung }];
    }),
    ...ofDomains.map(({ id }) => ({ id, rung: "domain" as const })),
  ];
  const picked = pickOne(found);
  const companyId = picked?.id ?? null;
  const companyMatch = picked?.rung ?? null;
  if (companyId !== row.companyId || companyMatch !== row.companyMatch)
    await tx.call.updateMany({
      where: { workspaceId, id: callId },
      data: { companyId, companyMatch },
    });
  return companyId;
}

/** Deals open at the call's time or nearly, of its company or with one of its contacts. */
async function dealsOf(
  tx: Tx,
  workspaceId: string,
  row: CallRow,
  { companyId, contactIds }: { companyId: string | null; contactIds: readonly string[] },
): Promise<DealFacts[]> {
  if (companyId === null && contactIds.length === 0) return [];
  const at = row.startedAt ?? row.createdAt;
  const { openedAfterDays, closedBeforeDays } = (await getWorkspaceSettings(tx, workspaceId)).deals;
  return tx.$queryRaw<DealFacts[]>`
    SELECT id, "hasContact", "hasCompany", coalesce(owner_id = ${row.ownerId}::uuid, false) AS "isOwners", opened_at AS "openedAt"
    FROM (
      SELECT d.*, coalesce(d.company_id = ${companyId}::uuid, false) AS "hasCompany",
        EXISTS (SELECT 1 FROM deal_person dp WHERE dp.workspace_id = d.workspace_id AND dp.deal_id = d.id
          AND dp.contact_id = ANY(${[...contactIds]}::uuid[])) AS "hasContact"
      FROM deal d WHERE d.workspace_id = ${workspaceId}::uuid AND d.deleted_at IS NULL
        AND d.opened_at <= ${at}::timestamptz + make_interval(days => ${openedAfterDays}::int)
        AND (d.closed_at IS NULL OR d.closed_at >= ${at}::timestamptz - make_interval(days => ${closedBeforeDays}::int))
    ) d WHERE "hasCompany" OR "hasContact"`;
}

/** Rules write over what rules wrote. Once somebody chose, the others stay as what could be chosen instead. */
async function writeCandidates(
  tx: Tx,
  { workspaceId, callId }: Ref,
  { dealChosenAt }: CallRow,
  found: readonly Candidate[],
): Promise<void> {
  const ofCall = { workspaceId, callId };
  const stored = await tx.callDeal.findMany({
    where: ofCall,
    select: { dealId: true, isPrimary: true, confidence: true, reasons: true, byId: true },
  });
  const chosen = new Set(stored.flatMap(({ dealId, byId }) => (byId === null ? [] : [dealId])));
  const wanted = found
    .filter(({ dealId }) => !chosen.has(dealId))
    .map((one) => (dealChosenAt === null ? one : { ...one, isPrimary: false }));
  const keyOf = ({
    dealId,
    isPrimary,
    confidence,
    reasons,
  }: Omit<Candidate, "reasons"> & { reasons: readonly string[] }) =>
    [dealId, isPrimary, confidence, ...reasons].join();
  const before = stored.filter(({ byId }) => byId === null).map(keyOf);
  if (before.toSorted().join("|") === wanted.map(keyOf).toSorted().join("|")) return;
  await tx.callDeal.deleteMany({ where: { ...ofCall, byId: null } });
  await tx.callDeal.createMany({ data: wanted.map((one) => ({ ...ofCall, ...one })) });
}
