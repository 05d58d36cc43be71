import { describe, expect, test } from "vitest";
import * as z from "zod";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { getDictionaryPage } from "#app/core/pages/dictionary.server.ts";
import type { LexiconsView } from "#app/core/pages/dictionary-views.ts";
import { db } from "#app/core/platform/db.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTracker,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { findBulkRun } from "../bulk/runs.server.ts";
import type { LexiconPreview } from "../dictionary/lexicon-views.ts";
import { deriveVersion } from "./derive.server.ts";

await queueForFile();

type List = "filler" | "backchannel";
const act = (actor: SignedIn, input: Record<string, unknown>) =>
  askCommand(dictionaryCommands, actor, input, {});
const QUERY = { archived: null, open: null, q: null, test: null };

async function pageOf(actor: SignedIn, language = "en"): Promise<LexiconsView> {
  const view = await getDictionaryPage(actor, { ...QUERY, tab: "lexicons", language });
  if (view.tab !== "lexicons") throw new Error(view.tab);
  return view;
}
async function listOf(actor: SignedIn, kind: List, language = "en") {
  const list = (await pageOf(actor, language)).lists.find((one) => one.kind === kind);
  if (!list) throw new Error(kind);
  return list;
}
type Change = { add?: string[]; leaveOut?: string[]; list?: List; language?: "en" | "ja" };
const wordsWith = async (
  actor: SignedIn,
  { add = [], leaveOut = [], list = "filler", language = "en" }: Change,
) => {
  const { words, hash } = await listOf(actor, list, language);
  const kept = words.filter((word) => !leaveOut.includes(word));
  return { language, list, words: [...kept, ...add].join("\n"), seen: hash };
};
const change = async (actor: SignedIn, wish: Change) =>
  act(actor, { intent: "change_lexicon", ...(await wordsWith(actor, wish)) });
const answer = z.object({ lexicon: z.custom<LexiconPreview>() });
const preview = async (actor: SignedIn, wish: Change) =>
  answer.parse(await act(actor, { intent: "preview_lexicon", ...(await wordsWith(actor, wish)) }))
    .lexicon;

async function aHouse() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  return {
    ...{ workspace, team },
    admin: await aMember(workspace, { role: "admin", name: "Mari Sato" }),
    manager: await aMember(workspace, { role: "manager", teams: [team] }),
    rep: await aMember(workspace, { teams: [team] }),
  };
}

/** A call of yesterday, of us and a customer, read as the pipeline reads it. */
async function aTalk(owner: SignedIn, text: string, more: Parameters<typeof aCall>[1] = {}) {
  const startedAt = new Date(Date.now() - 24 * 3_600_000);
  const call = await aCall(owner, { visibility: "workspace", startedAt, quality: "A", ...more });
  const recording = await aRecording(call);
  const us = await aParticipant(call, { side: "R", lane: 0, name: "Kenji" });
  const them = await aParticipant(call, { side: "C", lane: 1, name: "Anke Vogt" });
  await aTranscript(
    call,
    [
      { participantId: us.id, t0Ms: 0, t1Ms: 4_000, text },
      { participantId: them.id, t0Ms: 5_000, t1Ms: 8_000, text: "We thank you for the offer." },
    ],
    {
      recordingId: recording.id,
      ...(more.language === undefined ? {} : { language: String(more.language) }),
    },
  );
  await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  return call;
}
const fillersIn = async ({ id: callId }: { id: string }) =>
  (await db.hit.findMany({ where: { callId, kind: "filler" }, orderBy: { t0Ms: "asc" } })).map(
    ({ label }) => label,
  );
const countedIn = async ({ id: callId }: { id: string }) => {
  const { detail, lexiconHash } = await db.metricSet.findFirstOrThrow({ where: { callId } });
  const metrics = z
    .object({
      metrics: z.array(
        z.object({
          ...{ key: z.string(), side: z.string().nullable() },
          parts: z.record(z.string(), z.unknown()),
        }),
      ),
    })
    .parse(detail).metrics;
  const row = metrics.find(({ key, side }) => key === "fillers" && side === "R");
  return { fillers: row?.parts["count"], hash: Buffer.from(lexiconHash).toString("hex") };
};

describe("a list", () => {
  test("says what differs from Parley's, who made it so, and begins anew when it is restored", async () => {
    const { admin, rep } = await aHouse();
    const before = await listOf(rep, "filler");
    expect(before).toMatchObject({ differences: [], lastChange: null, words: before.defaults });
    await change(admin, { add: ["literally", "well *"], leaveOut: ["um", "so*"] });
    const after = await listOf(rep, "filler");
    expect(after.words).toContain("literally");
    expect(after.words).toContain("well*");
    expect(after.words).not.toContain("um");
    const said = after.differences.map(({ word, isRemoved, by }) => `${word} ${isRemoved} ${by}`);
    expect(said.toSorted()).toEqual(
      ["literally false", "so* true", "um true", "well* false"].map(
        (one) => `${one} ${admin.name}`,
      ),
    );
    await change(admin, { leaveOut: ["literally"] });
    expect((await listOf(rep, "filler")).differences).toHaveLength(3);
    await act(admin, { intent: "restore_lexicon", list: "filler", language: "en" });
    const restored = await listOf(rep, "filler");
    expect(restored).toMatchObject({ hash: before.hash, differences: [] });
    expect(restored.lastChange).toMatchObject({ by: admin.name });
    const entries = await db.auditEntry.findMany({
      where: { workspaceId: admin.workspaceId, event: "lexicon.changed" },
      orderBy: { createdAt: "asc" },
    });
    expect(
      entries.map(({ target, after: facts }) => [target, z.string().parse(facts)]),
    ).toContainEqual([
      "filler-en",
      JSON.stringify({ added: ["literally", "well*"], removed: ["um", "so*"] }),
    ]);
    expect(entries).toHaveLength(3);
  });

  test("takes only words that can be heard, and not one that somebody changed meanwhile", async () => {
    const { admin, manager, rep, workspace } = await aHouse();
    const stale = await wordsWith(admin, { add: ["anyway"] });
    await change(await aMember(workspace, { role: "admin", name: "Aki Mori" }), {
      add: ["erm ok"],
    });
    await expect(act(admin, { intent: "change_lexicon", ...stale })).rejects.toMatchObject({
      code: "conflict",
      fields: { "": [expect.stringContaining("changed_meanwhile?name=Aki+Mori")] },
    });
    await expect(change(admin, { add: ["?!"] })).rejects.toThrow("invalid?why=empty");
    const empty = { ...(await wordsWith(admin, {})), words: "\n" };
    await expect(act(admin, { intent: "change_lexicon", ...empty })).rejects.toThrow("required");
    await expect(change(manager, { add: ["anyway"] })).rejects.toThrow("forbidden");
    await expect(preview(manager, { add: ["anyway"] })).rejects.toThrow("forbidden");
    await expect(change(rep, { add: ["anyway"] })).rejects.toThrow("forbidden");
    expect((await pageOf(rep)).can.makeAny).toBe(false);
  });

  test("stays the other workspace's, the other language's and the other list's", async () => {
    const { admin } = await aHouse();
    const there = await aHouse();
    await change(admin, { add: ["literally"] });
    for (const [actor, list, language] of [
      [there.admin, "filler", "en"],
      [admin, "backchannel", "en"],
      [admin, "filler", "ja"],
    ] as const)
      expect((await listOf(actor, list, language)).differences).toEqual([]);
    expect(await fillersIn(await aTalk(there.rep, "This is literally fine."))).toEqual([]);
  });

  test("that care reads is a tracker: those of the reader's teams are shown", async () => {
    const { admin, rep, workspace } = await aHouse();
    await aTracker(workspace, { name: "Rude", content: { category: "abuse", phrases: ["idiot"] } });
    const other = await aTeam(workspace);
    await aTracker(workspace, { teamId: other.id, name: "X", content: { category: "negative" } });
    await aTracker(workspace, { name: "Price", content: { category: "pricing" } });
    expect((await pageOf(rep)).trackers.map(({ name }) => name)).toEqual(["Rude"]);
    expect((await pageOf(admin)).trackers.map(({ name }) => name)).toEqual(["X", "Rude"]);
    expect((await pageOf(admin, "ja")).trackers).toEqual([]);
  });
});

describe("calls", () => {
  test("that come are counted with the list, those that are here when somebody asks for it", async () => {
    const { admin, rep, workspace } = await aHouse();
    await aTracker(workspace, { name: "Own", content: { phrases: ["fine"] } });
    const text = "This is literally um fine, um, and literally good for us.";
    const [old, mine] = [await aTalk(rep, text), await aTalk(rep, text, { visibility: "private" })];
    const first = await countedIn(old);
    expect(first.fillers).toBe(2);
    await change(admin, { add: ["literally"], leaveOut: ["um"] });
    expect(await countedIn(old)).toEqual(first);
    const fresh = await aTalk(rep, `${text} Literally.`);
    expect(await fillersIn(fresh)).toEqual(["literally", "literally", "literally"]);
    expect((await countedIn(fresh)).hash).not.toBe(first.hash);
    expect((await pageOf(admin)).pastCalls).toBe(1);
    expect((await pageOf(rep)).pastCalls).toBe(0);

    const others = async () =>
      db.hit.count({ where: { callId: old.id, kind: "tracker", label: "Own" } });
    const heardBefore = await others();
    const { runId } = z
      .object({ runId: z.string() })
      .parse(await act(admin, { intent: "count_words", language: "en" }));
    expect(await findBulkRun(admin, runId)).toMatchObject({
      ...{ kind: "count_words", total: 1, canUndo: false },
      counts: { done: 1, refused: 0, left: 0 },
    });
    expect(await fillersIn(old)).toEqual(["literally", "literally"]);
    expect(await countedIn(old)).toMatchObject({ fillers: 2, hash: (await countedIn(fresh)).hash });
    expect(await others()).toBe(heardBefore);
    // Nobody who may not see a call changes it.
    expect(await countedIn(mine)).toEqual(first);
    expect((await pageOf(admin)).pastCalls).toBe(0);
    expect(await act(admin, { intent: "count_words", language: "en" })).toEqual({ runId: null });
    await expect(act(rep, { intent: "count_words", language: "en" })).rejects.toThrow("forbidden");
  });

  test("are previewed as they would be counted, of those the reader sees alone", async () => {
    const { admin, rep } = await aHouse();
    await aTalk(rep, "It is literally um fine for the depot.", { title: "Pricing review" });
    await aTalk(rep, "Literally SECRET um.", { visibility: "private" });
    await aTalk(rep, "um", { startedAt: new Date(Date.now() - 60 * 24 * 3_600_000) });
    const found = await preview(admin, { add: ["literally"], leaveOut: ["um"] });
    expect(found).toMatchObject({ calls: 1, isMore: false, before: 1, after: 1 });
    expect(found).toMatchObject({ added: 1, dropped: 1 });
    expect(
      found.hits.map(({ state, title, before, marked }) => [state, title, before, marked]),
    ).toEqual([
      ["new", "Pricing review", "It is ", "literally"],
      ["dropped", "Pricing review", "It is literally ", "um"],
    ]);
    expect(JSON.stringify(found)).not.toContain("SECRET");
    const there = await aHouse();
    expect(await preview(there.admin, { add: ["literally"] })).toMatchObject({
      calls: 0,
      hits: [],
    });
    expect((await listOf(admin, "filler")).differences).toEqual([]);
  });

  test("in Japanese find a word in either kana and any width", async () => {
    const { admin, rep } = await aHouse();
    await change(admin, { add: ["つまり"], leaveOut: ["まあ"], language: "ja" });
    const call = await aTalk(rep, "ツマリ まあ ｴｰﾄ 見積は つまり 来週です", { language: "ja" });
    expect(await fillersIn(call)).toEqual(["つまり", "えーと", "つまり"]);
  });

  test("counted anew after another tracker of objections have one list, shown and counted", async () => {
    const { admin, rep, workspace } = await aHouse();
    const tracker = await aTracker(workspace, { name: "Late", content: { phrases: ["late"] } });
    const call = await aTalk(rep, "We are um literally late.");
    await change(admin, { add: ["literally"] });
    await act(admin, {
      ...{ intent: "change_tracker", trackerId: tracker.id, version: 1, name: "Late", side: "" },
      ...{ category: "objection", language: "en", phrases: "late", runPast: "on" },
    });
    expect(await fillersIn(call)).toEqual(["um", "literally"]);
    expect((await countedIn(call)).fillers).toBe(2);
  });
});
