import { afterEach, beforeEach, expect, test } from "vitest";
import { crmOf, MOCK_CRM } from "#app/core/integrations/registry.server.ts";
import { now, stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aMockCrm, aMockFault } from "#tests/support/mock-crm.ts";
import { disconnect } from "../connection/disconnect.server.ts";
import type { ConnectionRef } from "../connection/connection-row.server.ts";
import { findMapping, isWorking, listMappingsOf, providerOf } from "./find-mapping.server.ts";
import { findCachedFields, readFields } from "./schema-cache.server.ts";

let admin: SignedIn;
let ref: ConnectionRef;
const ends: (() => void)[] = [];
beforeEach(async () => {
  admin = await aMember(await aWorkspace(), { role: "admin" });
  ref = await aMockCrm(admin);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
const later = (minutes: number) => {
  ends.push(stopClock(new Date(now().getTime() + minutes * 60_000)));
};
const names = async (isRefresh = false) => {
  const { fields } = await readFields(MOCK_CRM, ref, "deal", { isRefresh });
  return fields?.map(({ name }) => name) ?? [];
};

test("fields are read once in 15 minutes, and whenever somebody asks", async () => {
  await expect(findCachedFields(ref, "deal")).resolves.toMatchObject({ fields: null });
  await expect(names()).resolves.toContain("NextStep");
  await aMockFault(admin, "field_deleted", { field: "NextStep" });
  await expect(names()).resolves.toContain("NextStep");
  await expect(names(true)).resolves.not.toContain("NextStep");
  await db.mockFault.deleteMany({ where: { workspaceId: admin.workspaceId } });
  await expect(names()).resolves.not.toContain("NextStep");
  later(16);
  await expect(names()).resolves.toContain("NextStep");
});

test("what was read last stands where the CRM does not answer, with the reason", async () => {
  const first = await readFields(MOCK_CRM, ref, "deal");
  later(16);
  await aMockFault(admin, "unavailable");
  await expect(readFields(MOCK_CRM, ref, "deal")).resolves.toEqual({
    ...first,
    fault: "unavailable",
  });
  await disconnect(admin, MOCK_CRM);
  await expect(readFields(MOCK_CRM, ref, "deal")).resolves.toEqual({
    ...first,
    fault: "unauthorised",
  });
  await expect(readFields(MOCK_CRM, ref, "contact")).resolves.toEqual({
    ...{ fields: null, readAt: null, fault: "unauthorised" },
  });
});

test("a mapping names its rows that stand, and the connection it writes to", async () => {
  const { workspaceId } = admin;
  const id = newId();
  const row = {
    ...{ workspaceId, mappingId: id, object: "deal", rule: "overwrite" as const },
    ...{ fieldLabel: "Next step", fieldType: "text", review: "owner" as const },
  };
  await db.mapping.create({
    data: { workspaceId, id, templateId: 101, crm: "mock", dryRunLeft: 0 },
    select: { id: true },
  });
  await db.mappingRow.createMany({
    data: [
      { ...row, id: newId(), ord: 1, section: "b", field: "NextStep" },
      { ...row, id: newId(), ord: 0, section: "a", field: "Description" },
      { ...row, id: newId(), ord: 2, section: "c", field: "Amount", removedAt: new Date() },
    ],
  });
  const found = await findMapping(db, { workspaceId, templateId: 101, crm: "mock" });
  expect(found?.rows.map(({ section }) => section)).toEqual(["a", "b"]);
  expect(found?.rows[0]?.options).toEqual({
    ...{ translation: {}, noMatch: { kind: "leave_empty" }, currency: null },
  });
  expect(found?.connection).toEqual({
    ...ref,
    provider: "mock",
    state: "connected",
    accountLabel: "Demo CRM",
  });
  expect(isWorking(found?.connection ?? null)).toBe(true);
  expect(crmOf({ provider: found?.connection?.provider ?? "" })).toBe(MOCK_CRM.crm);
  const other = await aWorkspace();
  await expect(listMappingsOf(db, { workspaceId: other.id, templateId: 101 })).resolves.toEqual([]);
  expect([providerOf("salesforce", true), providerOf("hubspot", true)]).toEqual([
    "salesforce-sandbox",
    "hubspot",
  ]);
});
