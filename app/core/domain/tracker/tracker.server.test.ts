import { describe, expect, test } from "vitest";
import * as z from "zod";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { listRecordings } from "#app/core/pages/recordings.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
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
import { LIMITS } from "../limits.ts";
import { makeWorkspace } from "../workspace/new-workspace.server.ts";
import { trackerRule } from "./tracker-hits.server.ts";
import { findLastChange, listTrackers } from "./tracker-list.server.ts";

await queueForFile();

const EVER = new Date(0);
const act = (actor: SignedIn, input: Record<string, unknown>): Promise<unknown> =>
  askCommand(dictionaryCommands, actor, input, {});
const CONTENT = { side: "C", category: "competitor", language: "en", phrases: "Routely" };
const make = (actor: SignedIn, name: string, more: Record<string, unknown> = {}) =>
  act(actor, { intent: "make_tracker", ...CONTENT, name, ...more });
const idOf = async ({ workspaceId }: SignedIn, name: string): Promise<string> =>
  (await db.tracker.findFirstOrThrow({ where: { workspaceId, name } })).id;
const change = (actor: SignedIn, trackerId: string, more: Record<string, unknown>) =>
  act(actor, { intent: "change_tracker", ...CONTENT, trackerId, name: "Rivals", ...more });

async function aHouse() {
  const workspace = await aWorkspace();
  const [sales, other] = [await aTeam(workspace), await aTeam(workspace)];
  return {
    ...{ workspace, sales, other },
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [sales] }),
    rep: await aMember(workspace, { teams: [sales] }),
    outsider: await aMember(workspace, { teams: [other] }),
  };
}

/** A call in which the customer says something, read as the pipeline reads it. */
async function aTalk(owner: SignedIn, text: string, more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, { language: "en", ...more });
  const recording = await aRecording(call);
  const { id } = await aParticipant(call, { side: "C", lane: 0 });
  await aTranscript(call, [{ participantId: id, t0Ms: 0, t1Ms: 4_000, text }], {
    recordingId: recording.id,
    ...(more.language === undefined ? {} : { language: String(more.language) }),
  });
  await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  return call;
}
const firedIn = async ({ workspaceId, id: callId }: { workspaceId: string; id: string }) =>
  (
    await db.hit.findMany({
      where: { workspaceId, callId, kind: "tracker" },
      select: { label: true, ruleVersion: true, t0Ms: true },
      orderBy: { t0Ms: "asc" },
    })
  ).map(({ label, ruleVersion }) => `${label} ${ruleVersion}`);
const callsOf = async (actor: SignedIn) =>
  Object.fromEntries((await listTrackers(actor, EVER)).map(({ name, calls }) => [name, calls]));

describe("versions", () => {
  test("are frozen: a change makes the next one, a new name does not", async () => {
    const { admin, workspace } = await aHouse();
    await make(admin, "Rivals");
    const id = await idOf(admin, "Rivals");
    await change(admin, id, { version: 1, phrases: "Routely\nDock Pilot" });
    await change(admin, id, { version: 2, name: "Others", phrases: "Routely\nDock Pilot" });
    const versions = await db.trackerVersion.findMany({
      where: { workspaceId: workspace.id, trackerId: id },
      orderBy: { number: "asc" },
    });
    expect(versions.map(({ number, phrases }) => [number, phrases])).toEqual([
      [1, ["Routely"]],
      [2, ["Routely", "Dock Pilot"]],
    ]);
    const [line] = await listTrackers(admin, EVER);
    expect(line).toMatchObject({ name: "Others", number: 2, version: 3 });
    expect(await findLastChange(admin)).toMatchObject({ name: "Others", by: admin.name });
  });

  test("of two who change one the second is told", async () => {
    const { admin, workspace } = await aHouse();
    const other = await aMember(workspace, { role: "admin", name: "Aki Mori" });
    await make(admin, "Rivals");
    const id = await idOf(admin, "Rivals");
    await change(other, id, { version: 1, phrases: "FreightDesk" });
    await expect(change(admin, id, { version: 1, phrases: "x" })).rejects.toMatchObject({
      code: "conflict",
      fields: { "": [expect.stringContaining("changed_meanwhile?name=Aki+Mori")] },
    });
    expect(await db.trackerVersion.count({ where: { trackerId: id } })).toBe(2);
  });
});

describe("what is refused", () => {
  test("a name that is there, phrases that cannot be looked for, and one too many", async () => {
    const { admin, workspace, sales } = await aHouse();
    await make(admin, "Köln");
    await expect(make(admin, " KOLN")).rejects.toMatchObject({
      fields: { name: ["already_used"] },
    });
    await make(admin, "Köln", { teamId: sales.id });
    const phrases = async (text: string) =>
      make(admin, "Another", { phrases: text }).then(
        () => null,
        (error: unknown) => (error instanceof z.ZodError ? error.issues[0]?.message : error),
      );
    expect(await phrases("fine\nprice near/4")).toBe("invalid?why=near_side&phrase=price+near%2F4");
    expect(await phrases(" \n ")).toBe("required");
    const many = Array.from({ length: 51 }, (_, n) => `word ${n}`).join("\n");
    expect(await phrases(many)).toBe("too_many_entries?n=50");
    await db.tracker.createMany({
      data: Array.from({ length: LIMITS.trackers - 2 }, (_, n) => ({
        ...{ id: crypto.randomUUID(), workspaceId: workspace.id },
        ...{ name: `t${n}`, folded: `t${n}` },
      })),
    });
    await expect(make(admin, "One more")).rejects.toMatchObject({
      code: "limit_reached",
      fields: { name: ["limit_reached?n=200&max=200"] },
    });
  });

  test("managers what is not their teams', reps everything", async () => {
    const { admin, manager, rep, sales, other } = await aHouse();
    await make(admin, "Rivals");
    await make(admin, "Of others", { teamId: other.id });
    await make(manager, "Ours", { teamId: sales.id });
    await expect(make(manager, "Whole", {})).rejects.toMatchObject({
      fields: { teamId: ["own_team_only"] },
    });
    await expect(make(manager, "Theirs", { teamId: other.id })).rejects.toMatchObject({
      fields: { teamId: ["own_team_only"] },
    });
    const [whole, theirs] = [await idOf(admin, "Rivals"), await idOf(admin, "Of others")];
    await expect(change(manager, whole, { version: 1 })).rejects.toThrow("forbidden");
    await expect(act(manager, { intent: "archive_tracker", trackerId: theirs })).rejects.toThrow(
      "not_found",
    );
    await expect(make(rep, "Mine", { teamId: sales.id })).rejects.toThrow("forbidden");
    const seen = async (actor: SignedIn) =>
      (await listTrackers(actor, EVER)).map(({ name, canChange }) => `${name} ${canChange}`);
    expect(await seen(rep)).toEqual(["Ours false", "Rivals false"]);
    expect(await seen(manager)).toEqual(["Ours true", "Rivals false"]);
  });
});

describe("a call", () => {
  test("is read with the workspace's trackers and its team's, in its language", async () => {
    const { admin, rep, outsider, sales, other } = await aHouse();
    await make(admin, "Rivals");
    await make(admin, "Ours", { teamId: sales.id, phrases: "drivers" });
    await make(admin, "競合", { language: "ja", phrases: "他社\n高い" });
    const text = "Routely was hated by the drivers, Routely.";
    const call = await aTalk(rep, text, { teamId: sales.id });
    expect(await firedIn(call)).toEqual(["Rivals 1", "Ours 1", "Rivals 1"]);
    expect(await firedIn(await aTalk(outsider, text, { teamId: other.id }))).toEqual([
      "Rivals 1",
      "Rivals 1",
    ]);
    const japanese = await aTalk(rep, "他社より少し高いですね。 Routely", { language: "ja" });
    expect(await firedIn(japanese)).toEqual(["競合 1", "競合 1"]);
  });

  test("keeps what it was read with until it is read again", async () => {
    const { admin, rep } = await aHouse();
    await make(admin, "Rivals");
    const id = await idOf(admin, "Rivals");
    const before = await aTalk(rep, "We saw Routely and Dock Pilot.");
    await change(admin, id, { version: 1, phrases: "Dock Pilot" });
    expect(await firedIn(before)).toEqual(["Rivals 1"]);
    expect(await firedIn(await aTalk(rep, "We saw Routely and Dock Pilot."))).toEqual(["Rivals 2"]);
    await act(admin, { intent: "archive_tracker", trackerId: id });
    expect(await firedIn(await aTalk(rep, "Dock Pilot."))).toEqual([]);
    expect(await firedIn(before)).toEqual(["Rivals 1"]);
    await act(admin, { intent: "restore_tracker", trackerId: id });
    expect(await firedIn(await aTalk(rep, "Dock Pilot."))).toEqual(["Rivals 2"]);
    const readings = await db.trackerReading.findMany({
      where: { transcript: { callId: before.id } },
    });
    expect(readings.map(({ numbers }) => numbers)).toEqual([{ [id]: 1 }]);
  });

  test("that was corrected is read by its new words", async () => {
    const { admin, rep } = await aHouse();
    await make(admin, "Rivals");
    const call = await aTalk(rep, "We saw root lee.");
    expect(await firedIn(call)).toEqual([]);
    const person = await db.participant.findFirstOrThrow({ where: { callId: call.id } });
    await db.transcript.updateMany({ where: { callId: call.id }, data: { isCurrent: false } });
    await aTranscript(
      call,
      [{ participantId: person.id, t0Ms: 0, t1Ms: 4_000, text: "We saw Routely." }],
      { number: 2, origin: "edit" },
    );
    await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 2);
    expect(await firedIn(call)).toEqual(["Rivals 1"]);
    expect(await callsOf(admin)).toEqual({ Rivals: 1 });
  });

  test("that is private is counted and found by its owner alone; another workspace knows nothing", async () => {
    const { admin, rep, sales } = await aHouse();
    await make(admin, "Rivals");
    const id = await idOf(admin, "Rivals");
    const open = { visibility: "workspace", teamId: sales.id } as const;
    await aTalk(rep, "Routely", { ...open, title: "Open" });
    await aTalk(rep, "Routely", { ...open, visibility: "private", title: "Mine" });
    expect(await callsOf(rep)).toEqual({ Rivals: 2 });
    expect(await callsOf(admin)).toEqual({ Rivals: 1 });
    const titles = async (actor: SignedIn, query: string) =>
      (
        await listRecordings(actor, parseRecordingsQuery(new URLSearchParams(query)).query)
      ).rows.map(({ title }) => title);
    expect((await titles(rep, `tracker=${id}`)).toSorted()).toEqual(["Mine", "Open"]);
    expect(await titles(admin, `tracker=${id}`)).toEqual(["Open"]);
    expect(await titles(admin, `tracker.not=${id}`)).toEqual([]);
    const there = await aHouse();
    expect(await listTrackers(there.admin, EVER)).toEqual([]);
    expect(await titles(there.admin, `tracker=${id}`)).toEqual([]);
    expect(
      await change(there.admin, id, { version: 1 }).catch((error: unknown) => error),
    ).toMatchObject({ code: "not_found" });
  });

  test("is asked how long we wait after an objection once there is a tracker of objections", async () => {
    const { workspace, rep } = await aHouse();
    const reasonOf = async (): Promise<string | null | undefined> => {
      const { id: callId } = await aTalk(rep, "That is too expensive.", { quality: "A" });
      const { detail } = await db.metricSet.findFirstOrThrow({ where: { callId } });
      return z
        .object({ metrics: z.array(z.object({ key: z.string(), reason: z.string().nullable() })) })
        .parse(detail)
        .metrics.find(({ key }) => key === "objection_pause")?.reason;
    };
    expect(await reasonOf()).toBe("no_tracker");
    await aTracker(workspace, { content: { category: "objection", phrases: ["expensive"] } });
    expect(await reasonOf()).not.toBe("no_tracker");
  });
});

test("a new workspace listens for what sales teams listen for, in both languages", async () => {
  const id = await db.$transaction((tx) =>
    makeWorkspace(tx, { name: "New", timeZone: "UTC", language: "ja" }),
  );
  const admin = await aMember({ id }, { role: "admin" });
  const lines = await listTrackers(admin, EVER);
  expect(lines.filter(({ language }) => language === "en")).toHaveLength(7);
  expect(lines.filter(({ language }) => language === "ja")).toHaveLength(7);
  expect(await findLastChange(admin)).toBeNull();
  const call = await aTalk(admin, "It is too expensive, and what is the price?");
  expect(await firedIn(call)).toEqual(["Objections 1", "Pricing 1"]);
  const label = "Objections";
  expect((await db.hit.findFirstOrThrow({ where: { callId: call.id, label } })).rule).toBe(
    trackerRule(await idOf(admin, "Objections")),
  );
});
