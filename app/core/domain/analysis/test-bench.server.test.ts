import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { SignedIn } from "#tests/support/factories.ts";
import type { Section, TemplateContent } from "../template/template.schema.ts";
import { findShownRun } from "../summary/shown-run.server.ts";
import { tryTemplate } from "./test-bench.server.ts";

await queueForFile();

const common = {
  ...{ instruction: "", required: false, maxLength: null },
  ...{ example: "", ifNotDiscussed: "", wordsToLookFor: [] },
};
const budget: Section = {
  ...{ ...common, key: "budget", title: "Budget", type: "money", currency: null },
  wordsToLookFor: ["set aside"],
};
const pain: Section = {
  ...common,
  key: "pain",
  title: "Pain",
  type: "bullets",
  wordsToLookFor: ["lose"],
};
const content = (sections: Section[]): TemplateContent => ({
  ...{
    language: "en",
    sections,
    appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [] },
  },
  ...{ enginePolicy: "remote", maxCostMicros: null },
});

async function aTemplate(workspaceId: string) {
  const templateId = 101;
  await db.template.create({ data: { workspaceId, id: templateId, name: "Ours", position: 0 } });
  const versions = [
    { number: 1, state: "published" as const, content: content([pain]), publishedAt: new Date() },
    { number: 2, state: "draft" as const, content: content([pain, budget]) },
  ];
  await db.templateVersion.createMany({
    data: versions.map((version) => ({ workspaceId, templateId, ...version })),
  });
}

async function aSpokenCall(owner: SignedIn, text: string, more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, more);
  const them = await aParticipant(call, { name: "Elena Duarte" });
  const spoken = { participantId: them.id, text, t0Ms: 0, t1Ms: 9_000 };
  await aTranscript(call, [spoken]);
  return call;
}

test("a draft stands beside what is published, on past calls that the editor may see; no call shows it", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const rep = await aMember(workspace);
  await aTemplate(workspace.id);
  const seen = await aSpokenCall(
    rep,
    "We set aside sixty thousand dollars. If trucks come late we lose the slot.",
  );
  const other = await aSpokenCall(rep, "Nothing of it was said on this call today.");
  await aSpokenCall(rep, "We lose a private secret in here.", { visibility: "private" });
  await aSpokenCall(rep, "We lose a Japanese one in here.", { language: "ja" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await aSpokenCall(stranger, "We lose something elsewhere.");

  const bench = await tryTemplate(admin, 101);
  expect(bench.calls.map(({ id }) => id).sort()).toEqual([seen.id, other.id].sort());
  expect(JSON.stringify(bench)).not.toMatch(/secret|Japanese|elsewhere/);
  expect(bench).toMatchObject({
    published: { number: 1, answered: 1, of: 2 },
    draft: { number: 2, answered: 2, of: 4 },
    bySection: [
      { key: "pain", answered: 1, of: 2 },
      { key: "budget", answered: 1, of: 2 },
    ],
    cost: null,
  });
  const call = bench.calls.find(({ id }) => id === seen.id);
  expect(call?.sections).toMatchObject([
    { key: "pain", isSame: true },
    { key: "budget", isSame: false, published: null, draft: [{ value: { amount: 60_000 } }] },
  ]);
  expect(call?.sections[0]?.draft?.[0]?.evidence).toMatchObject([
    { quote: "If trucks come late we lose the slot.", speaker: "Elena Duarte" },
  ]);

  // What was tried is kept as trial runs, hidden from every call.
  expect(
    await db.summaryRun.count({ where: { workspaceId: workspace.id, purpose: "trial" } }),
  ).toBe(4);
  expect(await findShownRun(db, { workspaceId: workspace.id, callId: seen.id })).toBeNull();
});

test("what a model would cost is told before one is asked", async () => {
  const workspace = await aWorkspace({
    settings: {
      llm: { kind: "local", baseUrl: "http://10.0.0.9/v1", model: "m", priceIn: 1, priceOut: 2 },
    },
  });
  const admin = await aMember(workspace, { role: "admin" });
  await aTemplate(workspace.id);
  await aSpokenCall(admin, "We lose the slot every single week.");
  const { cost } = await tryTemplate(admin, 101);
  expect(cost?.model).toBe("m");
  expect(cost?.eachCall).toBeGreaterThan(0.0001);
  expect(cost?.eachCall).toBeLessThan(0.01);
  expect(env().LLM_URL).toBeUndefined();
});

test("only who may change templates tries them, and only those of the own workspace", async () => {
  const workspace = await aWorkspace();
  await aTemplate(workspace.id);
  for (const role of ["manager", "rep"] as const)
    await expect(tryTemplate(await aMember(workspace, { role }), 101)).rejects.toMatchObject({
      code: "forbidden",
    });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(tryTemplate(stranger, 101)).rejects.toMatchObject({ code: "not_found" });
  // Parley's own are there for everybody.
  expect(await tryTemplate(stranger, 1)).toMatchObject({ published: null, calls: [] });
});
