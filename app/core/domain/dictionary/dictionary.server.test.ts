import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aParticipant, aWorkspace } from "#tests/support/factories.ts";
import { cutWords, joinWords, spreadWords } from "../words/words.ts";
import { applyDictionary } from "./alias.ts";
import { addTerm, dictionaryFor, importTerms, listTerms, teachTerm } from "./dictionary.server.ts";
import { termSchema } from "./dictionary.schema.ts";

const term = (text: string, variants: string[] = [], more: object = {}) =>
  termSchema.parse({ term: text, variants, ...more });

test("terms are added by those who may; the same term again gains variants", async () => {
  const workspace = await aWorkspace();
  const [admin, rep] = [await aMember(workspace, { role: "admin" }), await aMember(workspace)];
  await expect(addTerm(rep, term("HubSpot"))).rejects.toMatchObject({ code: "forbidden" });
  const id = await addTerm(admin, term("HubSpot", ["hub spot", "HubSpot", "hub spot"]));
  expect(
    await addTerm(admin, term("HubSpot", ["hop spot", "hub spot"], { language: "en-GB" })),
  ).toBe(id);
  expect(await listTerms(rep)).toMatchObject([
    { term: "HubSpot", language: "en", variants: ["hop spot", "hub spot"], version: 2 },
  ]);
  expect(await listTerms(await aMember(await aWorkspace()))).toEqual([]);
  expect(
    await db.auditEntry.count({ where: { workspaceId: workspace.id, event: "term.added" } }),
  ).toBe(2);
});

test("the eleventh variant is refused, also when two arrive at once", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const some = (from: number) => Array.from({ length: 6 }, (_, n) => `v${from + n}`);
  const outcomes = await Promise.allSettled([
    addTerm(admin, term("X", some(0))),
    addTerm(admin, term("X", some(6))),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [only] = await listTerms(admin);
  expect(only?.variants).toHaveLength(6);
});

test("a correction teaches a term how it was heard, and one that is full is left as it is", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const teach = (variant: string) =>
    db.$transaction((tx) => teachTerm(tx, admin, { term: "HubSpot", variant, language: "en" }));
  await teach("hubspot");
  expect((await listTerms(admin))[0]?.variants).toEqual([]);
  for (let n = 0; n < 12; n += 1) await teach(`hub spot ${n}`);
  expect((await listTerms(admin))[0]?.variants).toHaveLength(10);
});

test("a CSV brings its good rows and tells of the others", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const csv = "term,variants,boost\nSalesforce,sales force,9\n,oops,\nCRM,c r m,\n";
  expect(await importTerms(admin, csv, "en")).toEqual({
    added: 2,
    changed: 0,
    faults: [{ row: 3, reason: "required" }],
  });
  expect(await importTerms(admin, csv, "en")).toMatchObject({ added: 0, changed: 2 });
});

test("a call's dictionary knows its people, its company and the terms of its language", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const companyId = newId();
  await db.company.create({ data: { id: companyId, workspaceId: workspace.id, name: "Globex" } });
  const call = await aCall(admin, { companyId });
  await aParticipant(call, { name: "María López" });
  await addTerm(admin, term("HubSpot", ["hub spot"], { boost: 5 }));
  await addTerm(admin, term("Rival", [], { category: "competitor" }));
  await addTerm(admin, term("プラン", ["ぷらん"], { language: "ja" }));
  const { bias, trie, version } = await dictionaryFor(workspace.id, call.id, "en-GB");
  expect(bias.map(({ text }) => text)).toEqual(["María López", "Globex", "Rival", "HubSpot"]);
  const said = spreadWords(cutWords("we use hub spot"), { startMs: 0, endMs: 2_000 });
  expect(joinWords(applyDictionary(said, trie).words)).toBe("we use HubSpot");
  await addTerm(admin, term("HubSpot", ["hop spot"]));
  expect((await dictionaryFor(workspace.id, call.id, "en")).version).not.toBe(version);
});
