import { describe, expect, test } from "vitest";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { askCommand } from "#tests/support/commands.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTerm,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { LIMITS } from "../limits.ts";
import { cutWords, joinWords, spreadWords } from "../words/words.ts";
import { applyDictionary } from "./alias.ts";
import { dictionaryFor, importTerms, teachTerm } from "./dictionary.server.ts";
import { listTerms } from "./term-list.server.ts";
import { listTestable, testDictionary } from "../analysis/test-dictionary.server.ts";
import { termsCsv } from "./terms-file.server.ts";

const WHOLE = { language: "en", teamId: null };
const FORM = { language: "en", category: "product", boost: 5 };
const act = (actor: SignedIn, input: Record<string, unknown>) =>
  askCommand(dictionaryCommands, actor, { ...FORM, ...input }, {});
const make = (actor: SignedIn, term: string, variants: string[] = [], more: object = {}) =>
  act(actor, { intent: "make_term", term, variants: variants.join("\n"), ...more });
const change = (actor: SignedIn, termId: string, more: object) =>
  act(actor, { intent: "change_term", termId, version: 1, isEnabled: "on", ...more });
const teach = (actor: SignedIn, variant: string, teamId: string | null = null) =>
  db.$transaction((tx) =>
    teachTerm(tx, actor, { term: "HubSpot", variant, language: "en", teamId }),
  );
const idOf = async ({ workspaceId }: SignedIn, term: string): Promise<string> =>
  (await db.term.findFirstOrThrow({ where: { workspaceId, term, deletedAt: null } })).id;

async function aHouse() {
  const workspace = await aWorkspace();
  const [sales, other] = [await aTeam(workspace), await aTeam(workspace)];
  return {
    ...{ workspace, sales, other },
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [sales] }),
    rep: await aMember(workspace, { teams: [sales] }),
  };
}

describe("terms", () => {
  test("are made, changed and deleted, and known in their workspace alone", async () => {
    const { admin, rep } = await aHouse();
    await make(admin, "HubSpot", ["hub spot", "HubSpot", " hub spot "]);
    await expect(make(admin, "HubSpot")).rejects.toMatchObject({
      fields: { term: ["already_used"] },
    });
    const id = await idOf(admin, "HubSpot");
    await change(admin, id, {
      term: "HubSpot",
      variants: "hop spot",
      boost: 9,
      isEnabled: undefined,
    });
    expect(await listTerms(rep)).toMatchObject([
      {
        ...{ term: "HubSpot", variants: ["hop spot"], boost: 9, version: 2 },
        ...{ isEnabled: false, canChange: false },
      },
    ]);
    await expect(change(admin, id, { term: "Other" })).rejects.toMatchObject({ code: "conflict" });
    const { admin: stranger } = await aHouse();
    expect(await listTerms(stranger)).toEqual([]);
    await expect(act(stranger, { intent: "delete_term", termId: id })).rejects.toThrow("not_found");
    await act(admin, { intent: "delete_term", termId: id });
    expect(await listTerms(admin)).toEqual([]);
    await make(admin, "HubSpot");
  });

  test("of a team are its manager's, those of the workspace the admins'", async () => {
    const { admin, manager, rep, sales, other } = await aHouse();
    await make(admin, "Whole");
    await make(admin, "Theirs", [], { teamId: other.id });
    await make(manager, "Ours", [], { teamId: sales.id });
    await expect(make(manager, "Mine")).rejects.toMatchObject({
      fields: { teamId: ["own_team_only"] },
    });
    await expect(
      importTerms(manager, "Mine,", { language: "en", teamId: other.id }),
    ).rejects.toMatchObject({ fields: { teamId: ["own_team_only"] } });
    const theirs = await idOf(admin, "Theirs");
    await expect(change(manager, await idOf(admin, "Whole"), { term: "x" })).rejects.toThrow(
      "forbidden",
    );
    await expect(change(manager, theirs, { term: "x" })).rejects.toThrow("not_found");
    await expect(make(rep, "Mine", [], { teamId: sales.id })).rejects.toThrow("forbidden");
    expect((await listTerms(rep)).map(({ term }) => term)).toEqual(["Ours", "Whole"]);
    expect(await termsCsv(rep)).not.toContain("Theirs");
  });

  test("have ten variants, also when two files arrive at once, and are 5,000", async () => {
    const { admin, workspace } = await aHouse();
    const some = (from: number) =>
      `X,${Array.from({ length: 6 }, (_, n) => `v${from + n}`).join(";")}`;
    const outcomes = await Promise.allSettled([
      importTerms(admin, some(0), WHOLE),
      importTerms(admin, some(6), WHOLE),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await listTerms(admin))[0]?.variants).toHaveLength(6);
    await db.term.createMany({
      data: Array.from({ length: LIMITS.terms - 1 }, (_, n) => ({
        ...{ id: newId(), workspaceId: workspace.id },
        ...{ term: `t${n}`, language: "en", category: "other" },
      })),
    });
    await expect(make(admin, "One more")).rejects.toMatchObject({ code: "limit_reached" });
  });
});

test("a correction teaches how a term was heard, in a team where its corrector has no more", async () => {
  const { admin, manager, sales, other } = await aHouse();
  await teach(admin, "hubspot");
  expect((await listTerms(admin))[0]?.variants).toEqual([]);
  for (let n = 0; n < 12; n += 1) await teach(admin, `hub spot ${n}`, sales.id);
  expect((await listTerms(admin))[0]).toMatchObject({ team: null });
  expect((await listTerms(admin))[0]?.variants).toHaveLength(10);
  await teach(manager, "hob spot", sales.id);
  expect((await listTerms(admin)).map(({ team }) => team?.id ?? null)).toContain(sales.id);
  await expect(teach(manager, "hob spot", other.id)).rejects.toThrow("forbidden");
});

test("a CSV brings its good rows and tells of the others; what is exported can be imported", async () => {
  const { admin } = await aHouse();
  const csv = "term,variants,boost\nSalesforce,sales force;sells force,9\n,oops,\nCRM,c r m,\n";
  expect(await importTerms(admin, csv, WHOLE)).toEqual({
    added: 2,
    changed: 0,
    faults: [{ row: 3, reason: "required" }],
  });
  expect(await importTerms(admin, csv, WHOLE)).toMatchObject({ added: 0, changed: 2 });
  const { admin: there } = await aHouse();
  const file = await termsCsv(admin);
  expect(await importTerms(there, file, WHOLE)).toMatchObject({ added: 2, faults: [] });
  const bare = async (actor: SignedIn) =>
    (await listTerms(actor)).map(({ term, variants, boost }) => ({ term, variants, boost }));
  expect(await bare(there)).toEqual(await bare(admin));
});

test("a file of Excel in Japan is read, one whose letters cannot be read is refused", async () => {
  const { admin } = await aHouse();
  const send = (hex: string) =>
    act(admin, {
      intent: "import_terms",
      file: new File([new Uint8Array(Buffer.from(hex, "hex"))], "terms.csv"),
    });
  const cp932 = "97708cea2c95ca955c8b4c0d0a926c88f882ab2c82cb82d182ab0d0a";
  expect(await send(cp932)).toMatchObject({ imported: { added: 1, faults: [] } });
  expect(await listTerms(admin)).toMatchObject([{ term: "値引き", variants: ["ねびき"] }]);
  await expect(send("b1e8c3b6bcf63a20bec8b3e7")).rejects.toMatchObject({
    fields: { file: ["text_encoding"] },
  });
});

test("a call's dictionary knows its people, its company, and the terms of its language and its team", async () => {
  const { admin, rep, workspace, sales, other } = await aHouse();
  const companyId = newId();
  await db.company.create({ data: { id: companyId, workspaceId: workspace.id, name: "Globex" } });
  const call = await aCall(rep, { companyId, teamId: sales.id });
  await aParticipant(call, { name: "María López" });
  await make(admin, "HubSpot", ["hub spot"], { boost: 5 });
  await make(admin, "Rival", [], { category: "competitor" });
  await make(admin, "Ours", [], { teamId: sales.id, boost: 1 });
  await make(admin, "Theirs", [], { teamId: other.id });
  await make(admin, "プラン", ["ぷらん"], { language: "ja" });
  await aTerm(workspace, { term: "Off", isEnabled: false });
  await aTerm(await aWorkspace(), { term: "Elsewhere" });
  const { bias, trie, version } = await dictionaryFor(workspace.id, call.id, "en-GB");
  expect(bias.map(({ text }) => text)).toEqual([
    ...["María López", "Globex", "Rival", "HubSpot", "Ours"],
  ]);
  const said = spreadWords(cutWords("we use hub spot"), { startMs: 0, endMs: 2_000 });
  expect(joinWords(applyDictionary(said, trie).words)).toBe("we use HubSpot");
  const id = await idOf(admin, "HubSpot");
  await change(admin, id, { term: "HubSpot", variants: "hop spot" });
  expect((await dictionaryFor(workspace.id, call.id, "en")).version).not.toBe(version);
});

test("a test shows what would change in a call that the reader may see, and changes nothing", async () => {
  const { admin, rep, sales } = await aHouse();
  const aTalk = async (text: string, visibility: "private" | "workspace") => {
    const call = await aCall(rep, { visibility, teamId: sales.id, title: text });
    const { id } = await aParticipant(call, { side: "C", name: "Elena Duarte" });
    await aTranscript(call, [{ participantId: id, t0Ms: 0, t1Ms: 4_000, text }]);
    return call;
  };
  const call = await aTalk("From Rotterdam to postman, in full trucks.", "workspace");
  const hidden = await aTalk("To postman.", "private");
  await make(admin, "Poznań", ["postman"]);
  expect(await testDictionary(admin, call.id)).toMatchObject({
    ...{ words: 7, changed: 1 },
    lines: [
      {
        name: "Elena Duarte",
        pieces: [
          { was: "From Rotterdam to ", is: "From Rotterdam to " },
          { was: "postman,", is: "Poznań," },
          { was: " in full trucks.", is: " in full trucks." },
        ],
      },
    ],
  });
  expect(await testDictionary(admin, hidden.id)).toBeNull();
  expect((await listTestable(admin)).map(({ id }) => id)).toEqual([call.id]);
  await expect(async () => testDictionary(rep, call.id)).rejects.toThrow("forbidden");
  const { admin: stranger } = await aHouse();
  expect(await testDictionary(stranger, call.id)).toBeNull();
  const lines = await db.segment.findMany({ where: { workspaceId: call.workspaceId } });
  expect(lines.map(({ text }) => text)).toContain("From Rotterdam to postman, in full trucks.");
});
