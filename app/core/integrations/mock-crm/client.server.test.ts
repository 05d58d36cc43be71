import { beforeEach, describe, expect, test } from "vitest";
import {
  type CrmActivity,
  VendorFault,
  type VendorAccess,
} from "#app/core/domain/connection/connection-types.ts";
import type { MockFault } from "#app/core/domain/connection/mock-types.ts";
import type { ConnectionRef } from "#app/core/domain/connection/connection-row.server.ts";
import { callVendor } from "#app/core/domain/connection/vendor-access.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aMockCrm, aMockFault, aMockRecord, mockValues } from "#tests/support/mock-crm.ts";
import { crmOf, MOCK_CRM } from "../registry.server.ts";

let admin: SignedIn;
let ref: ConnectionRef;
let deal: string;
beforeEach(async () => {
  const workspace = await aWorkspace();
  admin = await aMember(workspace, { role: "admin" });
  ref = await aMockCrm(admin);
  deal = await aMockRecord(admin, { values: { Name: "Okabe pilot", Amount: 24_000 } });
});

const { crm } = MOCK_CRM;
const call = <T>(run: (access: VendorAccess) => Promise<T>): Promise<T> =>
  callVendor(MOCK_CRM, ref, run);
const find = (names: string[] = ["Name", "Amount", "NextStep"]) =>
  call((access) =>
    crm.findRecord(
      access,
      "deal",
      deal,
      names.map((name) => ({ name, type: "text" as const })),
    ),
  );
const update = (values: Parameters<typeof crm.updateRecord>[3], id = deal) =>
  call((access) => crm.updateRecord(access, "deal", id, values));
const faultOf = async (asked: Promise<unknown>) => {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof VendorFault ? [error.code, error.field] : error;
};

test("is connected by one act, without a key, and looks like any connection", async () => {
  const row = await db.connection.findFirstOrThrow({
    where: ref,
    select: { state: true, accountLabel: true, connectedById: true, quotaMax: true },
  });
  expect(row).toEqual({
    ...{ state: "connected", accountLabel: "Demo CRM" },
    ...{ connectedById: admin.memberId, quotaMax: null },
  });
  await expect(aMockCrm(admin)).resolves.toEqual(ref);
  expect(crmOf({ provider: "mock" })).toBe(crm);
  expect(crmOf({ provider: "nobody" })).toBeNull();
});

test("reads and writes records, each with who changed it last", async () => {
  await expect(find()).resolves.toMatchObject({
    ...{ id: deal, values: { Name: "Okabe pilot", Amount: 24_000, NextStep: null } },
    modifiedBy: "somebody",
  });
  await update({ NextStep: "次の打ち合わせ" });
  await expect(find()).resolves.toMatchObject({
    values: { NextStep: "次の打ち合わせ", Amount: 24_000 },
    modifiedBy: "parley",
  });
  const gone = call((access) => crm.findRecord(access, "deal", "nowhere", []));
  await expect(gone).resolves.toBeNull();
});

test("a record has the id it was made with, until it is gone", async () => {
  const now = (id: string) => call((access) => crm.currentId(access, "deal", id));
  await expect(now(deal)).resolves.toBe(deal);
  await expect(now("nowhere")).resolves.toBeNull();
});

test("shows a workspace nothing of another", async () => {
  const other = await aMember(await aWorkspace(), { role: "admin" });
  const theirs = await aMockCrm(other);
  const record = callVendor(MOCK_CRM, theirs, (access) =>
    crm.findRecord(access, "deal", deal, [{ name: "Name", type: "text" }]),
  );
  await expect(record).resolves.toBeNull();
  const written = callVendor(MOCK_CRM, theirs, (access) =>
    crm.updateRecord(access, "deal", deal, { Amount: 1 }),
  );
  await expect(faultOf(written)).resolves.toEqual(["not_found", null]);
});

test.each([
  [{ Nope__c: "x" }, "unknown_field", "Nope__c"],
  [{ LastModifiedDate: "2026-11-25T00:00:00Z" }, "not_writeable", "LastModifiedDate"],
  [{ StageName: "Evaluation" }, "restricted_picklist", "StageName"],
  [{ Interests__c: "Planning;Cooking" }, "restricted_picklist", "Interests__c"],
  [{ NextStep: "x".repeat(256) }, "too_long", "NextStep"],
  [{ Amount: "24000" }, "wrong_type", "Amount"],
  [{ CloseDate: "soon" }, "wrong_type", "CloseDate"],
  [{ Budget_Confirmed__c: "yes" }, "wrong_type", "Budget_Confirmed__c"],
  [{ StageName: null }, "required_missing", "StageName"],
])("refuses %o as a CRM does: %s", async (values, code, field) => {
  await expect(faultOf(update(values))).resolves.toEqual([code, field]);
  await expect(mockValues(admin, "deal", deal)).resolves.toMatchObject({ modifiedBy: "somebody" });
});

const ACTIVITY: CrmActivity = {
  ...{ kind: "task", subject: "Call", body: "要点", at: "2026-11-25T23:00:00.000Z" },
  ...{
    day: "2026-11-26",
    durationMs: 60_000,
    dealId: "d",
    contactIds: ["c"],
    ownerId: null,
    writeKey: "key-1",
  },
};

test("makes an activity, and finds it again by its key", async () => {
  const id = await call((access) => crm.createActivity(access, ACTIVITY));
  await expect(call((access) => crm.findActivity(access, ACTIVITY))).resolves.toBe(id);
  const other = { ...ACTIVITY, writeKey: "key-2" };
  await expect(call((access) => crm.findActivity(access, other))).resolves.toBeNull();
  await expect(mockValues(admin, "task", id)).resolves.toMatchObject({
    values: { Subject: "Call", WhatId: "d", WhoId: "c", ActivityDate: "2026-11-26" },
  });
});

test("knows its users by their e-mail address", async () => {
  const id = await aMockRecord(admin, { object: "user", values: { Email: "aki@parley.test" } });
  await expect(call((access) => crm.findUser(access, "Aki@Parley.test"))).resolves.toBe(id);
  await expect(call((access) => crm.findUser(access, "no@parley.test"))).resolves.toBeNull();
});

describe("faults on demand", () => {
  test.each(["restricted_picklist", "too_long", "validation_rule", "locked"] as MockFault[])(
    "%s once, and nothing is written",
    async (fault) => {
      await aMockFault(admin, fault, { field: "NextStep" });
      await expect(faultOf(update({ NextStep: "a" }))).resolves.toEqual([fault, "NextStep"]);
      await expect(find()).resolves.toMatchObject({ values: { NextStep: null } });
      await update({ NextStep: "a" });
      await expect(find()).resolves.toMatchObject({ values: { NextStep: "a" } });
    },
  );

  test("unavailable before, and after it was applied", async () => {
    await aMockFault(admin, "unavailable");
    await expect(faultOf(update({ NextStep: "a" }))).resolves.toEqual(["unavailable", null]);
    await expect(find()).resolves.toMatchObject({ values: { NextStep: null } });
    await aMockFault(admin, "unavailable_after_write");
    await expect(faultOf(update({ NextStep: "a" }))).resolves.toEqual(["unavailable", null]);
    await expect(find()).resolves.toMatchObject({ values: { NextStep: "a" } });
  });

  test("a limit that is waited out, a token that is renewed", async () => {
    await aMockFault(admin, "rate_limited");
    await aMockFault(admin, "expired_token");
    const before = await db.connection.findFirstOrThrow({
      where: ref,
      select: { accessTokenEnc: true },
    });
    await expect(find()).rejects.toThrow("unauthorised");
    await aMockFault(admin, "expired_token");
    await expect(find()).resolves.not.toBeNull();
    const after = await db.connection.findFirstOrThrow({
      where: ref,
      select: { accessTokenEnc: true, state: true },
    });
    expect(after.accessTokenEnc).not.toEqual(before.accessTokenEnc);
    expect(after.state).toBe("connected");
  });

  test("signed out: the connection breaks", async () => {
    await aMockFault(admin, "signed_out");
    await aMockFault(admin, "expired_token");
    await expect(faultOf(find())).resolves.toEqual(["unauthorised", null]);
    await expect(
      db.connection.findFirstOrThrow({ where: ref, select: { state: true, fault: true } }),
    ).resolves.toEqual({ state: "broken", fault: "grant_refused" });
  });

  test("conflict: somebody else has changed the field when it is read", async () => {
    await aMockFault(admin, "conflict", { field: "Amount" });
    await expect(find()).resolves.toMatchObject({
      values: { Amount: 24_001 },
      modifiedBy: "mika.sato",
    });
    await expect(find()).resolves.toMatchObject({ values: { Amount: 24_001 } });
  });

  test("fields that are deleted or renamed stay so", async () => {
    await aMockFault(admin, "field_deleted", { field: "NextStep" });
    await aMockFault(admin, "field_renamed", { field: "Pain_Points__c" });
    await aMockFault(admin, "option_removed", { field: "StageName" });
    for (const _ of [1, 2]) {
      const fields = await call((access) => crm.listFields(access, "deal"));
      const names = fields.map(({ name }) => name);
      expect(names).not.toContain("NextStep");
      expect(names).not.toContain("Pain_Points__c");
      expect(fields.find(({ name }) => name === "Pain_Points_v2__c")?.label).toBe("Pain points");
      const stage = fields.find(({ name }) => name === "StageName");
      expect(stage?.options[0]).toMatchObject({ value: "Qualification", isActive: false });
    }
    await expect(faultOf(update({ NextStep: "a" }))).resolves.toEqual([
      "unknown_field",
      "NextStep",
    ]);
    await expect(faultOf(find(["NextStep"]))).resolves.toEqual(["unknown_field", "NextStep"]);
  });
});
