import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type {
  CrmValue,
  ProviderSlug,
  VendorGrant,
} from "#app/core/domain/connection/connection-types.ts";
import { aConnection } from "./connections.ts";
import { aCall, aDeal, aMember, aTeam, aWorkspace } from "./factories.ts";

/** The account of a CRM with one deal, and a call that is about it. */
type Account = { provider: ProviderSlug; dealId: string; grant?: VendorGrant };

/** A team with a manager, a call of its rep about a deal of a connected CRM, and a mapping for its template. */
export async function aCrmHouse({ provider, dealId, grant }: Account) {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const admin = await aMember(workspace, { role: "admin" });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const rep = await aMember(workspace, { teams: [team] });
  const workspaceId = workspace.id;
  const connectionId = await aConnection(admin, {
    provider,
    ...(grant !== undefined && { grant }),
  });
  const deal = await aDeal(rep, {
    ...{ name: "Fleet rollout", source: "crm", connectionId, external: dealId },
  });
  const call = await aCall(rep, {
    title: "Pricing review",
    startedAt: new Date("2026-11-25T10:00:00Z"),
    durationMs: 90_500,
  });
  await linkedTo(call, deal.id);
  const mappingId = newId();
  const crm = provider === "hubspot" ? "hubspot" : "salesforce";
  await db.mapping.create({
    data: { workspaceId, id: mappingId, templateId: 101, crm, dryRunLeft: 0 },
    select: { id: true },
  });
  return { workspace, workspaceId, team, admin, manager, rep, connectionId, deal, call, mappingId };
}
export type CrmHouse = Awaited<ReturnType<typeof aCrmHouse>>;

/** Says which deal a call is about. */
export async function linkedTo(
  { workspaceId, id: callId }: { workspaceId: string; id: string },
  dealId: string,
): Promise<void> {
  await db.callDeal.deleteMany({ where: { workspaceId, callId } });
  await db.callDeal.create({
    data: { workspaceId, callId, dealId, isPrimary: true, confidence: 100, reasons: ["hand"] },
  });
}

type RowWishes = Partial<Omit<Prisma.MappingRowUncheckedCreateInput, "id" | "workspaceId">>;
/** A row of the house's mapping. */
export const aMappingRow = (
  { workspaceId, mappingId }: Pick<CrmHouse, "workspaceId" | "mappingId">,
  more: RowWishes = {},
) =>
  db.mappingRow.create({
    data: {
      ...{ id: newId(), workspaceId, mappingId, ord: 0, section: "steps", object: "deal" },
      ...{ field: "NextStep", fieldLabel: "Next step", fieldType: "text" },
      ...{ rule: "overwrite", review: "owner" },
      ...more,
    },
  });

type WriteWishes = Partial<
  Omit<Prisma.CrmWriteUncheckedCreateInput, "id" | "workspaceId" | "before" | "proposed" | "after">
> & { before?: CrmValue; proposed?: CrmValue; after?: CrmValue };

/** A change that was proposed for the house's deal, and what stood there then. @returns its id */
export async function aCrmWrite(house: CrmHouse, wishes: WriteWishes = {}): Promise<string> {
  const { before = "Send deck", proposed = "Send both offers", after, ...more } = wishes;
  const { workspaceId, connectionId, deal, call } = house;
  const { object, field, fieldLabel, fieldType, rule, review } = await aMappingRow(house, {
    ...(more.object !== undefined && { object: more.object }),
    ...(more.field !== undefined && { field: more.field }),
    ...(more.fieldType !== undefined && { fieldType: more.fieldType }),
    ...(more.rule !== undefined && { rule: more.rule }),
    ...(more.review !== undefined && { review: more.review }),
  });
  const row = await db.mappingRow.findFirstOrThrow({
    where: { workspaceId, mappingId: house.mappingId },
    orderBy: { id: "desc" },
  });
  const id = newId();
  await db.crmWrite.create({
    data: {
      ...{ id, workspaceId, callId: call.id, rowId: row.id, connectionId, dealId: deal.id },
      ...{ templateId: 101, templateVersion: 1, object, field, fieldLabel, fieldType },
      ...{ rule, review, record: deal.external, recordLabel: deal.name, state: "in_review" },
      ...{ before: { value: before }, proposed: { value: proposed } },
      ...(after !== undefined && { after: { value: after } }),
      idempotencyKey: `${call.id}:101.1:${row.id}`,
      expiresAt: new Date(Date.now() + 14 * 86_400_000),
      ...more,
    },
    select: { id: true },
  });
  return id;
}

/** The change as it is now, with the steps of its journal. */
export async function writeOf({ workspaceId }: { workspaceId: string }, id: string) {
  const write = await db.crmWrite.findFirstOrThrow({
    where: { workspaceId, id },
    include: { log: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
  });
  return { ...write, steps: write.log.map(({ state }) => state) };
}
