import { beforeEach, describe, expect, test } from "vitest";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import { disconnect } from "#app/core/domain/connection/disconnect.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import {
  addRow,
  changeMapping,
  changeRow,
  removeRow,
  useField,
} from "#app/core/domain/mapping/mapping-writes.server.ts";
import { MOCK_CRM } from "#app/core/integrations/registry.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aDeal, aMember } from "#tests/support/factories.ts";
import { aMockCrm, aMockFault, aMockRecord } from "#tests/support/mock-crm.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aHouse, content, type House, summarise } from "#tests/support/summaries.ts";
import { getMappingPage, type MappingQuery } from "./mapping.server.ts";
import { placeOf, refreshFields } from "./mapping-place.server.ts";

await queueForFile();

const common = {
  ...{ instruction: "", required: false, maxLength: null },
  ...{ example: "", ifNotDiscussed: "", wordsToLookFor: [] },
};
const competitor = {
  ...{ ...common, key: "competitor", title: "Competitor", type: "enum" as const },
  options: ["Routely", "Hauly", "None"].map((value) => ({ value, synonyms: [] })),
};

let house: House;
let connection: { workspaceId: string; id: string };
beforeEach(async () => {
  const { sections } = content();
  house = await aHouse({ sections: [...sections, competitor], enginePolicy: "highlights" });
  connection = await aMockCrm(house.admin);
});

const address = () => ({ templateId: house.templateId, crm: "mock" as const, connection: null });
const place = () => placeOf(house.admin, address());
const page = (query: Partial<MappingQuery> = {}, more: { crm?: CrmSlug } = {}) =>
  getMappingPage(
    house.admin,
    { ...address(), ...more },
    { row: null, section: null, object: null, call: null, ...query },
  );
const ROW = {
  ...{ section: "pain", object: "deal" as const, field: "Pain_Points__c" },
  ...{ rule: "append_newest" as const, review: "owner" as const },
  ...{ translation: [], noMatch: "leave_empty" as const },
};
type Wanted = Parameters<typeof addRow>[2];
const add = (more: Partial<Wanted> = {}) => addRow(house.admin, place(), { ...ROW, ...more });
const refusal = async (asked: Promise<unknown>) => {
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  return error instanceof DomainError ? [error.code, error.fields] : error;
};

describe("rows", () => {
  test("begin a mapping, and say what they map and into what", async () => {
    await expect(page()).resolves.toMatchObject({ mapping: null, rows: [], isConnected: true });
    const { rowId } = await add();
    const { mapping, rows } = await page();
    expect(mapping).toMatchObject({ dryRunLeft: 0, isSandbox: false, version: 1 });
    expect(rows).toMatchObject([
      {
        ...{ id: rowId, field: "Pain_Points__c", fieldLabel: "Pain points", version: 1 },
        source: { title: "Pain", type: "bullets" },
        now: { type: "longtext", length: 4_000 },
        health: { trouble: null, note: null },
      },
    ]);
  });

  test.each([
    [{ field: "Probability" }, { field: ["field_impossible"] }],
    [{ field: "NextStep" }, { field: ["field_impossible"] }],
    [{ field: "LastModifiedDate" }, { field: ["field_not_writeable"] }],
    [{ field: "Nope__c" }, { field: ["field_gone"] }],
    [{ section: "nothing" }, { section: ["invalid_choice"] }],
    [{ rule: "only_increase" as const }, { rule: ["invalid_choice"] }],
    [{ object: "task" as const, field: "Description" }, { rule: ["invalid_choice"] }],
  ])("%o is refused", async (more, fields) => {
    await expect(refusal(add(more))).resolves.toEqual(["validation_failed", fields]);
    await expect(db.mappingRow.count({ where: { workspaceId: house.workspaceId } })).resolves.toBe(
      0,
    );
  });

  test("a field has one row", async () => {
    await add();
    await expect(refusal(add({ section: "*" }))).resolves.toEqual([
      "validation_failed",
      { field: ["field_taken"] },
    ]);
    await add({ section: "*", object: "task", field: "Description", rule: "one_per_call" });
  });

  test("options are translated into values in use, and into nothing else", async () => {
    const wanted = {
      section: "competitor",
      field: "MainCompetitor__c",
      rule: "overwrite" as const,
    };
    const translation: [string, string | null][] = [
      ["Routely", "Routely"],
      ["Hauly", null],
      ["None", ""],
      ["Never said", "Other"],
    ];
    await expect(refusal(add({ ...wanted, translation: [["Hauly", "Hauly"]] }))).resolves.toEqual([
      "validation_failed",
      { translation: ["value_gone"] },
    ]);
    await expect(refusal(add({ ...wanted, noMatch: "other" }))).resolves.toEqual([
      "validation_failed",
      { noMatchValue: ["invalid_choice"] },
    ]);
    await add({ ...wanted, translation, noMatch: "other", noMatchValue: "Other" });
    const { rows } = await page();
    expect(rows[0]?.options).toEqual({
      translation: { Routely: "Routely", None: "" },
      noMatch: { kind: "other", value: "Other" },
      currency: null,
    });
  });

  test("are changed by one person at a time", async () => {
    const { rowId } = await add();
    const change = { ...ROW, rowId, version: 1, review: "auto" as const };
    await changeRow(house.admin, place(), change);
    await expect(refusal(changeRow(house.admin, place(), change))).resolves.toEqual([
      "conflict",
      { "": [expect.stringMatching(/^changed_meanwhile\?name=/)] },
    ]);
    await expect(
      refusal(removeRow(house.admin, place(), { rowId, version: 1 })),
    ).resolves.toMatchObject(["conflict", {}]);
    await removeRow(house.admin, place(), { rowId, version: 2 });
    await expect(page()).resolves.toMatchObject({ rows: [] });
    await expect(db.mappingRow.count({ where: { workspaceId: house.workspaceId } })).resolves.toBe(
      1,
    );
    const entries = await db.auditEntry.findMany({
      where: { workspaceId: house.workspaceId, event: { startsWith: "mapping." } },
      select: { event: true },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ event }) => event)).toEqual([
      "mapping.row_added",
      "mapping.row_changed",
      "mapping.row_removed",
    ]);
  });

  test("are the admins' of their own workspace", async () => {
    const { rowId } = await add();
    await expect(refusal(addRow(house.rep, place(), ROW))).resolves.toMatchObject([
      "forbidden",
      {},
    ]);
    await expect(refusal(getMappingPage(house.rep, address(), NO_QUERY))).resolves.toMatchObject([
      "forbidden",
      {},
    ]);
    const other = await aHouse({ enginePolicy: "highlights" });
    await aMockCrm(other.admin);
    const theirs = placeOf(other.admin, address());
    await expect(
      refusal(removeRow(other.admin, theirs, { rowId, version: 1 })),
    ).resolves.toMatchObject(["not_found", {}]);
    await expect(
      getMappingPage(other.admin, address(), { ...NO_QUERY, row: rowId, call: house.callId }),
    ).resolves.toMatchObject({ rows: [], open: null, preview: null, calls: [] });
  });
});
const NO_QUERY = { row: null, section: null, object: null, call: null };

describe("fields that changed in the CRM", () => {
  test("turn their row red, and a renamed one is taken by one press", async () => {
    const { rowId } = await add();
    await aMockFault(house.admin, "field_renamed", { field: "Pain_Points__c" });
    await refreshFields(house.admin, address());
    const { rows } = await page();
    expect(rows[0]?.health.trouble).toEqual({
      kind: "field_gone",
      renamed: [{ name: "Pain_Points_v2__c", label: "Pain points" }],
    });
    await useField(house.admin, place(), { rowId, version: 1, field: "Pain_Points_v2__c" });
    await expect(page()).resolves.toMatchObject({
      rows: [{ field: "Pain_Points_v2__c", rule: "append_newest", health: { trouble: null } }],
    });
  });

  test("stand as last read where it is not connected, and nothing can be changed", async () => {
    const { rowId } = await add();
    await page();
    await disconnect(house.admin, MOCK_CRM);
    await expect(page({ row: rowId, call: house.callId })).resolves.toMatchObject({
      ...{ isConnected: false, preview: null, connection: { state: "disconnected" } },
      rows: [{ now: { label: "Pain points" }, health: { trouble: null } }],
    });
    await expect(refusal(add({ section: "steps", field: "NextStep" }))).resolves.toMatchObject([
      "invalid_state",
      {},
    ]);
    await expect(refusal(refreshFields(house.admin, address()))).resolves.toMatchObject([
      "invalid_state",
      {},
    ]);
  });
});

test("the form of a row has every field, what fits, and what the last record holds", async () => {
  await add();
  const record = await aMockRecord(house.admin, {
    values: { Name: "Okabe pilot", Amount: 24_000 },
  });
  await aDeal(house.admin, {
    ...{ name: "Okabe pilot", connectionId: connection.id, external: record, source: "crm" },
  });
  const { open } = await page({ row: "new", section: "budget", object: "deal" });
  const fitOf = (name: string) => open?.fields?.find((field) => field.name === name)?.fit;
  expect([fitOf("Amount"), fitOf("Probability"), fitOf("LastModifiedDate")]).toEqual([
    ...["fits", "impossible", "not_writeable"],
  ]);
  expect(open?.sample).toMatchObject({ label: "Okabe pilot", values: { Amount: 24_000 } });
  const { open: other } = await page({ row: "new", section: "*" });
  expect(other?.object).toBe("task");
});

test("a dry run is set between 0 and 200, and a sandbox is Salesforce's", async () => {
  await add();
  const change = { version: 1, dryRunLeft: 7, isSandbox: false };
  await changeMapping(house.admin, place(), change);
  await expect(page()).resolves.toMatchObject({ mapping: { dryRunLeft: 7, version: 2 } });
  await expect(refusal(changeMapping(house.admin, place(), change))).resolves.toMatchObject([
    "conflict",
    {},
  ]);
  await expect(
    refusal(changeMapping(house.admin, place(), { ...change, version: 2, isSandbox: true })),
  ).resolves.toEqual(["validation_failed", { isSandbox: ["invalid_choice"] }]);
});

describe("the preview on a past call", () => {
  const linked = async (values: Record<string, string | number | null>) => {
    const record = await aMockRecord(house.admin, { values });
    const deal = await aDeal(house.rep, {
      ...{ name: "Harbour slots", connectionId: connection.id, external: record, source: "crm" },
      currency: "USD",
    });
    await db.callDeal.create({
      data: {
        ...{ workspaceId: house.workspaceId, callId: house.callId, dealId: deal.id },
        ...{ isPrimary: true, confidence: 100, reasons: [] },
      },
    });
    return record;
  };

  test("shows before and after with the sentence, and writes nothing", async () => {
    await summarise(house);
    const values = { Name: "Harbour slots", Amount: 20_000, Pain_Points__c: "Old" };
    const record = await linked(values);
    await add();
    await add({ section: "budget", field: "Amount", rule: "only_increase" });
    await add({ section: "competitor", field: "MainCompetitor__c", rule: "overwrite" });
    await add({ section: "*", object: "task", field: "Description", rule: "one_per_call" });
    const { calls, preview } = await page({ call: house.callId });
    expect(calls).toMatchObject([{ id: house.callId }]);
    expect(preview?.records).toMatchObject({ deal: "Harbour slots" });
    expect(preview?.lines).toMatchObject([
      {
        now: "Old",
        outcome: {
          kind: "write",
          value: "2026-11-25: If the trucks come late we lose the slot at the harbour.\nOld",
        },
        evidence: [{ speaker: "Elena Duarte", t0Ms: 10_000 }],
      },
      { now: 20_000, outcome: { kind: "write", value: 60_000 } },
      { now: null, outcome: { kind: "nothing", reason: "not_discussed" } },
      { outcome: { kind: "write" } },
    ]);
    const whole = preview?.lines.at(-1)?.outcome;
    expect(whole?.kind === "write" ? whole.value : null).toMatch(/Pain[\s\S]*\/playback\//);
    const stands = await db.mockRecord.findFirstOrThrow({
      where: { workspaceId: house.workspaceId, id: record },
      select: { values: true },
    });
    expect(stands.values).toEqual(values);
    await expect(db.mockRecord.count({ where: { workspaceId: house.workspaceId } })).resolves.toBe(
      1,
    );
  });

  test("is shown on a deal that is found by name where the call is linked to none", async () => {
    await summarise(house);
    await add();
    const values = { Name: "Harbour slots", Pain_Points__c: "Old" };
    const deal = await aMockRecord(house.admin, { values });
    await aMockRecord(house.admin, { values: { Name: "Something else" } });
    const found = await page({ call: house.callId, find: "harbour" });
    expect(found.preview).toMatchObject({
      choice: { text: "harbour", deals: [{ id: deal, name: "Harbour slots" }], chosenId: null },
      lines: [{ outcome: { kind: "blocked", reason: "no_record" } }],
    });
    const chosen = await page({ call: house.callId, find: "harbour", deal });
    expect(chosen.preview).toMatchObject({
      ...{ choice: { chosenId: deal }, records: { deal: "Harbour slots" } },
      lines: [{ now: "Old", outcome: { kind: "write" }, evidence: [{ speaker: "Elena Duarte" }] }],
    });
    await expect(page({ call: house.callId, deal: "nothing" })).resolves.toMatchObject({
      preview: { choice: { chosenId: null } },
    });
    const of = { workspaceId: house.workspaceId };
    await expect(db.callDeal.count({ where: of })).resolves.toBe(0);
    await expect(db.deal.count({ where: of })).resolves.toBe(0);
  });

  test("says why a row would write nothing", async () => {
    await summarise(house);
    await add();
    const first = await page({ call: house.callId });
    expect(first.preview?.lines[0]?.outcome).toEqual({ kind: "blocked", reason: "no_record" });
    await linked({ Name: "Harbour slots" });
    await aMockFault(house.admin, "unavailable");
    const second = await page({ call: house.callId });
    expect(second.preview?.lines[0]?.outcome).toEqual({ kind: "blocked", reason: "unavailable" });
  });

  test("is of calls the admin sees: a private one is not there", async () => {
    await summarise(house);
    await db.call.updateMany({
      where: { workspaceId: house.workspaceId, id: house.callId },
      data: { visibility: "private" },
    });
    await add();
    await expect(page({ call: house.callId })).resolves.toMatchObject({ calls: [], preview: null });
    await expect(page({ call: "nonsense" })).resolves.toMatchObject({ preview: null });
    const colleague = await aMember({ id: house.workspaceId }, { role: "admin" });
    await expect(
      getMappingPage(colleague, address(), { ...NO_QUERY, call: house.callId }),
    ).resolves.toMatchObject({ preview: null });
  });
});

test("templates that are not there, or not published", async () => {
  await expect(
    refusal(getMappingPage(house.admin, { ...address(), templateId: 999 }, NO_QUERY)),
  ).resolves.toMatchObject(["not_found", {}]);
  await db.templateVersion.updateMany({
    where: { workspaceId: house.workspaceId },
    data: { state: "archived" },
  });
  await expect(page()).resolves.toMatchObject({ template: { number: null } });
  const builtIn = await getMappingPage(house.admin, { ...address(), templateId: 1 }, NO_QUERY);
  expect(builtIn.sources.length).toBeGreaterThan(3);
});
