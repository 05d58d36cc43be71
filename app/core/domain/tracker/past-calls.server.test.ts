import { expect, test } from "vitest";
import * as z from "zod";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
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
import { deriveVersion } from "../analysis/derive.server.ts";
import { findBulkRun } from "../bulk/runs.server.ts";
import type { TrackerPreview } from "./tracker-views.ts";

await queueForFile();

const CONTENT = { side: "C", category: "competitor", language: "en" };
const act = (actor: SignedIn, input: Record<string, unknown>) =>
  askCommand(dictionaryCommands, actor, input, {});

async function aHouse() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  return {
    ...{ workspace, team },
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [team] }),
    rep: await aMember(workspace, { teams: [team] }),
    rivals: await aTracker(workspace, {
      name: "Rivals",
      content: { side: "C", category: "competitor", phrases: ["Routely"] },
    }),
    other: await aTracker(workspace, { name: "Drivers", content: { phrases: ["driver"] } }),
  };
}

/** A call of yesterday in which the customer says something, read as the pipeline reads it. */
async function aTalk(owner: SignedIn, text: string, more: Parameters<typeof aCall>[1] = {}) {
  const startedAt = new Date(Date.now() - 24 * 3_600_000);
  const call = await aCall(owner, { visibility: "workspace", startedAt, quality: "A", ...more });
  const recording = await aRecording(call);
  const { id } = await aParticipant(call, { side: "C", lane: 0, name: "Anke Vogt" });
  await aTranscript(call, [{ participantId: id, t0Ms: 0, t1Ms: 4_000, text }], {
    recordingId: recording.id,
  });
  await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  return call;
}
const firedIn = async ({ id: callId }: { id: string }) =>
  (
    await db.hit.findMany({
      where: { callId, kind: "tracker" },
      orderBy: [{ t0Ms: "asc" }, { label: "asc" }],
    })
  ).map(({ id, label, ruleVersion }) => ({ id, said: `${label} ${ruleVersion}` }));
const saidIn = async (call: { id: string }) => (await firedIn(call)).map(({ said }) => said);

const answer = z.object({ preview: z.custom<TrackerPreview>() });
const preview = async (actor: SignedIn, phrases: string, more: Record<string, unknown> = {}) =>
  answer.parse(await act(actor, { intent: "preview_tracker", ...CONTENT, phrases, ...more }))
    .preview;
const run = z.object({ runId: z.string().nullable() });
const save = async (actor: SignedIn, trackerId: string, more: Record<string, unknown>) =>
  run.parse(
    await act(actor, {
      ...{ intent: "change_tracker", ...CONTENT, name: "Rivals", trackerId, version: 1 },
      ...more,
    }),
  ).runId;

test("a preview says what would be heard beside what is, with the words and nothing saved", async () => {
  const { admin, rep, rivals } = await aHouse();
  await aTalk(rep, "They offered Routely last week.", { title: "Pricing review" });
  const depot = await aTalk(rep, "They had us try Dock Pilot, but the drivers hated it.");
  await aTalk(rep, "Dock Pilot", { startedAt: new Date(Date.now() - 60 * 24 * 3_600_000) });
  const found = await preview(admin, "Dock Pilot", { trackerId: rivals.id });
  expect(found).toMatchObject({
    ...{ calls: 2, isMore: false, version: 1, before: 1, after: 1, added: 1, dropped: 1 },
  });
  expect(found.hits.map(({ state, marked, name }) => [state, marked, name])).toEqual([
    ["new", "Dock Pilot,", "Anke Vogt"],
    ["dropped", "Routely", "Anke Vogt"],
  ]);
  expect(found.hits[0]).toMatchObject({
    ...{
      callId: depot.id,
      side: "C",
      before: "They had us try ",
      after: " but the drivers hated it.",
    },
  });
  expect(await preview(admin, "Dock\nRoutely", { trackerId: rivals.id })).toMatchObject({
    ...{ before: 1, after: 2, added: 1, dropped: 0 },
  });
  expect(await preview(admin, "Routely")).toMatchObject({ version: null, after: 1, added: 1 });
  expect(await db.trackerVersion.count({ where: { trackerId: rivals.id } })).toBe(1);
});

test("a preview knows no private call, no call of another team and none of another workspace", async () => {
  const { admin, manager, rep, workspace, team } = await aHouse();
  await aTalk(rep, "Routely SECRET", { visibility: "private", teamId: team.id });
  await aTalk(rep, "Routely in the open", { teamId: team.id });
  const other = await aTeam(workspace);
  await aTalk(await aMember(workspace, { teams: [other] }), "Routely there", { teamId: other.id });
  const texts = async (actor: SignedIn, more = {}) =>
    (await preview(actor, "Routely", more)).hits.map(({ after }) => after.trim()).toSorted();
  expect(await texts(admin)).toEqual(["in the open", "there"]);
  expect(await texts(manager, { teamId: team.id })).toEqual(["in the open"]);
  const { admin: stranger } = await aHouse();
  expect(await texts(stranger)).toEqual([]);
  await expect(preview(rep, "Routely")).rejects.toThrow("forbidden");
  const theirs = await aTracker(workspace, { teamId: other.id });
  await expect(preview(manager, "x", { trackerId: theirs.id })).rejects.toThrow("not_found");
  await expect(preview(stranger, "x", { trackerId: theirs.id })).rejects.toThrow("not_found");
});

test("with the tick a new version replaces what the old one heard in past calls, and nothing else", async () => {
  const { admin, rep, rivals } = await aHouse();
  const text = "Routely and Dock Pilot, the drivers said.";
  const call = await aTalk(rep, text);
  const mine = await aTalk(rep, text, { visibility: "private" });
  const kept = (await firedIn(call)).find(({ said }) => said === "Drivers 1");
  expect(await saidIn(call)).toEqual(["Rivals 1", "Drivers 1"]);
  const runId = await save(admin, rivals.id, { phrases: "Dock Pilot", runPast: "on" });
  expect(await findBulkRun(admin, runId ?? "")).toMatchObject({
    ...{ kind: "run_tracker", tracker: "Rivals", total: 1, canUndo: false },
    counts: { done: 1, refused: 0, left: 0 },
  });
  expect(await saidIn(call)).toEqual(["Rivals 2", "Drivers 1"]);
  expect((await firedIn(call)).map(({ id }) => id)).toContain(kept?.id);
  // Nobody who may not see a call changes it.
  expect(await saidIn(mine)).toEqual(["Rivals 1", "Drivers 1"]);
  const [reading] = await db.trackerReading.findMany({
    where: { transcript: { callId: call.id } },
  });
  expect(reading?.numbers).toMatchObject({ [rivals.id]: 2 });
  const again = await save(admin, rivals.id, { version: 2, phrases: "Dock Pilot", runPast: "on" });
  expect(await findBulkRun(admin, again ?? "")).toMatchObject({ counts: { unchanged: 1 } });
  expect(await save(admin, rivals.id, { version: 3, phrases: "Routely" })).toBeNull();
  expect(await saidIn(call)).toEqual(["Rivals 2", "Drivers 1"]);
});

test("a run for another language takes away what the tracker heard, and measures objections anew", async () => {
  const { admin, rep, workspace } = await aHouse();
  const tracker = await aTracker(workspace, { name: "Too much", content: { phrases: ["steep"] } });
  const call = await aTalk(rep, "That is steep.");
  const reason = async () => {
    const { detail } = await db.metricSet.findFirstOrThrow({ where: { callId: call.id } });
    const shape = z.object({
      metrics: z.array(z.object({ key: z.string(), reason: z.string().nullable() })),
    });
    return shape.parse(detail).metrics.find(({ key }) => key === "objection_pause")?.reason;
  };
  expect(await reason()).toBe("no_tracker");
  const objection = { category: "objection", phrases: "steep", runPast: "on" };
  await save(admin, tracker.id, { name: "Too much", ...objection });
  expect(await saidIn(call)).toEqual(["Too much 2"]);
  expect(await reason()).not.toBe("no_tracker");
  await save(admin, tracker.id, { name: "Too much", version: 2, ...objection, language: "ja" });
  expect(await saidIn(call)).toEqual([]);
  expect(await reason()).toBe("no_tracker");
});
