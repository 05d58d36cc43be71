import { describe, expect, test } from "vitest";
import { templateCommands } from "#app/core/pages/template-commands.server.ts";
import { getTemplatePage } from "#app/core/pages/template.server.ts";
import { templatesCommands } from "#app/core/pages/templates-commands.server.ts";
import { getTemplatesPage } from "#app/core/pages/templates.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { askCommand } from "#tests/support/commands.ts";
import {
  aCall,
  aDeal,
  aDealStage,
  aLabel,
  aMember,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { A_CONTENT } from "#tests/support/template-content.ts";
import { aTemplate } from "#tests/support/templates.ts";
import { highlightsFor, modelOf } from "../analysis/run-plan.server.ts";
import { findSpokenCall } from "../transcript/spoken.server.ts";
import { modelForm } from "../summary/engine.schema.ts";
import { changeEngineSettings } from "../summary/engine.server.ts";
import { LIMITS } from "../limits.ts";
import { OUTPUT_TYPES } from "../summary/output.ts";
import { chooseTemplate, findTemplateVersion, listTemplatesFor } from "./choose.server.ts";
import { exportTemplate } from "./exchange.server.ts";
import { textsOf } from "./template-forms.schema.ts";
import type { MadeTemplate } from "./template-writes.server.ts";

const none = { tab: null, section: null, compare: null };
const onList = (actor: SignedIn, input: Record<string, unknown>) =>
  askCommand(templatesCommands, actor, input, {});
/** The same of a command that makes a template. */
async function make(actor: SignedIn, input: Record<string, unknown>): Promise<MadeTemplate> {
  const made = await onList(actor, input);
  if (!made) throw new Error("nothing was made");
  return made;
}
const onPage = (actor: SignedIn, templateId: number, input: Record<string, unknown>) =>
  askCommand(templateCommands, actor, input, { templateId });
const pageOf = (actor: SignedIn, id: number, query = {}) =>
  getTemplatePage(actor, id, { ...none, ...query });
const anAdmin = async () => {
  const workspace = await aWorkspace();
  return { workspace, admin: await aMember(workspace, { role: "admin" }) };
};
/** Saves one section of the page as it stands, with some fields changed. */
async function save(actor: SignedIn, id: number, key: string, fields: Record<string, unknown>) {
  const { section, stamps } = await pageOf(actor, id, { section: key });
  if (!section) throw new Error(`no section ${key}`);
  const {
    required: _required,
    maxLength: _most,
    builtIn,
    usesBuiltIn,
    ...texts
  } = textsOf(section);
  // As a form is read: what is empty is not there.
  const rules = builtIn === "" ? {} : { builtIn, usesBuiltIn: usesBuiltIn === "on" };
  const form = { ...texts, ...rules, was: key, version: stamps.section };
  return onPage(actor, id, { intent: "change_section", ...form, ...fields });
}
const publish = async (actor: SignedIn, id: number, note = "A reason") =>
  onPage(actor, id, {
    intent: "publish",
    note,
    version: (await pageOf(actor, id)).stamps.content,
  });

describe("a copy of one of Parley's own", () => {
  test("is a draft that no call gets until it is published", async () => {
    const { workspace, admin } = await anAdmin();
    const { templateId: id } = await make(admin, { intent: "duplicate_template", templateId: 2 });
    expect(id).toBe(101);
    const { template } = await pageOf(admin, id);
    expect(template).toMatchObject({ name: "Discovery (copy)", isDraft: true, number: 1 });
    expect(template.content.sections.map(({ key }) => key)).toContain("authority");
    const call = await aCall(admin, { language: "en" });
    const choose = () =>
      db.$transaction((tx) =>
        chooseTemplate(tx, { workspaceId: workspace.id, callId: call.id, language: "en" }),
      );
    expect(await choose()).toMatchObject({ id: 1, isBuiltIn: true });
    await publish(admin, id);
    expect(await choose()).toMatchObject({ id, number: 1, isBuiltIn: false });
    await onList(admin, { intent: "archive_template", templateId: id });
    expect(await choose()).toMatchObject({ id: 1 });
  });

  test("keeps the rules of its sections whatever they are called, as long as they are wanted", async () => {
    const { workspace, admin } = await anAdmin();
    const { templateId: id } = await make(admin, { intent: "duplicate_template", templateId: 1 });
    const lines = [
      ["C", "I am drowning in paper since the spring, honestly."],
      ["R", "We had a fine lunch beside the river yesterday."],
    ] as const;
    const call = await aCall(admin, { language: "en" });
    await aTranscript(
      call,
      lines.map(([, text], n) => ({ text, t0Ms: n * 5_000, t1Ms: n * 5_000 + 4_000 })),
    );
    const spoken = await findSpokenCall(workspace.id, call.id);
    if (!spoken) throw new Error("no words");
    const quotes = async (): Promise<string[]> => {
      const template = await findTemplateVersion(db, workspace.id, id, 1);
      if (!template) throw new Error("no template");
      return highlightsFor(spoken, template)
        .outputs.filter(({ section }) => section === "hurts")
        .flatMap(({ evidence }) => evidence.map(({ quote }) => quote));
    };
    const changed = { title: "Where it hurts", key: "hurts", instruction: "", words: "" };
    await save(admin, id, "issue", { ...changed });
    expect(await quotes()).toEqual([lines[0][1]]);
    await save(admin, id, "hurts", { ...changed, usesBuiltIn: false });
    expect(await quotes()).toEqual([]);
    const { template } = await pageOf(admin, id);
    expect(template.content.sections.find(({ key }) => key === "hurts")).toMatchObject({
      builtIn: { key: "issue", isUsed: false },
    });
    expect(template.content.sections.find(({ key }) => key === "next_action")).not.toHaveProperty(
      "builtIn",
    );
  });

  test("can be made of what is read-only, which itself refuses to change", async () => {
    const { admin } = await anAdmin();
    await expect(
      onPage(admin, 1, { intent: "add_section", title: "More", type: "text" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("sections", () => {
  test("of every type are added, and keep what their type asks for", async () => {
    const { workspace, admin } = await anAdmin();
    const id = await aTemplate(workspace, { content: { sections: [] } });
    for (const type of OUTPUT_TYPES)
      await onPage(admin, id, { intent: "add_section", title: `The ${type}`, type });
    const { template } = await pageOf(admin, id);
    expect(template.content.sections.map(({ type }) => type)).toEqual([...OUTPUT_TYPES]);
    expect(template).toMatchObject({ number: 2, isDraft: true });
    await save(admin, id, "the_enum", {
      options: "Salesforce: sales force, SFDC\nHubSpot",
      words: "system, tool",
    });
    await save(admin, id, "the_table", { columns: "What\nWho" });
    const { section } = await pageOf(admin, id, { section: "the_enum" });
    expect(section).toMatchObject({
      options: [
        { value: "Salesforce", synonyms: ["sales force", "SFDC"] },
        { value: "HubSpot", synonyms: [] },
      ],
      wordsToLookFor: ["system", "tool"],
    });
    const { section: table } = await pageOf(admin, id, { section: "the_table" });
    expect(table).toMatchObject({ columns: ["What", "Who"] });
  });

  test("are refused with what is wrong with them", async () => {
    const { workspace, admin } = await anAdmin();
    const id = await aTemplate(workspace);
    await expect(save(admin, id, "budget", { key: "pain" })).rejects.toMatchObject({
      fields: { key: ["key_used"] },
    });
    await expect(save(admin, id, "budget", { key: "Pain!" })).rejects.toThrow("invalid_key");
    await expect(save(admin, id, "budget", { type: "enum", options: "" })).rejects.toThrow(
      "needs_options",
    );
    await expect(save(admin, id, "budget", { type: "enum", options: "A\na" })).rejects.toThrow(
      "twice",
    );
    await expect(save(admin, id, "budget", { currency: "euro" })).rejects.toThrow("currency");
  });

  test("move, go, and are twenty at most", async () => {
    const { workspace, admin } = await anAdmin();
    const id = await aTemplate(workspace);
    const keys = async () => (await pageOf(admin, id)).template.content.sections.map((s) => s.key);
    await onPage(admin, id, { intent: "move_section", key: "pain", by: -1 });
    expect(await keys()).toEqual(["pain", "budget"]);
    await onPage(admin, id, { intent: "move_section", key: "pain", by: -1 });
    expect(await keys()).toEqual(["pain", "budget"]);
    await onPage(admin, id, { intent: "remove_section", key: "pain" });
    expect(await keys()).toEqual(["budget"]);
    for (let n = 1; n < LIMITS.templateSections; n += 1)
      await onPage(admin, id, { intent: "add_section", title: "Budget", type: "text" });
    expect(await keys()).toContain("budget_20");
    await expect(
      onPage(admin, id, { intent: "add_section", title: "One more", type: "text" }),
    ).rejects.toMatchObject({ code: "limit_reached" });
  });
});

describe("two editors at once", () => {
  test("of one section: the second is told who was quicker, and of another one nothing is lost", async () => {
    const { workspace, admin } = await anAdmin();
    const other = await aMember(workspace, { role: "admin", name: "Aki Sato" });
    const id = await aTemplate(workspace);
    const { stamps, section } = await pageOf(admin, id, { section: "budget" });
    await save(other, id, "budget", { title: "Their budget" });
    const form = { was: "budget", key: "budget", title: "My budget", type: "money" };
    const mine = { intent: "change_section", ...form, version: stamps.section };
    expect(section?.title).toBe("Budget");
    await expect(onPage(admin, id, mine)).rejects.toMatchObject({
      code: "conflict",
      fields: { "": [expect.stringContaining("changed_meanwhile?name=Aki+Sato")] },
    });
    await save(admin, id, "pain", { title: "What hurts" });
    const { template } = await pageOf(admin, id);
    expect(template.content.sections.map(({ title }) => title)).toEqual([
      "Their budget",
      "What hurts",
    ]);
  });

  test("nobody publishes what they have not seen", async () => {
    const { workspace, admin } = await anAdmin();
    const id = await aTemplate(workspace, { states: ["published", "draft"] });
    const { stamps } = await pageOf(admin, id);
    await save(admin, id, "pain", { title: "What hurts" });
    const form = { intent: "publish", note: "Seen", version: stamps.content };
    await expect(onPage(admin, id, form)).rejects.toMatchObject({ code: "conflict" });
    await expect(publish(admin, id)).resolves.toMatchObject({ facts: { number: "2" } });
  });
});

describe("versions", () => {
  test("are published with a note, compared, and published again, with the draft behind", async () => {
    const { workspace, admin } = await anAdmin();
    const id = await aTemplate(workspace);
    await save(admin, id, "budget", { title: "What it may cost" });
    await publish(admin, id, "Clearer question");
    await onPage(admin, id, { intent: "add_section", title: "Timing", type: "date" });
    const { template } = await pageOf(admin, id, { tab: "versions", compare: "1" });
    expect(template.versions).toMatchObject([
      { number: 3, state: "draft" },
      { number: 2, state: "published", note: "Clearer question", by: admin.name },
      { number: 1, state: "archived" },
    ]);
    expect(template.compared).toMatchObject({
      number: 1,
      diff: {
        sections: [
          { key: "budget", kind: "changed", fields: ["title"] },
          { key: "timing", kind: "added" },
        ],
      },
    });
    await onPage(admin, id, { intent: "roll_back", number: 1 });
    const after = (await pageOf(admin, id)).template;
    expect(after.versions.map(({ number, state }) => [number, state])).toEqual([
      [4, "draft"],
      [3, "published"],
      [2, "archived"],
      [1, "archived"],
    ]);
    const found = await findTemplateVersion(db, workspace.id, id, 3);
    expect(found?.content).toEqual(A_CONTENT);
    expect(await findTemplateVersion(db, workspace.id, id, 9)).toBeNull();
    await onPage(admin, id, { intent: "discard" });
    expect((await pageOf(admin, id)).template).toMatchObject({ number: 3, isDraft: false });
    await expect(onPage(admin, id, { intent: "roll_back", number: 3 })).rejects.toMatchObject({
      code: "invalid_state",
    });
  });

  test("need a section and a note", async () => {
    const { admin } = await anAdmin();
    const { templateId: id } = await make(admin, {
      intent: "make_template",
      name: "Empty",
      language: "en",
    });
    await expect(publish(admin, id)).rejects.toMatchObject({ fields: { "": ["needs_sections"] } });
    await expect(publish(admin, id, " ")).rejects.toThrow("note");
    await expect(onPage(admin, id, { intent: "discard" })).rejects.toMatchObject({
      code: "invalid_state",
    });
  });
});

describe("the order", () => {
  test("decides which template a call gets: by label, merged ones too, team and kind", async () => {
    const { workspace, admin } = await anAdmin();
    const team = await aTeam(workspace);
    const label = await aLabel(workspace);
    const old = await aLabel(workspace, { mergedInto: label.id, mergedAt: new Date() });
    const rule = (appliesTo: object) => ({
      appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [], ...appliesTo },
    });
    const byLabel = await aTemplate(workspace, {
      position: 1,
      content: rule({ labelIds: [old.id] }),
    });
    const byTeam = await aTemplate(workspace, {
      position: 2,
      content: rule({ teamIds: [team.id], kinds: ["phone"] }),
    });
    await aTemplate(workspace, { position: 0, states: ["draft"] });
    const call = await aCall(admin, { teamId: team.id, kind: "phone" });
    const chosen = async (language = "en") =>
      db.$transaction((tx) =>
        chooseTemplate(tx, { workspaceId: workspace.id, callId: call.id, language }),
      );
    expect((await chosen()).id).toBe(byTeam);
    await db.callLabel.create({
      data: { workspaceId: workspace.id, callId: call.id, labelId: label.id, isByHand: true },
    });
    expect((await chosen()).id).toBe(byLabel);
    await onList(admin, { intent: "move_template", templateId: byTeam, place: 1 });
    expect((await chosen()).id).toBe(byTeam);
    expect((await chosen("ja")).id).toBe(3);
    // By the stage of its deal, before all others; a deal that it may be about only decides nothing.
    const stage = await aDealStage(workspace);
    const byStage = await aTemplate(workspace, {
      position: -1,
      content: rule({ stageIds: [stage.id] }),
    });
    const { id: dealId } = await aDeal(admin, { stageId: stage.id });
    const key = { workspaceId: workspace.id, callId: call.id, dealId };
    await db.callDeal.create({ data: { ...key, confidence: 50, reasons: [] } });
    expect((await chosen()).id).toBe(byTeam);
    await db.callDeal.updateMany({ where: key, data: { isPrimary: true } });
    expect((await chosen()).id).toBe(byStage);
    const all = await db.$transaction((tx) => listTemplatesFor(tx, workspace.id));
    expect(all.map(({ id }) => id)).toEqual([byStage, byTeam, byLabel, 1, 2, 3, 4]);
  });

  test("has new ones on top: the next call gets what was published last", async () => {
    const { workspace, admin } = await anAdmin();
    const before = await aTemplate(workspace, { name: "Before", position: 1 });
    const { templateId: id } = await make(admin, { intent: "duplicate_template", templateId: 1 });
    await publish(admin, id);
    const { inUse } = await getTemplatesPage(admin, { tab: null, open: null });
    expect(inUse.map((line) => [line.id, line.place])).toEqual([
      [id, 1],
      [before, 2],
    ]);
  });

  test("says which template a call gets, and why, for calls that may be seen", async () => {
    const { workspace, admin } = await anAdmin();
    const rep = await aMember(workspace);
    const label = await aLabel(workspace, { name: "Discovery" });
    const other = await aLabel(workspace, { name: "Other" });
    const rule = { kinds: ["phone", "upload"] as ("phone" | "upload")[], stageIds: [] };
    const id = await aTemplate(workspace, {
      ...{ name: "Ours", position: 1 },
      content: { appliesTo: { ...rule, labelIds: [label.id, other.id], teamIds: [] } },
    });
    const call = await aCall(admin, { language: "en", kind: "upload", title: "Fleet talk" });
    const ask = async (actor: SignedIn, callId: string) =>
      (await getTemplatesPage(actor, { tab: null, open: null, call: callId })).asked;
    expect(await ask(admin, call.id)).toMatchObject({
      ...{ template: { id: 1 }, reason: { by: "rest" } },
    });
    await db.callLabel.create({
      data: { workspaceId: workspace.id, callId: call.id, labelId: label.id, isByHand: true },
    });
    expect(await ask(admin, call.id)).toEqual({
      call: { id: call.id, title: "Fleet talk" },
      template: { id, name: "Ours" },
      reason: {
        ...{ by: "rule", language: "en" },
        rule: { kinds: ["upload"], labels: ["Discovery"], teams: [], stages: [] },
      },
    });
    const hidden = await aCall(rep, { language: "en", visibility: "private" });
    for (const nothing of [hidden.id, newId(), "x", ""])
      expect(await ask(admin, nothing)).toBeNull();
    expect(await ask(rep, call.id)).toBeNull();
    const { calls } = await getTemplatesPage(admin, { tab: null, open: null });
    expect(calls.map(({ title }) => title)).toEqual(["Fleet talk"]);
    expect((await getTemplatesPage(rep, { tab: null, open: null })).calls).toEqual([]);
  });

  test("says which one is never reached", async () => {
    const { workspace, admin } = await anAdmin();
    await aTemplate(workspace, { name: "All", position: 1 });
    const narrow = await aTemplate(workspace, {
      position: 2,
      content: { appliesTo: { kinds: ["phone"], labelIds: [], teamIds: [], stageIds: [] } },
    });
    const line = async () =>
      (await getTemplatesPage(admin, { tab: null, open: null })).inUse.find(
        ({ id }) => id === narrow,
      );
    expect(await line()).toMatchObject({ takenBy: { name: "All", place: 1 }, place: 2 });
    await onList(admin, { intent: "move_template", templateId: narrow, place: 1 });
    expect(await line()).toMatchObject({ takenBy: null, place: 1 });
  });
});

describe("what is read", () => {
  test("are the published ones for who may not change them, without drafts and archive", async () => {
    const { workspace, admin } = await anAdmin();
    const rep = await aMember(workspace);
    const shown = await aTemplate(workspace, { states: ["published", "draft"] });
    const draft = await aTemplate(workspace, { states: ["draft"] });
    const gone = await aTemplate(workspace, { archivedAt: new Date() });
    await save(admin, shown, "budget", { title: "Not yet" });
    const { inUse, drafts, archived, canChange } = await getTemplatesPage(rep, {
      tab: "archived",
      open: null,
    });
    expect([inUse.map(({ id }) => id), drafts, archived, canChange]).toEqual([
      [shown],
      [],
      [],
      false,
    ]);
    const { template } = await pageOf(rep, shown);
    expect(template.content.sections[0]?.title).toBe("Budget");
    expect(template.versions).toHaveLength(1);
    for (const id of [draft, gone])
      await expect(pageOf(rep, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(exportTemplate(rep, shown)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("counts calls and answers with a quote among the calls the reader may see", async () => {
    const { workspace, admin } = await anAdmin();
    const rep = await aMember(workspace);
    const id = await aTemplate(workspace);
    const call = await aCall(admin, { visibility: "private", language: "en" });
    const transcript = await aTranscript(call, []);
    const run = async (purpose: "live" | "trial") => {
      const runId = newId();
      const { id: workspaceId } = workspace;
      await db.summaryRun.create({
        data: {
          ...{ id: runId, workspaceId, callId: call.id, transcriptId: transcript.id, purpose },
          ...{ templateId: id, templateVersion: 1, engine: "highlights@2", state: "done" },
        },
      });
      for (const [ord, section] of ["budget", "pain"].entries()) {
        const outputId = newId();
        await db.summaryOutput.create({
          data: {
            ...{ id: outputId, workspaceId, runId, section, ord, type: "bullets" },
            certainty: ord === 0 ? "said" : "not_discussed",
          },
        });
        if (ord === 0)
          await db.evidence.create({
            data: {
              ...{ id: newId(), workspaceId, outputId, ownerKind: "output", ownerId: outputId },
              ...{ ord: 0, baseId: transcript.id, segment: 0, t0Ms: 0, t1Ms: 1, quote: "x" },
            },
          });
      }
    };
    await run("live");
    await run("live");
    await run("trial");
    const lineFor = async (actor: SignedIn) =>
      (await getTemplatesPage(actor, { tab: null, open: null })).inUse.find(
        (line) => line.id === id,
      );
    expect(await lineFor(admin)).toMatchObject({ calls: 1, coverage: { answered: 1, of: 2 } });
    expect(await lineFor(rep)).toMatchObject({ calls: 0, coverage: null });
  });
});

describe("a file", () => {
  test("of one workspace is a draft in another, with the labels that are there by name", async () => {
    const { workspace, admin } = await anAdmin();
    const label = await aLabel(workspace, { name: "Renewal" });
    const team = await aTeam(workspace, { name: "Osaka" });
    const stage = await aDealStage(workspace, { name: "Proposal" });
    const appliesTo = {
      ...{ kinds: ["phone" as const], labelIds: [label.id], teamIds: [team.id] },
      stageIds: [stage.id],
    };
    const id = await aTemplate(workspace, { content: { appliesTo } });
    const text = JSON.stringify(await exportTemplate(admin, id));
    const { workspace: second, admin: their } = await anAdmin();
    const own = await aLabel(second, { name: "Renewal" });
    const ownStage = await aDealStage(second, { name: "Proposal" });
    const made = await make(their, { intent: "import_template", text });
    expect(made.facts["left"]).toBe("Osaka");
    const { template } = await pageOf(their, made.templateId);
    expect(template.isDraft).toBe(true);
    expect(template.content).toEqual({
      ...A_CONTENT,
      appliesTo: { kinds: ["phone"], labelIds: [own.id], teamIds: [], stageIds: [ownStage.id] },
    });
  });

  test("of an older version comes without the choice it had of answers that need no quote", async () => {
    const { workspace, admin } = await anAdmin();
    const written = await exportTemplate(admin, await aTemplate(workspace));
    const sections = written.template.sections.map((section, n) => ({
      ...section,
      evidenceRequired: n === 0,
    }));
    const text = JSON.stringify({ ...written, template: { ...written.template, sections } });
    const { templateId } = await make(admin, { intent: "import_template", text });
    const { template } = await pageOf(admin, templateId);
    expect(template.content.sections).toEqual(written.template.sections);
  });

  test("as a file is read in the encoding it was saved in, or refused", async () => {
    const { workspace, admin } = await anAdmin();
    const written = await exportTemplate(admin, await aTemplate(workspace));
    const text = JSON.stringify({ ...written, name: "値引き" });
    const send = (bytes: Buffer) =>
      make(admin, {
        intent: "import_template",
        file: new File([new Uint8Array(bytes)], "template.json"),
      });
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, "utf16le")])
      expect((await send(bytes)).facts).toMatchObject({ name: "値引き" });
    await expect(send(Buffer.from("b1e8c3b6bcf63a20bec8b3e7", "hex"))).rejects.toMatchObject({
      fields: { file: ["text_encoding"] },
    });
  });

  test("that cannot be read says where", async () => {
    const { workspace, admin } = await anAdmin();
    const good = await exportTemplate(admin, await aTemplate(workspace));
    const send = (text: string) => onList(admin, { intent: "import_template", text });
    const refused = (text: string, ...codes: string[]) =>
      expect(send(text)).rejects.toMatchObject({ fields: { text: codes } });
    await refused("", "import_empty");
    await refused("{", "import_json");
    await refused("[]", "import_not_template");
    const [first] = good.template.sections;
    const bad = { ...good.template, sections: [{ ...first, key: "A b", title: "x".repeat(99) }] };
    await refused(
      JSON.stringify({ ...good, template: bad }),
      "import_field_section?n=1&part=key",
      "import_big_section?n=1&part=title",
    );
  });
});

test("a new template takes the model where one is set, and Highlights where none is, as Parley's own do", async () => {
  const { workspace, admin } = await anAdmin();
  const { templateId } = await make(admin, {
    ...{ intent: "make_template", name: "One", language: "en" },
  });
  const made = await findTemplateVersion(db, workspace.id, templateId, 1);
  const own = await findTemplateVersion(db, workspace.id, 1, 1);
  expect(made?.content.enginePolicy).toBe(own?.content.enginePolicy);
  const sections = own?.content.sections ?? [];
  const template = { ...(made ?? expect.fail("no template")) };
  const filled = { ...template, content: { ...template.content, sections } };
  expect(await modelOf(db, workspace.id, filled)).toBeNull();
  const server = { kind: "remote", baseUrl: "https://model.example/v1", model: "m" } as const;
  await changeEngineSettings(admin, modelForm.parse({ intent: "llm", ...server, version: 1 }));
  expect(await modelOf(db, workspace.id, filled)).toMatchObject(server);
});

test("a workspace has a hundred at most, those of the archive apart", async () => {
  const { workspace, admin } = await anAdmin();
  const { id: workspaceId } = workspace;
  const made = LIMITS.templates - 4;
  await db.template.createMany({
    data: Array.from({ length: made }, (_, n) => ({
      ...{ workspaceId, id: 101 + n, name: "x", position: n },
    })),
  });
  await db.workspace.update({ where: { id: workspaceId }, data: { templateSeq: 100 + made } });
  const makeOne = () => make(admin, { intent: "make_template", name: "One", language: "en" });
  await expect(makeOne()).rejects.toMatchObject({
    code: "limit_reached",
    fields: { "": ["limit_reached?n=100&max=100"] },
  });
  await onList(admin, { intent: "archive_template", templateId: 101 });
  await expect(makeOne()).resolves.toMatchObject({ templateId: 101 + made });
  await expect(
    onList(admin, { intent: "restore_template", templateId: 101 }),
  ).rejects.toMatchObject({ code: "limit_reached" });
});
