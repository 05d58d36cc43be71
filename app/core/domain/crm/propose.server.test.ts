import { beforeEach, expect, test } from "vitest";
import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { CrmValue } from "#app/core/domain/connection/connection-types.ts";
import { linkDeal, unlinkDeal } from "#app/core/domain/deal/link.server.ts";
import type { OutputItem } from "#app/core/domain/summary/output.ts";
import { editSection } from "#app/core/domain/analysis/edit-summary.server.ts";
import { regenerateSummary } from "#app/core/domain/analysis/regenerate.server.ts";
import { aDeal, aMember, aTeam } from "#tests/support/factories.ts";
import { aMockCrm, aMockFault, aMockRecord, mockValues } from "#tests/support/mock-crm.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { aHouse, LINES, summarise } from "#tests/support/summaries.ts";
import { acceptAll, acceptWrite, rejectWrite } from "./decide.server.ts";
import { executeWrite } from "./execute.server.ts";
import { executeRevert, revertWrite } from "./revert.server.ts";
import { proposeForCall } from "./propose.server.ts";
import { expireWrites, recheckBlocked, requeueWrites } from "./upkeep.server.ts";

await queueForFile();
beforeEach(() => db.$executeRaw`DELETE FROM jobs.job`);

type RowWishes = Partial<Prisma.MappingRowUncheckedCreateInput>;

/** The house of the summaries with the demo's CRM, its deal there, and rows for money, pain and steps. */
async function aCrmHouse({
  dryRunLeft = 0,
  rows,
}: {
  dryRunLeft?: number;
  rows?: RowWishes[];
} = {}) {
  const house = await aHouse();
  const { workspaceId, admin, rep, callId } = house;
  const ref = await aMockCrm(admin);
  const record = await aMockRecord(house, {
    values: { Name: "Fleet rollout", Amount: 24_000, Pain_Points__c: null },
  });
  const deal = await aDeal(rep, {
    ...{ name: "Fleet rollout", source: "crm", connectionId: ref.id, external: record },
    currency: "USD",
  });
  await linkDeal(rep, callId, deal.id);
  const mappingId = newId();
  await db.mapping.create({
    data: { workspaceId, id: mappingId, templateId: 101, crm: "mock", dryRunLeft },
  });
  const wanted = rows ?? [AMOUNT, PAIN];
  for (const [ord, wishes] of wanted.entries())
    await db.mappingRow.create({
      data: {
        ...{ workspaceId, id: newId(), mappingId, ord, object: "deal", rule: "overwrite" },
        ...{ review: "owner", section: "budget", field: "Amount" },
        ...{ fieldLabel: "Amount", fieldType: "money" },
        ...wishes,
      },
    });
  return { ...house, ref, record, deal, mappingId };
}
const AMOUNT: RowWishes = { section: "budget", field: "Amount", fieldType: "money" };
const PAIN: RowWishes = {
  ...{ section: "pain", field: "Pain_Points__c", fieldLabel: "Pain points" },
  ...{ fieldType: "longtext", rule: "append_newest" },
};
type House = Awaited<ReturnType<typeof aCrmHouse>>;

const propose = ({ workspaceId, callId }: House) =>
  proposeForCall(VENDORS, { workspaceId, callId });
const all = ({ workspaceId, callId }: House) =>
  db.crmWrite.findMany({
    where: { workspaceId, callId },
    orderBy: { id: "asc" },
    include: { log: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
  });
async function of(house: House, field: string, at = -1) {
  const found = (await all(house)).filter((write) => write.field === field).at(at);
  if (!found) throw new Error(`no change of ${field}`);
  return found;
}
const fieldsOf = async (house: House) =>
  (await all(house)).map(({ field, state, fault }) => [field, state, fault]);
const stands = async (house: House, field: string, record = house.record) => {
  const found = await mockValues(house, "deal", record);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the demo's CRM stores them
  return (found?.values as Record<string, CrmValue>)[field];
};
const write = ({ workspaceId }: House, writeId: string) =>
  executeWrite(VENDORS, { workspaceId, writeId });
const edited = (house: House, section: string, item: OutputItem) =>
  editSection(house.rep, house.callId, {
    ...{ intent: "edit_summary", templateId: 101, section, items: [item] },
  });
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test("what a call says is proposed with its words and with what stands there, and nothing is written", async () => {
  const house = await aCrmHouse();
  await summarise(house);
  expect(await queued(proposeToCrm)).toMatchObject([{ callId: house.callId }]);
  await propose(house);
  await propose(house); // delivered twice
  const [amount, pain, ...others] = await all(house);
  expect(others).toEqual([]);
  expect(amount).toMatchObject({
    ...{ field: "Amount", state: "in_review", before: { value: 24_000 } },
    ...{ proposed: { value: 60_000 }, record: house.record, recordLabel: "Fleet rollout" },
    ...{ templateId: 101, templateVersion: 1, dealId: house.deal.id, decidedById: null },
  });
  expect(amount?.idempotencyKey).toBe(`${house.callId}:101.1:${amount?.rowId}`);
  expect(Number(amount?.expiresAt) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  expect(amount?.log.map(({ state }) => state)).toEqual(["proposed", "in_review"]);
  expect(pain).toMatchObject({ field: "Pain_Points__c", state: "in_review" });
  const steps = db.crmWriteLog.updateMany({ data: { fault: "mended" } });
  await expect(steps).rejects.toThrow("append-only");
  const evidence = await db.evidence.findMany({
    where: { workspaceId: house.workspaceId, ownerKind: "crm_write", ownerId: amount?.id ?? "" },
  });
  expect(evidence.map(({ quote, outputId }) => [LINES.includes(quote), outputId])).toEqual([
    [true, null],
  ]);
  expect(await stands(house, "Amount")).toBe(24_000);
  expect(await queued(writeToCrm)).toEqual([]);
  const told = await db.notification.findMany({ where: { kind: "crm_review" } });
  expect(told.map(({ memberId }) => memberId)).toEqual([house.rep.memberId]);
});

test("rows that cannot write say why, and are looked at again when that has changed", async () => {
  const house = await aCrmHouse({
    rows: [
      AMOUNT,
      { section: "pain", field: "Gone__c", fieldLabel: "Gone", fieldType: "longtext" },
      {
        section: "steps",
        object: "contact",
        field: "Title",
        fieldLabel: "Title",
        fieldType: "text",
      },
      { ...PAIN, rule: "never" },
    ],
  });
  await summarise(house);
  await propose(house);
  expect(await fieldsOf(house)).toEqual([
    ["Amount", "in_review", null],
    ["Gone__c", "blocked", "field_gone"],
    ["Title", "blocked", "no_record"],
  ]);
  // What it would be is known without a record.
  expect(JSON.stringify((await of(house, "Title")).proposed)).toContain("the proposal");
  expect(await recheckBlocked()).toBe(0);
  await db.mapping.updateMany({
    where: { id: house.mappingId },
    data: { version: { increment: 1 } },
  });
  await db.mappingRow.updateMany({
    where: { mappingId: house.mappingId, field: "Gone__c" },
    data: { field: "Pain_Points__c" },
  });
  expect(await recheckBlocked()).toBe(1);
  await propose(house);
  expect(await fieldsOf(house)).toEqual([
    ["Amount", "in_review", null],
    ["Gone__c", "superseded", "field_gone"],
    ["Title", "blocked", "no_record"],
    ["Pain_Points__c", "in_review", null],
  ]);
  expect((await of(house, "Gone__c")).log.map(({ state }) => state)).toEqual([
    ...["proposed", "blocked", "proposed", "superseded"],
  ]);
  expect(await recheckBlocked()).toBe(0);
});

test("without a connection, without a record there, or while it does not answer, changes wait as blocked", async () => {
  const house = await aCrmHouse({ rows: [AMOUNT] });
  await summarise(house);
  await aMockFault(house, "unavailable", { left: 9 });
  await propose(house);
  expect(await fieldsOf(house)).toEqual([["Amount", "blocked", "unavailable"]]);
  await db.mockFault.deleteMany({ where: { workspaceId: house.workspaceId } });
  await unlinkDeal(house.rep, house.callId);
  await propose(house);
  expect((await of(house, "Amount")).fault).toBe("no_record");
  await db.connection.updateMany({ where: { id: house.ref.id }, data: { state: "broken" } });
  await propose(house);
  expect((await of(house, "Amount")).fault).toBe("no_connection");
  await db.connection.updateMany({ where: { id: house.ref.id }, data: { state: "connected" } });
  await linkDeal(house.rep, house.callId, house.deal.id);
  await propose(house);
  expect(await of(house, "Amount")).toMatchObject({ state: "in_review", fault: null });
});

test("a later run takes the place of what nobody decided about, and of nothing else", async () => {
  const house = await aCrmHouse();
  await summarise(house);
  await propose(house);
  const [amount, pain] = [await of(house, "Amount"), await of(house, "Pain_Points__c")];
  await rejectWrite(house.rep, house.callId, { writeId: amount.id, version: amount.version });
  await regenerateSummary(house.rep, house.callId, { templateId: 101 });
  await propose(house);
  expect((await all(house)).map(({ id }) => id)).toEqual([amount.id, pain.id]); // the same words
  await edited(house, "pain", { type: "bullets", value: { text: "They lose the slot" } });
  await edited(house, "budget", { type: "money", value: { amount: 70_000, currency: "USD" } });
  await propose(house);
  expect(await fieldsOf(house)).toEqual([
    ["Amount", "rejected", null],
    ["Pain_Points__c", "superseded", null],
    ["Amount", "in_review", null],
    ["Pain_Points__c", "in_review", null],
  ]);
  expect((await of(house, "Pain_Points__c")).idempotencyKey).toBe(pain.idempotencyKey);
  expect(await of(house, "Amount")).toMatchObject({ proposed: { value: 70_000 } });
  const late = acceptWrite(house.rep, house.callId, { writeId: pain.id, version: pain.version });
  expect(await codeOf(late)).toBe("conflict");
});

test("a row that asks nobody is written by itself; of a private call its owner is asked all the same", async () => {
  const auto = [{ ...AMOUNT, review: "auto" as const }];
  const open = await aCrmHouse({ rows: auto });
  await summarise(open);
  await propose(open);
  const written = await of(open, "Amount");
  expect(written.state).toBe("approved");
  expect(await queued(writeToCrm)).toMatchObject([{ writeId: written.id }]);
  await write(open, written.id);
  expect(await stands(open, "Amount")).toBe(60_000);

  const house = await aCrmHouse({
    rows: [
      { ...AMOUNT, review: "auto" },
      { ...PAIN, review: "manager" },
    ],
  });
  await db.call.updateMany({ where: { id: house.callId }, data: { visibility: "private" } });
  await summarise(house);
  await propose(house);
  expect((await all(house)).map(({ state, review }) => [state, review])).toEqual([
    ["in_review", "owner"],
    ["in_review", "owner"],
  ]);
  const { id: writeId, version } = await of(house, "Amount");
  expect(await codeOf(acceptWrite(house.admin, house.callId, { writeId, version }))).toBe(
    "not_found",
  );
  await acceptWrite(house.rep, house.callId, { writeId, version });
  await write(house, writeId);
  expect(await stands(house, "Amount")).toBe(60_000);
});

test("a manager's row waits for the managers of the call's team, or for the admins where there is none", async () => {
  const house = await aCrmHouse({ rows: [{ ...AMOUNT, review: "manager" }] });
  const { workspaceId, callId, rep, admin } = house;
  const [team, other] = [await aTeam({ id: workspaceId }), await aTeam({ id: workspaceId })];
  await db.call.updateMany({ where: { id: callId }, data: { teamId: team.id } });
  const stranger = await aMember({ id: workspaceId }, { role: "manager", teams: [other] });
  await summarise(house);
  await propose(house);
  const toldOf = async () =>
    (await db.notification.findMany({ where: { workspaceId, kind: "crm_review" } })).map(
      ({ memberId }) => memberId,
    );
  expect(await toldOf()).toEqual([admin.memberId]);
  const { id: writeId, version } = await of(house, "Amount");
  expect(await codeOf(acceptWrite(rep, house.callId, { writeId, version }))).toBe("forbidden");
  expect(await codeOf(acceptWrite(stranger, house.callId, { writeId, version }))).toBe("not_found");
  expect(await codeOf(acceptAll(rep, house.callId, { writeIds: [writeId] }))).toBe("forbidden");

  const manager = await aMember({ id: workspaceId }, { role: "manager", teams: [team] });
  await db.notification.deleteMany({ where: { workspaceId } });
  await edited(house, "budget", { type: "money", value: { amount: 70_000, currency: "USD" } });
  await propose(house);
  expect(await toldOf()).toEqual([manager.memberId]);
  const next = await of(house, "Amount");
  await acceptWrite(manager, house.callId, { writeId: next.id, version: next.version });
  expect((await of(house, "Amount")).state).toBe("approved");
});

test("an amount in another currency is somebody's to say", async () => {
  const house = await aCrmHouse({ rows: [{ ...AMOUNT, review: "auto" }] });
  await db.deal.updateMany({ where: { id: house.deal.id }, data: { currency: "EUR" } });
  await summarise(house);
  await propose(house);
  const asked = await of(house, "Amount");
  expect(asked).toMatchObject({
    ...{ state: "in_review", review: "owner", fault: "other_currency", proposed: { value: null } },
  });
  const input = { writeId: asked.id, version: asked.version };
  expect(await codeOf(acceptWrite(house.rep, house.callId, input))).toBe("validation_failed");
  expect(await acceptAll(house.rep, house.callId, { writeIds: [asked.id] })).toEqual({
    accepted: 0,
    left: 1,
  });
  expect(await codeOf(acceptWrite(house.rep, house.callId, { ...input, value: "many" }))).toBe(
    "validation_failed",
  );
  await acceptWrite(house.rep, house.callId, { ...input, value: "55,000" });
  await write(house, asked.id);
  expect(await stands(house, "Amount")).toBe(55_000);
});

test("the first calls of a mapping are recorded and not sent, and each counts once", async () => {
  const house = await aCrmHouse({ dryRunLeft: 1, rows: [{ ...AMOUNT, review: "auto" }] });
  const left = async () =>
    (await db.mapping.findFirstOrThrow({ where: { id: house.mappingId } })).dryRunLeft;
  await summarise(house);
  await propose(house);
  expect(await of(house, "Amount")).toMatchObject({ state: "dry_run", before: { value: 24_000 } });
  expect(await left()).toBe(0);
  await edited(house, "budget", { type: "money", value: { amount: 70_000, currency: "USD" } });
  await propose(house);
  expect(await of(house, "Amount")).toMatchObject({
    state: "dry_run",
    proposed: { value: 70_000 },
  });
  expect(await queued(writeToCrm)).toEqual([]);
});

test("a call that could not be proposed yet uses up none of them, and is recorded once it can be", async () => {
  const house = await aCrmHouse({ dryRunLeft: 1, rows: [{ ...AMOUNT, review: "auto" }] });
  const left = async () =>
    (await db.mapping.findFirstOrThrow({ where: { id: house.mappingId } })).dryRunLeft;
  await unlinkDeal(house.rep, house.callId);
  await summarise(house);
  await propose(house);
  expect(await of(house, "Amount")).toMatchObject({ state: "blocked", fault: "no_record" });
  expect(await left()).toBe(1);
  await linkDeal(house.rep, house.callId, house.deal.id);
  await propose(house);
  expect((await of(house, "Amount")).state).toBe("dry_run");
  expect(await left()).toBe(0);
  expect(await queued(writeToCrm)).toEqual([]);
});

test("a call that was moved by mistake gets its changes back with its deal", async () => {
  const house = await aCrmHouse({ rows: [AMOUNT, PAIN] });
  const { rep, callId } = house;
  const record = await aMockRecord(house, { values: { Name: "Other", Amount: 10 } });
  const { id: other } = await aDeal(rep, {
    ...{ name: "Other", source: "crm", connectionId: house.ref.id, external: record },
    currency: "USD",
  });
  await summarise(house);
  await propose(house);
  const amount = await of(house, "Amount");
  await acceptWrite(rep, callId, { writeId: amount.id, version: amount.version });
  await write(house, amount.id);
  await db.$executeRaw`DELETE FROM jobs.job`;
  await linkDeal(rep, callId, other);
  for (const job of await queued(writeToCrm)) await executeRevert(VENDORS, job, 0);
  await propose(house);
  await linkDeal(rep, callId, house.deal.id);
  await propose(house);
  const open = (await all(house)).filter(({ state }) => state === "in_review");
  expect(open.map(({ field, record: at }) => [field, at])).toEqual([
    ["Amount", house.record],
    ["Pain_Points__c", house.record],
  ]);
});

test("what somebody said in so many words by hand is said, whatever the run heard", async () => {
  const house = await aCrmHouse({ rows: [{ ...AMOUNT, rule: "only_if_said" }] });
  await summarise(house);
  await db.summaryOutput.updateMany({
    where: { workspaceId: house.workspaceId, section: "budget" },
    data: { certainty: "implied" },
  });
  await propose(house);
  expect(await all(house)).toEqual([]);
  await edited(house, "budget", { type: "money", value: { amount: 70_000, currency: "USD" } });
  await propose(house);
  const { id: writeId, version } = await of(house, "Amount");
  await acceptWrite(house.rep, house.callId, { writeId, version });
  await write(house, writeId);
  expect(await stands(house, "Amount")).toBe(70_000);
});

test("a value that changed while an older one waited to be mended takes its place", async () => {
  const house = await aCrmHouse({ rows: [AMOUNT] });
  await summarise(house);
  await propose(house);
  const first = await of(house, "Amount");
  await acceptWrite(house.rep, house.callId, { writeId: first.id, version: first.version });
  await aMockFault(house, "validation_rule");
  await write(house, first.id);
  expect((await of(house, "Amount")).state).toBe("failed");
  await edited(house, "budget", { type: "money", value: { amount: 70_000, currency: "USD" } });
  await propose(house);
  expect((await all(house)).map(({ state, fault }) => [state, fault])).toEqual([
    ["rejected", "replaced"],
    ["in_review", null],
  ]);
});

test("a call that is about another deal takes back what it wrote and proposes it there", async () => {
  const house = await aCrmHouse({ rows: [AMOUNT, PAIN] });
  const { rep, callId, workspaceId } = house;
  const record = await aMockRecord(house, { values: { Name: "Other", Amount: 10 } });
  const other = await aDeal(rep, {
    ...{ name: "Other", source: "crm", connectionId: house.ref.id, external: record },
    currency: "USD",
  });
  await summarise(house);
  await propose(house);
  const amount = await of(house, "Amount");
  const pain = await of(house, "Pain_Points__c");
  await acceptWrite(rep, house.callId, { writeId: amount.id, version: amount.version });
  await write(house, amount.id);
  expect(await stands(house, "Amount")).toBe(60_000);
  await acceptWrite(rep, house.callId, { writeId: pain.id, version: pain.version }); // approved, and not sent yet

  await db.$executeRaw`DELETE FROM jobs.job`;
  await linkDeal(rep, callId, other.id);
  const [revert, ...more] = await queued(writeToCrm);
  expect(more).toEqual([]);
  expect(revert).toMatchObject({ writeId: amount.id, act: "revert", byId: rep.memberId });
  if (revert) await executeRevert(VENDORS, revert, 0);
  expect(await stands(house, "Amount")).toBe(24_000);
  await write(house, pain.id);
  expect(await of(house, "Pain_Points__c")).toMatchObject({ state: "rejected", fault: "relinked" });
  expect(await stands(house, "Pain_Points__c")).toBeNull();

  expect(await queued(proposeToCrm)).toMatchObject([{ callId }]);
  await propose(house);
  const moved = await of(house, "Amount");
  expect(moved).toMatchObject({ state: "in_review", record, before: { value: 10 } });
  await acceptWrite(rep, house.callId, { writeId: moved.id, version: moved.version });
  await write(house, moved.id);
  expect(await stands(house, "Amount", record)).toBe(60_000);
  expect(await stands(house, "Amount")).toBe(24_000);
  const { id: writeId, version } = await of(house, "Amount");
  await revertWrite(VENDORS, rep, callId, { writeId, version });
  expect(await stands(house, "Amount", record)).toBe(10);
  const events = await db.auditEntry.findMany({
    where: { workspaceId, event: { startsWith: "crm." } },
    orderBy: { id: "asc" },
    select: { event: true },
  });
  expect(events.map(({ event }) => event)).toEqual([
    ...["crm.proposed", "crm.approved", "crm.written", "crm.approved", "crm.reverted"],
    ...["crm.failed", "crm.proposed", "crm.approved", "crm.written", "crm.reverted"],
  ]);
});

test("what nobody decides about in fourteen days is over; what has lost its job is queued again", async () => {
  const house = await aCrmHouse();
  await summarise(house);
  await propose(house);
  expect(await expireWrites()).toBe(0);
  const amount = await of(house, "Amount");
  await acceptWrite(house.rep, house.callId, { writeId: amount.id, version: amount.version });
  await db.crmWrite.updateMany({
    where: { callId: house.callId },
    data: { expiresAt: new Date(0) },
  });
  expect(await expireWrites()).toBe(1);
  expect(await fieldsOf(house)).toEqual([
    ["Amount", "approved", null],
    ["Pain_Points__c", "expired", null],
  ]);
  await db.$executeRaw`DELETE FROM jobs.job`;
  expect(await requeueWrites()).toBe(0);
  await db.crmWrite.updateMany({ where: { id: amount.id }, data: { dueAt: new Date(0) } });
  expect(await requeueWrites()).toBe(1);
  expect(await requeueWrites()).toBe(0);
  expect(await queued(writeToCrm)).toMatchObject([{ writeId: amount.id, act: "write" }]);
});
