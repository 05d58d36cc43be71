// First: the application reads its settings once.
import { salesforceServer } from "#tests/support/crm-servers.ts";
import {
  accept,
  aHouse,
  codeOf,
  due,
  resetServers,
  run,
  versioned,
  writesAt,
} from "#tests/support/crm-writes.ts";
import { beforeEach, expect, test } from "vitest";
import type { CrmValue } from "#app/core/domain/connection/connection-types.ts";
import { acceptForm, acceptOf } from "#app/core/domain/crm/crm.schema.ts";
import { acceptWrite, proposeAgain, rejectWrite } from "#app/core/domain/crm/decide.server.ts";
import { listChangesOf } from "#app/core/domain/crm/list-writes.server.ts";
import { executeRevert, forceRevert, revertWrite } from "#app/core/domain/crm/revert.server.ts";
import { linkDeal } from "#app/core/domain/deal/link.server.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCrmWrite, type CrmHouse, writeOf } from "#tests/support/crm-house.ts";
import { aDeal } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { VENDORS } from "./registry.server.ts";

await queueForFile();
beforeEach(resetServers);

type Wishes = Parameters<typeof aCrmWrite>[1];
const valueOf = (field: string): unknown => salesforceServer.deal[field];
const put = (value: CrmValue, field = "NextStep") => {
  salesforceServer.deal[field] = value;
};
/** Approved by the rep, and run. */
async function written(house: CrmHouse, wishes: Wishes): Promise<string> {
  const id = await aCrmWrite(house, wishes);
  await accept(house, id);
  await run(house, id);
  return id;
}
const undo = async (house: CrmHouse, id: string) =>
  (await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, id))).state;
/** Runs what waits in the queue, in the order that is given. */
async function takenBack(house: CrmHouse, order: readonly string[]): Promise<void> {
  const jobs = await queued(writeToCrm);
  for (const id of order) {
    const job = jobs.find(({ writeId, act }) => writeId === id && act === "revert");
    if (!job) throw new Error(`nothing takes ${id} back`);
    const { workspaceId, writeId, byId } = job;
    await executeRevert(VENDORS, { workspaceId, writeId, byId }, 0);
  }
}
const anotherDeal = async ({ rep, connectionId }: CrmHouse) =>
  (await aDeal(rep, { source: "crm", connectionId, external: "006000000000002AAA" })).id;

test("a rule that leaves what a colleague wrote is a question, and what they wrote is never taken back", async () => {
  const rules: [Wishes, CrmValue, CrmValue][] = [
    [{ rule: "fill_if_empty", before: null, proposed: "Ours" }, null, "Theirs"],
    [
      {
        ...{ rule: "only_increase", field: "Amount", fieldType: "money" },
        before: 10,
        proposed: 20,
      },
      10,
      50,
    ],
  ];
  for (const [wishes, before, theirs] of rules) {
    const house = await aHouse("salesforce");
    const field = wishes?.field ?? "NextStep";
    put(before, field);
    const id = await aCrmWrite(house, wishes);
    put(theirs, field);
    await accept(house, id);
    await run(house, id);
    expect(await writeOf(house, id)).toMatchObject({
      state: "conflict",
      theirs: { value: theirs },
    });
    expect(writesAt("salesforce")).toEqual([]);
    await accept(house, id); // ours, all the same
    await run(house, id);
    expect(valueOf(field)).toBe(wishes?.proposed);
    expect(await undo(house, id)).toBe("reverted");
    expect(valueOf(field)).toBe(theirs);
    await resetServers();
  }
  // A colleague entered the same: there is nothing to write, and nothing to take back.
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house, { before: null, proposed: "Send both offers" });
  put("Send both offers");
  await accept(house, id);
  await run(house, id);
  expect((await writeOf(house, id)).state).toBe("written");
  expect(await undo(house, id)).toBe("reverted");
  expect(valueOf("NextStep")).toBe("Send both offers");
  expect(writesAt("salesforce")).toEqual([]);
});

test("what a field has no room for is said, and not called written", async () => {
  const house = await aHouse("salesforce");
  put("x".repeat(250));
  await db.crmSchema.create({
    data: {
      ...{ workspaceId: house.workspaceId, connectionId: house.connectionId, object: "deal" },
      fields: [
        {
          ...{ name: "NextStep", label: "Next step", type: "text", length: 255, isWriteable: true },
          ...{ isRequired: false, isCustom: false, isRestricted: false, options: [] },
          references: [],
        },
      ],
      readAt: new Date(),
    },
  });
  const id = await written(house, { rule: "append_below", before: "x".repeat(250) });
  expect(await writeOf(house, id)).toMatchObject({ state: "failed", fault: "no_room" });
  expect(writesAt("salesforce")).toEqual([]);
});

test("a field that was emptied by hand is emptied, and a choice that is owed is not made by it", async () => {
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house);
  const of = await versioned(house, id);
  // As a form sends it: of an empty field nothing arrives.
  await acceptWrite(
    house.rep,
    house.call.id,
    acceptOf(acceptForm.parse({ ...of, version: String(of.version), isEdited: "1" })),
  );
  await run(house, id);
  expect(valueOf("NextStep")).toBeNull();
  expect(await undo(house, id)).toBe("reverted");
  expect(valueOf("NextStep")).toBe("Send deck");

  for (const wishes of [
    { proposed: null, field: "Competitor__c", fieldType: "picklist" },
    { rule: "append_newest" as const },
  ]) {
    const open = await aCrmWrite(house, wishes);
    expect(await codeOf(accept(house, open, ""))).toBe("validation_failed");
  }
});

test("an activity's text that a colleague rewrote is a question", async () => {
  const house = await aHouse("salesforce");
  const wishes: Wishes = {
    ...{ object: "task", field: "Description", fieldType: "longtext", rule: "one_per_call" },
    ...{ record: null, before: null },
  };
  await written(house, { ...wishes, proposed: "They asked for two offers" });
  const [task] = salesforceServer.tasks;
  if (!task) throw new Error("no task was made");
  const next = await written(house, { ...wishes, proposed: "And a third" });
  expect((await writeOf(house, next)).state).toBe("written");
  task["Description"] = "Aki wrote this";
  const last = await written(house, { ...wishes, proposed: "And a fourth" });
  expect(await writeOf(house, last)).toMatchObject({ state: "conflict" });
  expect(task["Description"]).toBe("Aki wrote this");

  // Deleted there, it is made once more; taken back, it is not missed.
  salesforceServer.tasks.length = 0;
  const again = await written(house, { ...wishes, proposed: "They asked for two offers" });
  expect((await writeOf(house, again)).state).toBe("written");
  expect(salesforceServer.tasks).toHaveLength(1);
  salesforceServer.tasks.length = 0;
  expect(await undo(house, again)).toBe("reverted");
});

test("a value that a CRM takes and does not keep is not called written", async () => {
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house, {
    field: "Amount",
    fieldType: "money",
    before: 24_000,
    proposed: 30_000,
  });
  await accept(house, id);
  salesforceServer.answerWith((asked) =>
    asked.method === "PATCH" ? { status: 204 } : salesforceServer.answer(asked),
  );
  await run(house, id);
  salesforceServer.answerWith(salesforceServer.answer);
  expect(await writeOf(house, id)).toMatchObject({
    state: "failed",
    fault: "ignored",
    sentAt: null,
  });
});

test("what was sent before the call moved is seen to: the journal says it was written, and it is taken back", async () => {
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house);
  await accept(house, id);
  salesforceServer.loseAnswer();
  await run(house, id);
  expect(valueOf("NextStep")).toBe("Send both offers");
  await linkDeal(house.rep, house.call.id, await anotherDeal(house));
  await db.$executeRaw`DELETE FROM jobs.job`;
  await due(id);
  await run(house, id);
  expect((await writeOf(house, id)).state).toBe("written");
  await takenBack(house, [id]);
  expect(valueOf("NextStep")).toBe("Send deck");
  expect(await writeOf(house, id)).toMatchObject({ state: "reverted", fault: "relinked" });
});

test("what never was answered is not let go before it is known", async () => {
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house);
  await accept(house, id);
  salesforceServer.loseAnswer();
  await run(house, id);
  for (let times = 0; times < 6; times += 1) {
    salesforceServer.fail({ status: 503 });
    await due(id);
    await run(house, id);
  }
  expect(await writeOf(house, id)).toMatchObject({ state: "failed", fault: "unavailable" });
  const rejected = rejectWrite(house.rep, house.call.id, await versioned(house, id));
  await expect(rejected).rejects.toMatchObject({ fields: { "": ["vendor_unsettled"] } });
  const count = writesAt("salesforce").length;
  await accept(house, id);
  await run(house, id);
  expect(await writeOf(house, id)).toMatchObject({
    ...{ state: "written", before: { value: "Send deck" } },
  });
  expect(writesAt("salesforce")).toHaveLength(count);
});

test("a field that one call wrote twice goes back as a whole when the call moves, whichever comes first", async () => {
  for (const isNewestFirst of [true, false]) {
    const house = await aHouse("salesforce");
    const first = await written(house, { proposed: "First" });
    const second = await written(house, { proposed: "Second" });
    await linkDeal(house.rep, house.call.id, await anotherDeal(house));
    await takenBack(house, isNewestFirst ? [second, first] : [first, second]);
    expect(valueOf("NextStep")).toBe("Send deck");
    expect((await writeOf(house, first)).state).toBe("reverted");
    expect((await writeOf(house, second)).state).toBe("reverted");
    await resetServers();
  }
});

test("what was added to a text is taken out of it, whatever was written around it since", async () => {
  const house = await aHouse("salesforce");
  const id = await written(house, { rule: "append_newest", proposed: "Two offers" });
  expect(valueOf("NextStep")).toBe("2026-11-25: Two offers\nSend deck");
  put("Aki: call first\n2026-11-25: Two offers\nSend deck, signed");
  expect(await undo(house, id)).toBe("reverted");
  expect(valueOf("NextStep")).toBe("Aki: call first\nSend deck, signed");
});

test("a summary that is made again corrects its entry in a text and adds none", async () => {
  const house = await aHouse("salesforce");
  const first = await written(house, { rule: "append_newest", proposed: "Two offers" });
  const { rowId } = await writeOf(house, first);
  put(`Aki: call first\n${String(valueOf("NextStep"))}`);
  const next = await aCrmWrite(house, { rule: "append_newest", proposed: "Three offers", rowId });
  await db.crmWrite.updateMany({ where: { id: next }, data: { rowId } });
  await accept(house, next);
  await run(house, next);
  expect(valueOf("NextStep")).toBe("2026-11-25: Three offers\nAki: call first\nSend deck");
});

test("what the mapping asks for no more is not sent", async () => {
  const house = await aHouse("salesforce");
  const [open, approved] = [await aCrmWrite(house), await aCrmWrite(house)];
  await accept(house, approved);
  await db.mappingRow.updateMany({
    where: { workspaceId: house.workspaceId },
    data: { removedAt: new Date() },
  });
  await expect(accept(house, open)).rejects.toMatchObject({
    fields: { "": ["vendor_row_changed"] },
  });
  await run(house, approved);
  expect(await writeOf(house, approved)).toMatchObject({ state: "rejected", fault: "row_changed" });
  expect(writesAt("salesforce")).toEqual([]);
});

test("a later value of the same row takes the place of one that still waits to be sent", async () => {
  const house = await aHouse("salesforce");
  const first = await aCrmWrite(house, { proposed: "First" });
  const { rowId } = await writeOf(house, first);
  const second = await aCrmWrite(house, { proposed: "Second" });
  await db.crmWrite.updateMany({ where: { id: second }, data: { rowId } });
  await accept(house, first);
  await accept(house, second);
  await run(house, second);
  await run(house, first);
  expect(valueOf("NextStep")).toBe("Second");
  expect(await writeOf(house, first)).toMatchObject({ state: "rejected", fault: "replaced" });
});

test("a question that was answered too late is asked once more", async () => {
  const house = await aHouse("salesforce");
  const id = await written(house, {});
  put("Call Elena");
  expect(await undo(house, id)).toBe("revert_conflict");
  const of = await versioned(house, id);
  put("Call Elena twice");
  expect(await codeOf(forceRevert(VENDORS, house.rep, house.call.id, of))).toBe("conflict");
  expect(valueOf("NextStep")).toBe("Call Elena twice");
  expect(await writeOf(house, id)).toMatchObject({
    ...{ state: "revert_conflict", theirs: { value: "Call Elena twice" } },
  });
  await forceRevert(VENDORS, house.rep, house.call.id, await versioned(house, id));
  expect(valueOf("NextStep")).toBe("Send deck");
});

test("a no that was pressed by mistake is taken back, once", async () => {
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house);
  await rejectWrite(house.rep, house.call.id, await versioned(house, id));
  const of = await versioned(house, id);
  await proposeAgain(house.rep, house.call.id, of);
  expect(await codeOf(proposeAgain(house.rep, house.call.id, of))).toBe("invalid_state");
  const groups = await listChangesOf(VENDORS, house.rep, house.call.id);
  const shown = groups.flatMap(({ writes }) => writes);
  expect(shown.map(({ state }) => state)).toEqual(["in_review"]);
  const [again] = shown;
  if (!again) return;
  await accept(house, again.id);
  await run(house, again.id);
  expect(valueOf("NextStep")).toBe("Send both offers");
  expect((await writeOf(house, id)).state).toBe("rejected");
});
