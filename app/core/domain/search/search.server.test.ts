import { expect, test } from "vitest";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { FLAGS } from "../words/flags.ts";
import { publishTranscript } from "../transcript/publish.server.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import {
  countLexemes,
  markStale,
  markStaleOfOwner,
  writeCallIndex,
  writeStaleEntries,
} from "./index.server.ts";
import { explainHits, searchCalls } from "./search.server.ts";

type Turn = [speaker: "aki" | "maria" | null, text: string];

/** A found call: Aki (us) and Maria (them) say the turns, five seconds each. */
async function aTalk(owner: Member, turns: Turn[], more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, more);
  const aki = await aParticipant(call, { side: "R", name: "Aki Tanaka", lane: 0 });
  const maria = await aParticipant(call, { side: "C", name: "María López", lane: 1 });
  const ids = { aki: aki.id, maria: maria.id };
  await aTranscript(
    call,
    turns.map(([who, text], n) => ({
      participantId: who && ids[who],
      t0Ms: n * 5_000,
      t1Ms: n * 5_000 + 4_000,
      text,
    })),
  );
  await db.$transaction((tx) =>
    writeCallIndex(tx, { workspaceId: call.workspaceId, callId: call.id }),
  );
  return call;
}
async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const other = await aMember(workspace);
  return { workspace, rep, other };
}

test("the grammar finds what it says, in both shapes of the query", async () => {
  const { workspace, rep } = await aScene();
  const at = (minute: number) => ({ startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
  const calls = {
    pricing: await aTalk(
      rep,
      [
        ["aki", "The price plan is ready."],
        ["maria", "Can we get a discount on the price?"],
      ],
      { title: "Acme renewal", ...at(1) },
    ),
    loose: await aTalk(
      rep,
      [
        ["maria", "The price is high, says the plan of our CFO."],
        ["aki", "Discount?"],
      ],
      { title: "Globex intro", ...at(2) },
    ),
    ja: await aTalk(
      rep,
      [
        ["maria", "価格プランは来週送ります。"],
        ["aki", "東京都のカフェで会いましょう"],
      ],
      { title: "定例", ...at(3) },
    ),
    cafe: await aTalk(rep, [[null, "Meet at the café, node.js people's plan"]], {
      title: "Price list",
      ...at(4),
    }),
  };
  const names = new Map(Object.entries(calls).map(([name, { id }]) => [id, name]));
  const found = async (query: string) =>
    [...(await searchCalls(rep, query)).hits.keys()].map((id) => names.get(id) ?? "?");
  const check = async () => {
    expect(await found("price plan")).toEqual(["cafe", "loose", "pricing"]);
    expect(await found('"price plan"')).toEqual(["pricing"]);
    expect(await found('"renewal acme" OR "acme renewal"')).toEqual(["pricing"]);
    expect(await found("discount -cfo")).toEqual(["pricing"]);
    expect(await found('-"price plan" discount')).toEqual(["loose"]);
    expect(await found("(cfo OR cafe) plan")).toEqual(["cafe", "loose"]);
    expect(await found("speaker:aki price")).toEqual(["pricing"]);
    expect(await found("speaker:lopez price")).toEqual(["loose", "pricing"]);
    expect(await found("side:us discount")).toEqual(["loose"]);
    expect(await found("side:customer discount")).toEqual(["pricing"]);
    expect(await found("-speaker:aki discount")).toEqual(["pricing"]);
    expect(await found("discount near/4 price")).toEqual(["pricing"]);
    expect(await found("price near/1 plan")).toEqual(["pricing"]);
    expect(await found("price near/6 plan")).toEqual(["loose", "pricing"]);
    expect(await found("title:price")).toEqual(["cafe"]);
    expect(await found('title:"acme renewal"')).toEqual(["pricing"]);
    expect(await found('title:"renewal acme"')).toEqual([]);
    expect(await found("CAFE")).toEqual(["cafe"]);
    expect(await found("node.js")).toEqual(["cafe"]);
    expect(await found("js.node")).toEqual([]);
    expect(await found("価格")).toEqual(["ja"]);
    expect(await found("ﾌﾟﾗﾝ 来週")).toEqual(["ja"]);
    expect(await found("格プ")).toEqual(["ja"]);
    expect(await found("会")).toEqual(["ja"]);
    expect(await found("か")).toEqual(["ja"]);
    expect(await found('"来週送ります"')).toEqual(["ja"]);
    expect(await found('"送ります来週"')).toEqual([]);
    expect(await found("カフェ")).toEqual(["ja"]);
    expect(await found("nothing")).toEqual([]);
  };
  await check();
  const words = ["price", "plan", "discount", "価格", "cafe", "title=price"];
  await db.lexeme.createMany({
    data: words.map((lexeme) => ({ workspaceId: workspace.id, lexeme, calls: 100_000 })),
  });
  await check();
});

test("snippets say who, when and where; other pages can ask for theirs", async () => {
  const { rep, other } = await aScene();
  const call = await aTalk(rep, [
    ["aki", "hello"],
    ["maria", "well what about the price then"],
    ["aki", "the Price, yes"],
  ]);
  const [hit] = (await searchCalls(rep, "price")).hits.values();
  expect(
    hit?.snippets.map(({ speaker, side, text, marks }) => [
      speaker,
      side,
      marks.map(([a, b]) => text.slice(a, b)),
    ]),
  ).toEqual([
    ["María López", "C", ["price"]],
    ["Aki Tanaka", "R", ["Price"]],
  ]);
  const [first] = hit?.snippets ?? [];
  expect(first?.t0Ms).toBeGreaterThan(7_000);
  expect(first?.t0Ms).toBeLessThan(9_000);
  expect((await explainHits(rep, "price side:us", [call.id])).get(call.id)?.snippets).toHaveLength(
    1,
  );
  expect(await explainHits(other, "price", [call.id])).toEqual(new Map());
});

test("a private call, another team's and another workspace's leak nothing: no hit, no note, no snippet", async () => {
  const { rep, other, workspace } = await aScene();
  await aTalk(rep, [["aki", "secret merger"]], { visibility: "private" });
  await aTalk(rep, [["aki", "secret plan"]], { state: "trashed" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const admin = await aMember(workspace, { role: "admin" });
  for (const actor of [other, stranger, admin]) {
    for (const query of ["secret", '"secret merger"', "side:us", "-nothing", "secret OR merger"]) {
      expect(await searchCalls(actor, query)).toEqual({ hits: new Map(), note: null });
    }
  }
  expect((await searchCalls(rep, "secret")).hits.size).toBe(1);
  // Whether there is such a speaker is told of the calls one sees alone.
  for (const actor of [other, stranger, admin])
    expect((await searchCalls(actor, "speaker:aki")).note).toBe("unknown_speaker:aki");
});

test("a speaker nobody is called by is named, one who said nothing of it is not", async () => {
  const { rep } = await aScene();
  await aTalk(rep, [["aki", "hello"]]);
  const noteOf = async (query: string) => (await searchCalls(rep, query)).note;
  expect(await noteOf("speaker:theo price")).toBe("unknown_speaker:theo");
  expect(await noteOf('speaker:"aki tanaka" price')).toBeNull();
  expect(await noteOf("speaker:aki hello")).toBeNull();
  expect(await noteOf("hello -speaker:theo nothing")).toBeNull();
});

test("the sides are speakers as well, and calls are found by who owns them", async () => {
  const { rep, workspace } = await aScene();
  const theo = await aMember(workspace, {
    name: "Theo Rüdiger",
    teams: [{ id: rep.teamIds[0] ?? "" }],
  });
  const ours = await aTalk(rep, [["maria", "the price"]]);
  const his = await aTalk(theo, [["aki", "a discount on the price"]]);
  const found = async (query: string) => [...(await searchCalls(rep, query)).hits.keys()];
  expect(await found('speaker:customer "price"')).toEqual([ours.id]);
  expect(await found("speaker:us price")).toEqual([his.id]);
  expect(await found("owner:theo price")).toEqual([his.id]);
  expect(await found('owner:"theo rudiger"')).toEqual([his.id]);
  expect(await found("price -owner:theo")).toEqual([ours.id]);
  expect(await found("owner:heo")).toEqual([]);
  expect(await found("discount theo")).toEqual([his.id]);
});

test("a hit in which nobody says the words tells where they stand", async () => {
  const { rep, workspace } = await aScene();
  const company = await db.company.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      name: "東京商事",
      reading: "とうきょうしょうじ",
    },
  });
  const call = await aTalk(rep, [["aki", "hello"]], {
    title: "Renewal of the lease",
    companyId: company.id,
  });
  const transcript = await db.transcript.findFirstOrThrow({ where: { callId: call.id } });
  const run = await db.summaryRun.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.id, transcriptId: transcript.id },
      ...{ engine: "test", state: "done" },
      summaryOutputs: {
        create: {
          ...{ id: newId(), section: "discount", ord: 0, type: "percent", certainty: "said" },
          value: { field: "discount", raw: "twelve percent" },
        },
      },
    },
    select: { summaryOutputs: { select: { id: true } } },
  });
  const outputId = run.summaryOutputs[0]?.id ?? "";
  await db.evidence.create({
    data: {
      ...{
        id: newId(),
        workspaceId: workspace.id,
        outputId,
        ownerId: outputId,
        ownerKind: "output",
      },
      ...{
        ord: 0,
        baseId: transcript.id,
        segment: 0,
        t0Ms: 7_000,
        t1Ms: 8_000,
        quote: "Twelve off.",
      },
    },
  });
  await db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId: call.id }));
  const why = async (query: string) => {
    const [hit] = (await searchCalls(rep, query)).hits.values();
    if (!hit) return undefined;
    expect(hit.snippets).toEqual([]);
    return hit.reasons.map(({ place, t0Ms, field, text, marks }) => [
      place,
      t0Ms,
      field === null ? marks.map(([a, b]) => text.slice(a, b)).join() : `${field}: ${text}`,
    ]);
  };
  expect(await why("lease")).toEqual([["title", null, "lease"]]);
  expect(await why("title:renewal")).toEqual([["title", null, "Renewal"]]);
  expect(await why("discount")).toEqual([["highlights", 7_000, "discount: Twelve off."]]);
  // The quote is of the summary too, and the whole of it is read where some of its words are found.
  expect(await why('summary:"twelve off"')).toEqual([
    ["highlights", 7_000, "discount: Twelve off."],
  ]);
  expect(await why("summary:lease")).toBeUndefined();
  expect(await why("summary:discount lease")).toEqual([
    ["title", null, "lease"],
    ["highlights", 7_000, "discount: Twelve off."],
  ]);
  await db.call.updateMany({ where: { id: call.id }, data: { title: "倉庫管理システムのご提案" } });
  await db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId: call.id }));
  expect(await why("title:システム")).toEqual([["title", null, "システム"]]);
  expect(await why("とうきょう")).toEqual([["company", null, ""]]);
  expect(await why("tanaka -price")).toEqual([["person", null, "Tanaka"]]);
});

test("stale entries are written anew, and those of calls nobody can find go", async () => {
  const { rep, workspace } = await aScene();
  const call = await aTalk(rep, [["aki", "hello"]], { title: "Alpha" });
  const gone = await aTalk(rep, [["aki", "hello"]], { title: "Gone" });
  const fresh = await aCall(rep, { title: "Never indexed" });
  const ref = ({ id }: { id: string }) => ({ workspaceId: workspace.id, callId: id });
  await db.call.updateMany({ where: { id: call.id }, data: { title: "Beta" } });
  await db.call.updateMany({ where: { id: gone.id }, data: { state: "empty" } });
  await db.$transaction(async (tx) => {
    for (const each of [call, gone, fresh]) await markStale(tx, ref(each));
  });
  expect((await searchCalls(rep, "title:beta")).hits.size).toBe(0);
  expect(await writeStaleEntries()).toBe(3);
  expect(await writeStaleEntries()).toBe(0);
  expect((await searchCalls(rep, "title:beta hello")).hits.size).toBe(1);
  expect((await searchCalls(rep, "never")).hits.size).toBe(1);
  expect(await db.callSearch.count({ where: { callId: gone.id } })).toBe(0);

  await db.member.updateMany({ where: { id: rep.memberId }, data: { name: "Zebedee" } });
  await db.$transaction((tx) => markStaleOfOwner(tx, rep));
  expect(await writeStaleEntries()).toBe(2);
  expect((await searchCalls(rep, "zebedee")).hits.size).toBe(2);
});

test("what cannot be searched says so", async () => {
  const { rep } = await aScene();
  expect((await searchCalls(rep, "x".repeat(500))).note).toBe("too_long");
  expect((await searchCalls(rep, Array(40).fill("a").join(" "))).note).toBe("too_many_terms");
  expect((await searchCalls(rep, "?!")).note).toBe("nothing_to_search");
  expect((await searchCalls(rep, 'price "')).note).toBe("unbalanced_quote");
});

test("hostile text is data, never an operator", async () => {
  const { rep } = await aScene();
  await aTalk(rep, [["aki", "it's a'); DROP TABLE call; -- \\ ':* & | !"]], {
    title: "O'Brien \\ & co",
  });
  const queries = [
    "'",
    "a' | 'b",
    "it's",
    "\\",
    "title:O'Brien",
    "x:*",
    "!!",
    "<->",
    "& | !",
    "speaker:'%_",
    'speaker:"\\"',
    '"a\' b"',
    "-(-(-x))",
    "drop near/3 call",
  ];
  for (const query of queries) await expect(searchCalls(rep, query)).resolves.toBeDefined();
  expect((await searchCalls(rep, "title:O'Brien")).hits.size).toBe(1);
  expect((await searchCalls(rep, "drop near/3 call")).hits.size).toBe(1);
});

test("indexing again changes nothing, follows the title, and forgets what cannot be found", async () => {
  const { rep, workspace } = await aScene();
  const call = await aTalk(rep, [["aki", "hello world"]], { title: "Alpha" });
  const doc = () =>
    rows<{ doc: string }>(
      Prisma.sql`SELECT doc::text FROM call_search WHERE call_id = ${call.id}::uuid`,
    );
  const index = () =>
    db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId: call.id }));
  const before = await doc();
  await index();
  expect(await doc()).toEqual(before);
  const where = { workspaceId_id: { workspaceId: workspace.id, id: call.id } };
  await db.call.update({ where, data: { title: "Beta" } });
  await index();
  expect((await searchCalls(rep, "title:alpha")).hits.size).toBe(0);
  expect((await searchCalls(rep, "title:beta world")).hits.size).toBe(1);
  await db.call.update({ where, data: { state: "trashed" } });
  await index();
  expect(await doc()).toEqual([]);
});

test("what a microphone picked up of the other side is found as theirs, not as the rep's", async () => {
  const { rep, workspace } = await aScene();
  const call = await aCall(rep, { title: "Recorded" });
  const aki = await aParticipant(call, { side: "R", name: "Aki Tanaka", lane: 0 });
  const maria = await aParticipant(call, { side: "C", name: "María López", lane: 1 });
  const turn = (participantId: string, t0Ms: number, text: string, flags = 0) => ({
    ...{ participantId, trackId: null, t0Ms, t1Ms: t0Ms + 2_000, flags },
    words: spreadWords(cutWords(text), { startMs: t0Ms, endMs: t0Ms + 2_000 }),
    timing: "engine" as const,
  });
  await db.$transaction(async (tx) => {
    const ref = { workspaceId: workspace.id, callId: call.id };
    await publishTranscript(tx, {
      ...{ ...ref, recordingId: null, createdBy: null },
      ...{ origin: "engine", engine: "x", model: null, language: "en", settings: {} },
      segments: [
        turn(aki.id, 0, "shall we begin"),
        turn(maria.id, 3_000, "we start with fifty seats"),
        turn(aki.id, 3_100, "we start with fifty sheets", FLAGS.bleed),
      ],
    });
    await writeCallIndex(tx, ref);
  });
  const found = async (query: string) => (await searchCalls(rep, query)).hits.size;
  expect(await found("fifty seats")).toBe(1);
  expect(await found("sheets")).toBe(0);
  expect(await found("speaker:maria fifty")).toBe(1);
  expect(await found("speaker:aki fifty")).toBe(0);
  const hits = await explainHits(rep, "fifty", [call.id]);
  expect(hits.get(call.id)?.snippets).toHaveLength(1);
});

test("frequent words are counted per workspace", async () => {
  const { rep, workspace } = await aScene();
  for (let n = 0; n < 52; n += 1)
    await aTalk(rep, [["aki", n < 50 ? "common words" : "rare"]], { title: `t${n}` });
  await aTalk(await aMember(await aWorkspace()), [["aki", "common"]]);
  await db.$transaction((tx) => countLexemes(tx, workspace.id));
  const found = await db.lexeme.findMany({
    where: { workspaceId: workspace.id },
    select: { lexeme: true, calls: true },
  });
  expect(found).toContainEqual({ lexeme: "common", calls: 50 });
  expect(found.some(({ lexeme }) => lexeme === "rare")).toBe(false);
});

test("the last word is found by its beginning, in what is said and in names, and common beginnings are", async () => {
  const { rep } = await aScene();
  const at = (minute: number) => ({ startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
  const baking = await aTalk(rep, [["maria", "We are baking all night."]], at(1));
  const halden = await aTalk(rep, [["aki", "Hello."]], { title: "Halden Tiles", ...at(2) });
  const ids = async (query: string) => [...(await searchCalls(rep, query)).hits.keys()];
  expect(await ids("bak")).toEqual([baking.id]);
  expect(await ids("Hald")).toEqual([halden.id]);
  expect(await ids("all bak")).toEqual([baking.id]);
  expect(await ids("side:customer bak")).toEqual([baking.id]);
  expect(await ids("side:us bak")).toEqual([]);
  expect(await ids("bak night")).toEqual([]);
  expect((await searchCalls(rep, "bak")).hits.get(baking.id)?.snippets[0]).toMatchObject({
    speaker: "María López",
  });
  // By either shape of the query.
  await db.lexeme.createMany({
    data: [{ workspaceId: rep.workspaceId, lexeme: "bakery", calls: 5_000 }],
  });
  expect(await ids("bak")).toEqual([baking.id]);
});
