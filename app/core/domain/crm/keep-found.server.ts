import { now } from "#app/core/platform/clock.ts";
import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { CrmCompany, CrmContact, CrmDeal, CrmStage } from "../connection/crm-search-types.ts";
import { e164, last9 } from "../match/ladder.ts";
import { markStaleOfDeals } from "../search/index.server.ts";
import { fold } from "../words/fold.ts";

/** The connection of a CRM. */
export type CrmRef = { workspaceId: string; connectionId: string };

const MOST_NAME = 200;
const clip = (text: string, most: number): string => text.normalize("NFC").trim().slice(0, most);

/** Two who keep records of one CRM at once come one after the other. */
export async function holdCrm(tx: Tx, { connectionId }: CrmRef): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`crm.keep:${connectionId}`}, 0))`;
}

/**
 * Keeps a company of a CRM. One that is here already by its domain or its name becomes the CRM's, so that there are not
 * two of it; one that another CRM brought stays that CRM's.
 * @returns its id here
 */
export async function keepCompany(
  tx: Tx,
  { workspaceId, connectionId }: CrmRef,
  { id: external, name, domains }: CrmCompany,
): Promise<string> {
  const record = { connectionId, external, syncedAt: now() };
  const sameDomain = { companyDomains: { some: { domain: { in: domains } } } };
  const sameName = { name: { equals: clip(name, MOST_NAME), mode: "insensitive" as const } };
  const select = { id: true } as const;
  const known = await tx.company.findFirst({
    where: { workspaceId, connectionId, external },
    select,
  });
  const found =
    known ??
    (await only((isOurs) =>
      tx.company.findMany({
        where: {
          ...{ workspaceId, deletedAt: null, privateToId: null },
          ...(isOurs
            ? { connectionId: null, OR: [sameDomain, sameName] }
            : { connectionId: { not: connectionId }, ...sameDomain }),
        },
        ...{ ...UP_TO_TWO, select: { id: true, connectionId: true } },
      }),
    ));
  const id = found?.id ?? newId();
  if (found && !isOthers(found))
    await tx.company.updateMany({
      where: { workspaceId, id },
      data: { ...record, ...(known && { name: clip(name, MOST_NAME), deletedAt: null }) },
    });
  else if (!found)
    await tx.company.create({
      data: { ...{ workspaceId, id, name: clip(name, MOST_NAME) }, ...record },
      select,
    });
  await tx.companyDomain.createMany({
    data: domains.map((domain) => ({ workspaceId, companyId: id, domain })),
    skipDuplicates: true,
  });
  return id;
}

const UP_TO_TWO = { take: 2, orderBy: { id: "asc" } } as const;
type Found = { id: string; connectionId?: string | null };

/** What is here of nobody else or, next, of another CRM. Of two that may be it nobody said which one is. */
async function only<F extends Found>(find: (isOurs: boolean) => Promise<F[]>): Promise<F | null> {
  const ours = await find(true);
  const found = ours.length > 0 ? ours : await find(false);
  return found.length === 1 ? (found[0] ?? null) : null;
}
/** Only those that were looked for beyond this CRM say whose they are. */
const isOthers = ({ connectionId }: Found): boolean =>
  connectionId !== undefined && connectionId !== null;

/**
 * Keeps a contact of a CRM with its addresses; one that is here by an e-mail address becomes the CRM's, and one that
 * another CRM brought stays that CRM's.
 * @param companyId of its company here @returns its id here
 */
export async function keepContact(
  tx: Tx,
  { workspaceId, connectionId }: CrmRef,
  contact: CrmContact,
  companyId: string | null,
): Promise<string> {
  const { id: external, name, title, emails, phones } = contact;
  const record = { connectionId, external, syncedAt: now() };
  const select = { id: true, companyId: true } as const;
  const known = await tx.contact.findFirst({
    where: { workspaceId, connectionId, external },
    select,
  });
  const found =
    known ??
    (await only((isOurs) =>
      tx.contact.findMany({
        where: {
          ...{ workspaceId, deletedAt: null, privateToId: null },
          connectionId: isOurs ? null : { not: connectionId },
          contactAddresses: { some: { kind: "email", value: { in: emails } } },
        },
        ...{ ...UP_TO_TWO, select: { ...select, connectionId: true } },
      }),
    ));
  const id = found?.id ?? newId();
  const facts = {
    name: clip(name, MOST_NAME),
    title: title === null ? null : clip(title, MOST_NAME),
  };
  if (found && !isOthers(found))
    await tx.contact.updateMany({
      where: { workspaceId, id },
      data: {
        ...record,
        ...(known && { ...facts, deletedAt: null }),
        ...(companyId !== null && (known || found.companyId === null) && { companyId }),
      },
    });
  else if (!found)
    await tx.contact.create({
      data: { ...{ workspaceId, id, companyId }, ...facts, ...record },
      select: { id: true },
    });
  const key = { workspaceId, contactId: id };
  await tx.contactAddress.createMany({
    data: [
      ...emails.map((value) => ({ ...key, kind: "email" as const, value })),
      ...phones.flatMap((text) => {
        const value = e164(text) ?? text.normalize("NFKC").trim();
        const digits = last9(text);
        return digits === null ? [] : [{ ...key, kind: "phone" as const, value, last9: digits }];
      }),
    ],
    skipDuplicates: true,
  });
  return id;
}

async function keepStage(tx: Tx, { workspaceId, connectionId }: CrmRef, stage: CrmStage) {
  const { id: external, pipeline, kind, ord } = stage;
  const name = clip(stage.label, 120) || external.slice(0, 120);
  const facts = { name, folded: fold(name) || name, kind, ord };
  const where = { workspaceId, connectionId, pipeline, external };
  const known = await tx.dealStage.findFirst({ where, select: { id: true } });
  if (known) {
    await tx.dealStage.updateMany({ where: { workspaceId, id: known.id }, data: facts });
    return known.id;
  }
  const id = newId();
  await tx.dealStage.create({ data: { ...where, id, ...facts }, select: { id: true } });
  return id;
}

/** The member with the owner's e-mail address; nobody where the CRM's owner is none of ours. */
async function ownerOf(tx: Tx, workspaceId: string, email: string | null) {
  if (email === null) return null;
  return tx.member.findFirst({
    where: { workspaceId, state: "active", email: { equals: email, mode: "insensitive" } },
    select: { id: true, primaryTeamId: true },
  });
}

const AMOUNT = /^-?\d{1,16}(\.\d+)?$/;
const decimalOf = (text: string | null): Prisma.Decimal | null =>
  text !== null && AMOUNT.test(text) ? new Prisma.Decimal(text).toDecimalPlaces(2) : null;
const dayOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
type Kept = { companyId: string | null; contactIds: readonly string[] };

/**
 * Keeps a deal of a CRM as it stands there; what has changed since stands in its history.
 * @param teamId of a deal whose owner is none of ours: the team of the call that it is kept for
 * @returns its id here
 */
export async function keepDeal(
  tx: Tx,
  ref: CrmRef,
  deal: CrmDeal,
  { companyId, contactIds, teamId }: Kept & { teamId: string | null },
): Promise<string> {
  const { workspaceId, connectionId } = ref;
  const known = await tx.deal.findFirst({
    where: { workspaceId, connectionId, external: deal.id },
    select: {
      ...{ id: true, ...HISTORY, teamId: true, goneAt: true, closedAt: true, openedAt: true },
      stage: { select: { name: true, connectionId: true } },
    },
  });
  // A deal that was entered here before it was the CRM's keeps its stage as long as it is called the same there.
  const isSameStage =
    known?.stage.connectionId === null && fold(known.stage.name) === fold(deal.stage.label);
  const stageId = isSameStage ? known.stageId : await keepStage(tx, ref, deal.stage);
  const owner = await ownerOf(tx, workspaceId, deal.ownerEmail);
  const openedAt = known?.openedAt ?? new Date(deal.openedAt);
  const closed = deal.closedAt === null ? null : new Date(deal.closedAt);
  const name = clip(deal.name, MOST_NAME) || deal.id;
  const currency = /^[A-Z]{3}$/.test(deal.currency ?? "") ? deal.currency : null;
  const facts = {
    ...{ name, folded: fold(name), stageId },
    // A CRM that says nothing of an owner takes none away.
    ownerId:
      owner?.id ??
      (deal.ownerEmail === null && deal.ownerName === null ? (known?.ownerId ?? null) : null),
    teamId: owner === null ? (known?.teamId ?? teamId) : owner.primaryTeamId,
    amount: deal.amount === undefined ? (known?.amount ?? null) : decimalOf(deal.amount),
    currency: currency ?? known?.currency ?? null,
    closeDate: deal.closeDate === undefined ? (known?.closeDate ?? null) : dayOf(deal.closeDate),
    nextStep:
      deal.nextStep === undefined
        ? (known?.nextStep ?? null)
        : clip(deal.nextStep ?? "", 500) || null,
    openedAt,
    // Some close dates lie before the day on which a deal was entered.
    closedAt:
      isSameStage && closed !== null && known.closedAt !== null
        ? known.closedAt
        : closed !== null && closed < openedAt
          ? openedAt
          : closed,
    ...{ syncedAt: now(), goneAt: null },
    ...(companyId !== null && { companyId }),
  };
  const id = known?.id ?? newId();
  if (known) await update(tx, ref, { ...known, id }, facts);
  else
    await tx.deal.create({
      data: { ...{ workspaceId, id, connectionId, external: deal.id, source: "crm" }, ...facts },
      select: { id: true },
    });
  await tx.dealPerson.createMany({
    data: contactIds.map((contactId) => ({
      workspaceId,
      dealId: id,
      contactId,
      source: "crm" as const,
    })),
    skipDuplicates: true,
  });
  return id;
}

const HISTORY = {
  ...{ name: true, stageId: true, ownerId: true, amount: true, currency: true },
  ...{ closeDate: true, nextStep: true },
} as const satisfies Prisma.DealSelect;
type Facts = Omit<Prisma.DealGetPayload<{ select: typeof HISTORY }>, never>;

const textOf = (value: Facts[keyof Facts] | undefined): string | null =>
  value instanceof Date ? value.toISOString().slice(0, 10) : (value?.toString() ?? null);

async function update(
  tx: Tx,
  { workspaceId }: CrmRef,
  before: Facts & { id: string; goneAt: Date | null; closedAt: Date | null },
  facts: Facts & Prisma.DealUncheckedUpdateManyInput,
): Promise<void> {
  const { id } = before;
  const fields: (keyof Facts)[] = [
    ...(["name", "stageId", "ownerId", "amount", "currency", "closeDate", "nextStep"] as const),
  ];
  const changes = fields.flatMap((field) => {
    const [was, is] = [textOf(before[field]), textOf(facts[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
  const isOther = changes.length > 0 || before.goneAt !== null;
  await tx.deal.updateMany({
    where: { workspaceId, id },
    data: { ...facts, ...(isOther && { version: { increment: 1 } }) },
  });
  if (!isOther) return;
  await tx.dealHistory.createMany({
    data: changes.map((change) => ({
      ...{ id: newId(), workspaceId, dealId: id, source: "crm" as const, ...change },
    })),
  });
  await markStaleOfDeals(tx, workspaceId, [id]);
}
