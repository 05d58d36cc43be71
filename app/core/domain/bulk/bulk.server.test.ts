import { expect, test } from "vitest";
import { runBulkJob } from "#app/core/jobs/bulk-run.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aLabel,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aBrowserRecording } from "#tests/support/live-rows.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { giveLabel, labelsOf } from "../label/call-label.server.ts";
import { LIMITS } from "../limits.ts";
import type { BulkOrder } from "./bulk-views.ts";
import { runBulk, runBulkFor } from "./run.server.ts";
import { cancelBulk, findBulkRun, listBulkRuns, openBulkRows } from "./runs.server.ts";
import { startBulk, startBulkWithNamedLabel, undoBulk } from "./start.server.ts";
import { deleteOldBulkRuns, requeueBulkRuns } from "./upkeep.server.ts";

await queueForFile();

const never = new AbortController().signal;
const LONG = 60;

async function aHouse() {
  const workspace = await aWorkspace();
  const [sales, other] = [await aTeam(workspace), await aTeam(workspace)];
  return {
    ...{ workspace, sales, other },
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [sales] }),
    rep: await aMember(workspace, { teams: [sales] }),
    colleague: await aMember(workspace, { teams: [sales] }),
    outsider: await aMember(workspace, { teams: [other] }),
  };
}

async function someCalls(owner: SignedIn, n: number, more: Parameters<typeof aCall>[1] = {}) {
  const calls = [];
  for (let at = 0; at < n; at += 1)
    calls.push(
      await aCall(owner, { title: `Call ${at}`, teamId: owner.teamIds[0] ?? null, ...more }),
    );
  return calls.map(({ id }) => id);
}

const start = (actor: SignedIn, order: BulkOrder, callIds: string[]) =>
  startBulk(actor, order, { callIds });
/** What came of each call, in the order of the run. */
async function outcomesOf(actor: SignedIn, runId: string): Promise<(string | null)[]> {
  const outcomes: (string | null)[] = [];
  for await (const page of await openBulkRows(actor, runId))
    outcomes.push(...page.map(({ outcome }) => outcome));
  return outcomes;
}
const namesOn = async ({ workspaceId }: SignedIn, callId: string) =>
  (await labelsOf(workspaceId, callId)).map(({ name }) => name);
const entries = (workspaceId: string, event: string) =>
  db.auditEntry.findMany({ where: { workspaceId, event } });
const stateOf = async (callId: string) =>
  (await db.call.findFirstOrThrow({ where: { id: callId } })).state;

test("each call is done by its own right, with its own entries, and what cannot be done says why", async () => {
  const { workspace, sales, other, rep, colleague, outsider } = await aHouse();
  const stranger = await aMember(await aWorkspace());
  const label = await aLabel(workspace, { name: "Renewal" });
  const [mine, has] = await someCalls(rep, 2);
  const [theirs] = await someCalls(colleague, 1);
  const [hidden] = await someCalls(outsider, 1, { visibility: "private" });
  const [foreign] = await someCalls(stranger, 1);
  const all = [mine, has, theirs, hidden, foreign, newId()].map(String);
  await giveLabel(rep, String(has), label.id);
  const before = await entries(workspace.id, "call.labelled");
  const { runId } = await start(rep, { kind: "give_label", labelId: label.id }, [...all, ...all]);
  expect(await outcomesOf(rep, runId)).toEqual([
    ...["done", "unchanged", "forbidden"],
    ...["not_found", "not_found", "not_found"],
  ]);
  expect(await namesOn(rep, String(mine))).toEqual(["Renewal"]);
  expect(await namesOn(rep, String(theirs))).toEqual([]);
  expect((await entries(workspace.id, "call.labelled")).length).toBe(before.length + 1);
  expect(await entries(workspace.id, "bulk.started")).toMatchObject([
    { target: runId, after: JSON.stringify({ kind: "give_label", isUndo: false, calls: 6 }) },
  ]);
  const view = await findBulkRun(rep, runId);
  expect(view).toMatchObject({
    ...{ kind: "give_label", state: "done", total: 6, done: 6, label: { name: "Renewal" } },
    counts: { done: 1, unchanged: 1, refused: 4, left: 0 },
    ...{ canCancel: false, canUndo: true, isUndone: false },
  });
  // A call is named to who may see it; the others are one like the other.
  expect(view.rows).toEqual([
    { ord: 2, outcome: "forbidden", call: { id: theirs, title: "Call 0" } },
    ...[3, 4, 5].map((ord) => ({ ord, outcome: "not_found", call: null })),
    { ord: 1, outcome: "unchanged", call: { id: has, title: "Call 1" } },
  ]);
  await expect(findBulkRun(colleague, runId)).rejects.toMatchObject({ code: "not_found" });
  await expect(openBulkRows(stranger, runId)).rejects.toMatchObject({ code: "not_found" });
  await expect(cancelBulk(colleague, runId)).rejects.toMatchObject({ code: "not_found" });
  await expect(undoBulk(colleague, runId)).rejects.toMatchObject({ code: "not_found" });
  expect((await listBulkRuns(rep)).map(({ id }) => id)).toEqual([runId]);
  expect(await listBulkRuns(colleague)).toEqual([]);

  const ofOthers = await aLabel(workspace, { name: "Theirs", teamId: other.id });
  const ofSales = await aLabel(workspace, { name: "Sales only", teamId: sales.id });
  const labelled = (labelId: string) =>
    start(rep, { kind: "give_label", labelId }, [String(mine), String(has)]);
  await expect(labelled(ofOthers.id)).rejects.toMatchObject({ code: "not_found" });
  await db.call.updateMany({ where: { id: String(has) }, data: { teamId: other.id } });
  expect(await outcomesOf(rep, (await labelled(ofSales.id)).runId)).toEqual([
    "done",
    "label_unfit",
  ]);
});

test("nothing begins with calls of which none is there, or with which nothing may be done", async () => {
  const { workspace, rep, colleague, outsider } = await aHouse();
  const label = await aLabel(workspace);
  const order = { kind: "give_label", labelId: label.id } as const;
  const [theirs] = await someCalls(colleague, 1);
  const [hidden] = await someCalls(outsider, 1, { visibility: "private" });
  await expect(start(rep, order, [])).rejects.toMatchObject({ code: "validation_failed" });
  await expect(start(rep, order, [String(hidden), newId()])).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(start(rep, order, [String(theirs)])).rejects.toMatchObject({ code: "forbidden" });
  await expect(
    start(rep, { kind: "delete", withClips: false }, [String(theirs)]),
  ).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(start(rep, { kind: "restore" }, [String(theirs)])).rejects.toMatchObject({
    code: "not_found",
  });
  const many = Array.from({ length: LIMITS.bulkRows + 1 }, () => newId());
  await expect(start(rep, order, many)).rejects.toMatchObject({ code: "limit_reached" });
  await expect(
    startBulkWithNamedLabel(rep, "New", { callIds: [String(theirs)] }),
  ).rejects.toMatchObject({ code: "forbidden" });
  expect(await db.bulkRun.count({ where: { workspaceId: workspace.id } })).toBe(0);
  expect(await db.label.count({ where: { workspaceId: workspace.id } })).toBe(1);
});

test("labels given and taken off are put back as they were, but where somebody changed them since", async () => {
  const { workspace, admin, manager, outsider, sales } = await aHouse();
  const [one, two, three] = await someCalls(admin, 3);
  const ids = [String(one), String(two), String(three)];
  const { runId } = await startBulkWithNamedLabel(admin, "At risk", { callIds: ids });
  const label = await db.label.findFirstOrThrow({ where: { workspaceId: workspace.id } });
  expect(label).toMatchObject({ name: "At risk", teamId: null });
  expect(await outcomesOf(admin, runId)).toEqual(["done", "done", "done"]);
  // A rule would decide about the second, had nobody put the label there by hand.
  const taken = await start(admin, { kind: "take_label", labelId: label.id }, [
    ids[0] ?? "",
    ids[0] ?? "",
  ]);
  expect(await outcomesOf(admin, taken.runId)).toEqual(["done"]);
  const undone = await undoBulk(admin, runId);
  expect(await outcomesOf(admin, undone.runId)).toEqual(["conflict", "done", "done"]);
  expect(await findBulkRun(admin, undone.runId)).toMatchObject({ isUndo: true, canUndo: false });
  expect(await findBulkRun(admin, runId)).toMatchObject({ isUndone: true, canUndo: false });
  expect(await db.callLabel.findMany({ where: { labelId: label.id } })).toMatchObject([
    { callId: ids[0], isOn: false, isByHand: true },
  ]);
  const back = await undoBulk(admin, taken.runId);
  expect(await outcomesOf(admin, back.runId)).toEqual(["done"]);
  expect(await namesOn(admin, String(one))).toEqual(["At risk"]);
  // A manager makes one for the team that most of the calls are of.
  await db.call.updateMany({ where: { id: { in: ids } }, data: { teamId: sales.id } });
  const [away] = await someCalls(outsider, 1, { visibility: "workspace" });
  const ofTeam = await startBulkWithNamedLabel(manager, "Ours", {
    callIds: [...ids, String(away)],
  });
  expect(await outcomesOf(manager, ofTeam.runId)).toEqual(["done", "done", "done", "forbidden"]);
  expect(await db.label.findFirst({ where: { name: "Ours" } })).toMatchObject({ teamId: sales.id });
  const { runId: byName } = await startBulkWithNamedLabel(outsider, "at RISK", {
    callIds: [String(away)],
  });
  expect(await outcomesOf(outsider, byName)).toEqual(["done"]);
  expect(await namesOn(outsider, String(away))).toEqual(["At risk"]);
  for (const again of [runId, undone.runId])
    await expect(undoBulk(admin, again)).rejects.toMatchObject({ code: "invalid_state" });
});

test("a label that a rule had given is the rule's again", async () => {
  const { workspace, rep } = await aHouse();
  const [id] = await someCalls(rep, 1);
  const label = await aLabel(workspace);
  const ofRule = { workspaceId: workspace.id, callId: String(id), labelId: label.id };
  await db.callLabel.createMany({ data: [{ ...ofRule, isByHand: false, isOn: true }] });
  for (const kind of ["give_label", "take_label"] as const) {
    const { runId } = await start(rep, { kind, labelId: label.id }, [String(id)]);
    expect(await outcomesOf(rep, runId)).toEqual(["done"]);
    await undoBulk(rep, runId);
    expect(await db.callLabel.findMany({ where: ofRule })).toMatchObject([
      { isByHand: false, isOn: true, memberId: null },
    ]);
  }
});

test("access is changed and put back by who may delete the call, not by who may only edit it", async () => {
  const { workspace, manager, rep, outsider } = await aHouse();
  const [mine, same] = await someCalls(rep, 2, { visibility: "team" });
  const [away] = await someCalls(outsider, 1, { visibility: "workspace" });
  await db.call.updateMany({ where: { id: String(same) }, data: { visibility: "workspace" } });
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: String(away) },
      ...{ memberId: manager.memberId, level: "edit", source: "direct" },
    },
  });
  const order = { kind: "set_access", visibility: "workspace" } as const;
  const { runId } = await start(manager, { ...order }, [String(mine), String(same), String(away)]);
  expect(await outcomesOf(manager, runId)).toEqual(["done", "unchanged", "unchanged"]);
  // What the reader no longer sees is named no more, on the screen and in the file.
  const hide = (visibility: "private" | "workspace") =>
    db.call.updateMany({ where: { id: String(same) }, data: { visibility } });
  await hide("private");
  expect((await findBulkRun(manager, runId)).rows[0]).toEqual({
    ...{ ord: 1, outcome: "unchanged", call: null },
  });
  for await (const page of await openBulkRows(manager, runId))
    expect(page.map(({ call }) => call?.id)).toEqual([mine, undefined, away]);
  await hide("workspace");
  const narrower = await start(manager, { kind: "set_access", visibility: "team" }, [
    String(mine),
    String(away),
  ]);
  expect(await outcomesOf(manager, narrower.runId)).toEqual(["done", "forbidden"]);
  // Changed since by that: it is left as it is.
  const undone = await undoBulk(manager, runId);
  expect(await outcomesOf(manager, undone.runId)).toEqual(["unchanged"]);
  await undoBulk(manager, narrower.runId);
  expect(await db.call.findFirstOrThrow({ where: { id: String(mine) } })).toMatchObject({
    visibility: "workspace",
  });
});

test("calls are handed over by who may, taken back by who still may, and not where they were handed on", async () => {
  const { workspace, manager, rep, colleague, outsider } = await aHouse();
  const ids = await someCalls(rep, 3, { visibility: "team" });
  const [theirs] = await someCalls(colleague, 1, { visibility: "team" });
  const [far] = await someCalls(outsider, 1, { visibility: "workspace" });
  const ownerOf = async (id: string | undefined) =>
    (await db.call.findFirstOrThrow({ where: { id: String(id) } })).ownerId;
  const order = { kind: "set_owner", memberId: colleague.memberId } as const;
  const all = [...ids, theirs, far].map(String);
  const { runId } = await start(manager, order, all);
  expect(await outcomesOf(manager, runId)).toEqual([
    ...["done", "done", "done", "unchanged", "forbidden"],
  ]);
  expect(await findBulkRun(manager, runId)).toMatchObject({
    ...{ kind: "set_owner", person: colleague.name, canUndo: true },
  });
  expect(await entries(workspace.id, "call.transferred")).toHaveLength(3);
  expect(await db.notification.count({ where: { memberId: colleague.memberId } })).toBe(3);
  // Handed on meanwhile: that one stays.
  await start(colleague, { kind: "set_owner", memberId: manager.memberId }, [String(ids[0])]);
  const undone = await undoBulk(manager, runId);
  expect(await outcomesOf(manager, undone.runId)).toEqual(["conflict", "done", "done"]);
  expect(await Promise.all([...ids, far].map(ownerOf))).toEqual([
    ...[manager.memberId, rep.memberId, rep.memberId, outsider.memberId],
  ]);
  // An owner cannot take back what they gave away, so nothing offers it.
  const given = await start(rep, order, [String(ids[1])]);
  expect(await findBulkRun(rep, given.runId)).toMatchObject({ canUndo: false });
  await expect(undoBulk(rep, given.runId)).rejects.toMatchObject({ code: "invalid_state" });
  // A new owner who left before a call's turn, and one who was never there.
  const long = await someCalls(rep, LONG, { visibility: "team" });
  const run = await start(rep, order, long);
  let at = 0;
  await runBulk({ workspaceId: workspace.id, runId: run.runId }, async (memberId) => {
    at += 1;
    if (at === 2)
      await db.member.updateMany({
        where: { id: colleague.memberId },
        data: { state: "deactivated" },
      });
    return findMemberActor(workspace.id, memberId);
  });
  const outcomes = await outcomesOf(rep, run.runId);
  expect([...new Set(outcomes)]).toEqual(["done", "heir_left"]);
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  await expect(start(rep, order, long)).rejects.toMatchObject({ code: "validation_failed" });
  const stranger = await aMember(await aWorkspace());
  await expect(
    start(rep, { kind: "set_owner", memberId: stranger.memberId }, long),
  ).rejects.toMatchObject({ code: "validation_failed" });
});

test("deleting skips what is held or runs, and comes back", async () => {
  const { workspace, rep } = await aHouse();
  const [one, held, live, gone] = (await someCalls(rep, 4)).map(String);
  const set = (id: string | undefined, data: Parameters<typeof db.call.updateMany>[0]["data"]) =>
    db.call.updateMany({ where: { id: String(id) }, data });
  await set(held, { legalHold: true });
  await set(live, { state: "live" });
  await set(gone, { state: "trashed", stateBefore: "available", trashedAt: new Date() });
  const ids = [one, held, live, gone].map(String);
  const { runId } = await start(rep, { kind: "delete", withClips: false }, ids);
  expect(await outcomesOf(rep, runId)).toEqual([
    "done",
    "legal_hold",
    "invalid_state",
    "unchanged",
  ]);
  expect(await entries(workspace.id, "call.trashed")).toMatchObject([{ target: one }]);
  // In the trash it is still named to who may restore it.
  const file = [];
  for await (const page of await openBulkRows(rep, runId)) file.push(...page);
  expect(file.map(({ call }) => call?.title)).toEqual(["Call 0", "Call 1", "Call 2", "Call 3"]);
  const undone = await undoBulk(rep, runId);
  expect(await outcomesOf(rep, undone.runId)).toEqual(["done"]);
  expect(await stateOf(String(one))).toBe("available");
  const restored = await start(rep, { kind: "restore" }, [String(gone), String(one)]);
  expect(await outcomesOf(rep, restored.runId)).toEqual(["done", "unchanged"]);
  await expect(undoBulk(rep, restored.runId)).rejects.toMatchObject({ code: "invalid_state" });
});

test("a reviewer is asked call by call, given access only where that was said, and taken off again", async () => {
  const { rep, colleague, outsider } = await aHouse();
  const [seen, hidden] = await someCalls(rep, 2, { visibility: "team" });
  const [theirs] = await someCalls(colleague, 1, { visibility: "team" });
  await db.call.updateMany({ where: { id: String(hidden) }, data: { visibility: "private" } });
  const ask = (memberId: string, givesAccess = false) =>
    start(rep, { kind: "assign_reviewer", memberId, dueOn: null, givesAccess }, [
      ...[String(seen), String(hidden), String(theirs)],
    ]);
  const first = await ask(colleague.memberId);
  expect(await outcomesOf(rep, first.runId)).toEqual(["done", "gives_access", "forbidden"]);
  const second = await ask(colleague.memberId, true);
  expect(await outcomesOf(rep, second.runId)).toEqual(["unchanged", "done", "forbidden"]);
  expect(await findBulkRun(rep, second.runId)).toMatchObject({ person: colleague.name });
  expect(await db.callGrant.count({ where: { callId: String(hidden) } })).toBe(1);
  expect(await outcomesOf(rep, (await ask(rep.memberId)).runId)).toEqual([
    ...["owns_call", "owns_call", "forbidden"],
  ]);
  for (const { runId } of [first, second]) await undoBulk(rep, runId);
  expect(await db.reviewAssignment.count({ where: { memberId: colleague.memberId } })).toBe(0);
  expect(await db.callGrant.count({ where: { callId: String(hidden) } })).toBe(0);
  await db.member.updateMany({
    where: { id: outsider.memberId },
    data: { state: "deactivated" },
  });
  await expect(ask(outsider.memberId)).rejects.toMatchObject({ code: "validation_failed" });
  await expect(
    start(
      rep,
      {
        ...{ kind: "assign_reviewer", memberId: colleague.memberId },
        ...{ dueOn: "2020-01-01", givesAccess: false },
      },
      [String(seen)],
    ),
  ).rejects.toMatchObject({ code: "validation_failed" });
});

test("more than fifty are a job, which does each call once however often and wherever it runs", async () => {
  const { workspace, rep } = await aHouse();
  const label = await aLabel(workspace);
  const ids = await someCalls(rep, LONG);
  const { runId } = await start(rep, { kind: "give_label", labelId: label.id }, ids);
  const ref = { workspaceId: workspace.id, runId };
  expect(await queued(runBulkJob)).toContainEqual({ v: 1, ...ref });
  expect(await findBulkRun(rep, runId)).toMatchObject({
    ...{ state: "queued", done: 0, canCancel: true, canUndo: false },
    counts: { done: 0, left: LONG },
  });
  await expect(undoBulk(rep, runId)).rejects.toMatchObject({ code: "invalid_state" });
  // Stopped somewhere in between, then by two at once.
  const stopped = new AbortController();
  const asked: number[] = [];
  await expect(
    runBulk(
      ref,
      (memberId) => {
        if (asked.push(1) === 20) stopped.abort(new Error("stopped"));
        return findMemberActor(workspace.id, memberId);
      },
      stopped.signal,
    ),
  ).rejects.toThrow("stopped");
  expect(await findBulkRun(rep, runId)).toMatchObject({ state: "running", done: 20 });
  await Promise.all([runBulkFor(ref, never), runBulkFor(ref, never)]);
  expect(await findBulkRun(rep, runId)).toMatchObject({
    ...{ state: "done", done: LONG, canUndo: true },
    counts: { done: LONG, unchanged: 0, refused: 0, left: 0 },
  });
  await runBulkFor(ref, never);
  const labelled = await entries(workspace.id, "call.labelled");
  expect(labelled.map(({ target }) => target).toSorted()).toEqual(ids.toSorted());
  const undone = await undoBulk(rep, runId);
  expect(await findBulkRun(rep, undone.runId)).toMatchObject({ state: "queued", isUndo: true });
  await runBulkFor({ workspaceId: workspace.id, runId: undone.runId }, never);
  expect(await db.callLabel.count({ where: { labelId: label.id } })).toBe(0);
});

test("rights are those of the moment: who loses them, and who leaves, does no more", async () => {
  const { workspace, manager, rep } = await aHouse();
  const ids = await someCalls(rep, LONG);
  const { runId } = await start(manager, { kind: "set_access", visibility: "workspace" }, ids);
  const change = (data: Parameters<typeof db.member.updateMany>[0]["data"]) =>
    db.member.updateMany({ where: { id: manager.memberId }, data });
  let at = 0;
  await runBulk({ workspaceId: workspace.id, runId }, async (memberId) => {
    at += 1;
    if (at === 11) await change({ role: "rep" });
    if (at === 21) await change({ role: "manager" });
    if (at === 31) await change({ state: "deactivated" });
    return findMemberActor(workspace.id, memberId);
  });
  const outcomes = await outcomesOf(manager, runId);
  expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("done"));
  expect(outcomes.slice(10, 20)).toEqual(Array(10).fill("forbidden"));
  expect(outcomes.slice(20, 30)).toEqual(Array(10).fill("done"));
  expect(outcomes.slice(30)).toEqual(Array(LONG - 30).fill("member_left"));
  expect(await findBulkRun(manager, runId)).toMatchObject({ state: "done", done: LONG });
  expect(await db.call.count({ where: { id: { in: ids }, visibility: "workspace" } })).toBe(20);
});

test("a run that was cancelled changes nothing more, and what it did can be put back", async () => {
  const { workspace, rep } = await aHouse();
  const ids = await someCalls(rep, LONG);
  const { runId } = await start(rep, { kind: "delete", withClips: false }, ids);
  let at = 0;
  await runBulk({ workspaceId: workspace.id, runId }, async () => {
    at += 1;
    if (at === 6) await cancelBulk(rep, runId);
    return rep;
  });
  await cancelBulk(rep, runId);
  expect(await findBulkRun(rep, runId)).toMatchObject({
    ...{ state: "cancelled", done: 5, canUndo: true },
    counts: { done: 5, left: LONG - 5, refused: 0 },
  });
  expect(await db.call.count({ where: { id: { in: ids }, state: "trashed" } })).toBe(5);
  expect(await entries(workspace.id, "bulk.cancelled")).toHaveLength(1);
  const undone = await undoBulk(rep, runId);
  expect(await outcomesOf(rep, undone.runId)).toEqual(Array(5).fill("done"));
});

test("a run that stands still is queued again; an old one is forgotten; one member has five at most", async () => {
  const { workspace, rep } = await aHouse();
  const ids = await someCalls(rep, LONG);
  const runs: string[] = [];
  for (let n = 0; n < LIMITS.bulkRunsOpen; n += 1)
    runs.push((await start(rep, { kind: "restore" }, ids).catch(() => null))?.runId ?? "");
  expect(runs).toEqual(Array(LIMITS.bulkRunsOpen).fill("")); // none of them is in the trash
  runs.length = 0;
  for (let n = 0; n < LIMITS.bulkRunsOpen; n += 1)
    runs.push((await start(rep, { kind: "set_access", visibility: "team" }, ids)).runId);
  await expect(start(rep, { kind: "delete", withClips: false }, ids)).rejects.toMatchObject({
    code: "limit_reached",
  });
  const long = new Date(Date.now() - 120_000);
  await db.bulkRun.updateMany({ where: { id: runs[0] ?? "" }, data: { updatedAt: long } });
  const waiting = async () =>
    (await queued(runBulkJob)).filter(({ runId }) => runId === runs[0]).length;
  await requeueBulkRuns();
  expect(await waiting()).toBe(1); // it still had its job
  await db.$executeRaw`DELETE FROM jobs.job WHERE name = 'bulk.run'`;
  await requeueBulkRuns();
  expect(await waiting()).toBe(1);
  await runBulkFor({ workspaceId: workspace.id, runId: runs[0] ?? "" }, never);
  await db.bulkRun.updateMany({
    where: { id: runs[0] ?? "" },
    data: { endedAt: new Date(Date.now() - 31 * 86_400_000) },
  });
  expect(await deleteOldBulkRuns()).toBe(1);
  expect(await db.bulkRow.count({ where: { runId: runs[0] ?? "" } })).toBe(0);
  expect(await db.bulkRun.count({ where: { workspaceId: workspace.id } })).toBe(4);
});

test("access to what is being recorded is what holds from its end on, and is put back there", async () => {
  const { rep } = await aHouse();
  const recordingId = await aBrowserRecording(rep);
  const pending = async () =>
    (await db.browserRecorder.findFirstOrThrow({ where: { recordingId } })).visibility;
  const { callId } = await db.recording.findFirstOrThrow({ where: { id: recordingId } });
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "private" } });
  expect(await pending()).toBe("team");
  // It looks private already, and was to become the team's at its end.
  const narrowed = await start(rep, { kind: "set_access", visibility: "private" }, [callId]);
  expect(await outcomesOf(rep, narrowed.runId)).toEqual(["done"]);
  expect(await pending()).toBe("private");
  await undoBulk(rep, narrowed.runId);
  expect(await pending()).toBe("team");
  const widened = await start(rep, { kind: "set_access", visibility: "workspace" }, [callId]);
  expect(await pending()).toBe("workspace");
  await undoBulk(rep, widened.runId);
  expect(await pending()).toBe("team");
});

test("who loses sight of a call by what they did to it is not offered to put it back", async () => {
  const { manager, rep } = await aHouse();
  const ids = await someCalls(rep, 2, { visibility: "team" });
  const { runId } = await start(manager, { kind: "set_access", visibility: "private" }, ids);
  expect(await outcomesOf(manager, runId)).toEqual(["done", "done"]);
  expect(await findBulkRun(manager, runId)).toMatchObject({ canUndo: false, isUndone: false });
});

test("an undo that was stopped is finished by another one, and one that came to its end by none", async () => {
  const { workspace, rep } = await aHouse();
  const ids = await someCalls(rep, LONG);
  const { runId } = await start(rep, { kind: "delete", withClips: false }, ids);
  await runBulkFor({ workspaceId: workspace.id, runId }, never);
  const first = await undoBulk(rep, runId);
  // While it is under way there is no second one, and nothing says that it is done.
  expect(await findBulkRun(rep, runId)).toMatchObject({ canUndo: false, isUndone: false });
  await expect(undoBulk(rep, runId)).rejects.toMatchObject({ code: "invalid_state" });
  let at = 0;
  await runBulk({ workspaceId: workspace.id, runId: first.runId }, async () => {
    at += 1;
    if (at === 6) await cancelBulk(rep, first.runId);
    return rep;
  });
  expect(await findBulkRun(rep, runId)).toMatchObject({ canUndo: true, isUndone: false });
  const second = await undoBulk(rep, runId);
  await runBulkFor({ workspaceId: workspace.id, runId: second.runId }, never);
  expect(await findBulkRun(rep, second.runId)).toMatchObject({
    ...{ total: LONG - 5, counts: { done: LONG - 5 } },
  });
  expect(await db.call.count({ where: { id: { in: ids }, state: "trashed" } })).toBe(0);
  expect(await findBulkRun(rep, runId)).toMatchObject({ canUndo: false, isUndone: true });
  await expect(undoBulk(rep, runId)).rejects.toMatchObject({ code: "invalid_state" });
});

test("what went missing beside a call is said as that, and not of the call", async () => {
  const { workspace, admin, rep } = await aHouse();
  const ids = await someCalls(rep, LONG);
  const templateId = 1_000_000;
  const { runId } = await start(admin, { kind: "delete", withClips: false }, ids);
  const be = (order: object) =>
    db.bulkRun.updateMany({
      where: { id: runId },
      data: { input: { order: { ...order }, undoes: null, isCut: false } },
    });
  // As the template was there when the run began, and the tracker.
  await be({ kind: "regenerate", templateId, templateVersion: null });
  const outcomes = async (stopAfter: number) => {
    let at = 0;
    const stopped = new AbortController();
    await runBulk(
      { workspaceId: workspace.id, runId },
      () => {
        at += 1;
        if (at > stopAfter) stopped.abort();
        return Promise.resolve(admin);
      },
      stopped.signal,
    ).catch(() => undefined);
    return (await outcomesOf(admin, runId)).filter((outcome) => outcome !== null);
  };
  expect(new Set(await outcomes(2))).toEqual(new Set(["template_gone"]));
  await be({ kind: "run_tracker", trackerId: newId() });
  expect(new Set(await outcomes(2))).toEqual(new Set(["template_gone", "tracker_gone"]));
});

test("up to fifty are done with the rights of the moment too", async () => {
  const { manager, rep } = await aHouse();
  const ids = await someCalls(rep, 3, { visibility: "team" });
  // A session that was opened before the role was taken away.
  await db.member.updateMany({ where: { id: manager.memberId }, data: { role: "rep" } });
  const { runId } = await start(manager, { kind: "set_access", visibility: "workspace" }, ids);
  expect(await outcomesOf(manager, runId)).toEqual(["forbidden", "forbidden", "forbidden"]);
});

test("runs under way are listed first, however many have ended since", async () => {
  const { rep } = await aHouse();
  const ids = await someCalls(rep, LONG);
  const open = await start(rep, { kind: "set_access", visibility: "team" }, ids);
  for (let n = 0; n < 12; n += 1)
    await start(rep, { kind: "set_access", visibility: n % 2 ? "team" : "workspace" }, [
      String(ids[0]),
    ]);
  const lines = await listBulkRuns(rep);
  expect(lines[0]?.id).toBe(open.runId);
  expect(lines).toHaveLength(11);
});
