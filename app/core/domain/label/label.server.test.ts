import { expect, test } from "vitest";
import { applyLabel } from "#app/core/jobs/label-apply.job.ts";
import { labelsCommands } from "#app/core/pages/labels-commands.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import {
  aCall,
  aLabel,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import type { Member } from "../access/actor.ts";
import { LIMITS } from "../limits.ts";
import { searchCalls } from "../search/search.server.ts";
import { writeCallIndex, writeStaleEntries } from "../search/index.server.ts";
import { giveLabel, giveNewLabel, labelsOf, listChoices, takeLabel } from "./call-label.server.ts";
import { listLabels, listMerges } from "./label-list.server.ts";
import { applyRuleToPast, previewRule } from "./past-calls.server.ts";

await queueForFile();

const act = (actor: SignedIn, input: Record<string, unknown>): Promise<unknown> =>
  askCommand(labelsCommands, actor, input, {});
const make = (actor: SignedIn, name: string, more = {}) =>
  act(actor, { intent: "make_label", name, colour: "blue", ...more });
const rename = (actor: SignedIn, labelId: string, name: string, version = 1, more = {}) =>
  act(actor, { intent: "change_label", labelId, name, colour: "blue", version, ...more });
const setRule = async (actor: SignedIn, labelId: string, rule: string) => {
  const { name, version } = await db.label.findFirstOrThrow({ where: { id: labelId } });
  return rename(actor, labelId, name, version, { rule });
};
const index = ({ workspaceId, id: callId }: { workspaceId: string; id: string }) =>
  db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));

/** A call in which the customer says something, as the search knows it. */
async function aTalk(owner: Member, text: string, more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, more);
  const { id } = await aParticipant(call, { side: "C", name: "María López", lane: 0 });
  await aTranscript(call, [{ participantId: id, t0Ms: 0, t1Ms: 4_000, text }]);
  await index(call);
  return call;
}

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
const namesOn = async ({ workspaceId, id }: { workspaceId: string; id: string }) =>
  (await labelsOf(workspaceId, id)).map(({ name }) => name);
const find = async (actor: Member, q: string) => [...(await searchCalls(actor, q)).hits.keys()];
const { signal } = new AbortController();

test("names are single in a workspace, however they are written; the archive is named", async () => {
  const { admin, workspace } = await aHouse();
  await make(admin, "Köln");
  await expect(make(admin, "  KOLN ")).rejects.toMatchObject({
    fields: { name: ["label_exists"] },
  });
  await aLabel(workspace, { name: "Old", archivedAt: new Date() });
  await expect(make(admin, "old")).rejects.toMatchObject({ fields: { name: ["label_archived"] } });
  const there = await aMember(await aWorkspace(), { role: "admin" });
  await make(there, "Köln");
  expect((await listLabels(there)).map(({ name }) => name)).toEqual(["Köln"]);
});

test("of two who change a label the second is told", async () => {
  const { admin, workspace } = await aHouse();
  const { id } = await aLabel(workspace, { name: "Pricing" });
  await rename(admin, id, "Prices");
  const late = rename(admin, id, "Cost");
  await expect(late).rejects.toMatchObject({ code: "conflict" });
  await expect(late).rejects.toMatchObject({
    fields: { "": [expect.stringContaining("changed_meanwhile?name=")] },
  });
});

test("a manager changes labels of their teams, everybody reads those of the workspace and of their own", async () => {
  const { manager, rep, outsider, workspace, sales, other } = await aHouse();
  const everybody = await aLabel(workspace, { name: "A" });
  const ours = await aLabel(workspace, { name: "B", teamId: sales.id });
  await aLabel(workspace, { name: "C", teamId: other.id });
  const named = async (actor: Member) =>
    (await listLabels(actor)).map(({ name, canChange }) => `${name}${canChange ? "!" : ""}`);
  expect(await named(manager)).toEqual(["A", "B!"]);
  expect(await named(rep)).toEqual(["A", "B"]);
  expect(await named(outsider)).toEqual(["A", "C"]);
  await rename(manager, ours.id, "B2");
  await expect(rename(manager, everybody.id, "A2")).rejects.toMatchObject({ code: "forbidden" });
  await expect(make(manager, "D")).rejects.toMatchObject({ fields: { teamId: ["own_team_only"] } });
  await make(manager, "D", { teamId: sales.id });
  await expect(make(rep, "E", { teamId: sales.id })).rejects.toMatchObject({ code: "forbidden" });
});

test("a label of a team is for calls of that team, and a label is given where the call may be changed", async () => {
  const { rep, colleague, manager, workspace, other, sales } = await aHouse();
  const call = await aCall(rep);
  const foreign = await aLabel(workspace, { name: "Theirs", teamId: other.id });
  const ours = await aLabel(workspace, { name: "Ours", teamId: sales.id });
  const all = await aLabel(workspace, { name: "All" });
  await expect(giveLabel(rep, call.id, foreign.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(giveLabel(colleague, call.id, all.id)).rejects.toMatchObject({ code: "forbidden" });
  await giveLabel(rep, call.id, all.id);
  await giveLabel(manager, call.id, ours.id);
  expect(await namesOn(call)).toEqual(["All", "Ours"]);
  expect((await listChoices(rep, call.id)).labels).toMatchObject([
    { name: "All", isRecent: true },
    { name: "Ours", isRecent: false },
  ]);
  await expect(giveNewLabel(rep, call.id, { name: "New" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await giveNewLabel(manager, call.id, { name: "New" });
  expect(await db.label.findFirst({ where: { name: "New" } })).toMatchObject({ teamId: sales.id });
  await db.call.update({
    where: { workspaceId_id: { workspaceId: workspace.id, id: call.id } },
    data: { teamId: other.id },
  });
  expect(await namesOn(call)).toEqual(["All"]);
});

test("a private call is in no count, preview or list of another, whatever their role", async () => {
  const { rep, colleague, manager, admin, outsider, workspace } = await aHouse();
  const secret = await aTalk(rep, "The price is too high", { visibility: "private" });
  const { id } = await aLabel(workspace, { name: "Pricing" });
  await giveLabel(rep, secret.id, id);
  await index(secret);
  const seen = async (actor: Member) => (await listLabels(actor))[0]?.calls;
  expect(await seen(rep)).toBe(1);
  for (const actor of [colleague, manager, admin, outsider]) {
    expect(await seen(actor)).toBe(0);
    expect(await find(actor, "label:pricing")).toEqual([]);
  }
  for (const actor of [manager, admin])
    expect(await previewRule(actor, { rule: "price", teamId: null })).toMatchObject({
      calls: 0,
      newest: [],
    });
});

test("a rule labels new calls and past ones, finds nothing by labels, and a hand is stronger", async () => {
  const { admin, rep, workspace, sales, other } = await aHouse();
  const priced = await aTalk(rep, "The price is too high");
  const plain = await aTalk(rep, "We meet on Tuesday");
  const taken = await aTalk(rep, "What is the price?");
  const { id } = await aLabel(workspace, { name: "Pricing" });
  await setRule(admin, id, "price");
  expect(await queued(applyLabel)).toContainEqual({ v: 1, workspaceId: workspace.id, labelId: id });
  await giveLabel(rep, taken.id, id);
  await takeLabel(rep, taken.id, id);
  await giveLabel(rep, plain.id, id);
  const ref = { workspaceId: workspace.id, labelId: id };
  await applyRuleToPast(ref, signal);
  await applyRuleToPast(ref, signal);
  expect(await labelsOf(workspace.id, priced.id)).toMatchObject([{ isByRule: true }]);
  expect(await namesOn(taken)).toEqual([]);
  const fresh = await aTalk(rep, "A lower price");
  expect(await namesOn(fresh)).toEqual(["Pricing"]);
  expect(new Set(await find(rep, "label:pricing"))).toEqual(new Set([priced.id, fresh.id]));
  await setRule(admin, id, "pricing");
  await applyRuleToPast(ref, signal);
  // The label's own name is no word of the call.
  expect([await namesOn(priced), await namesOn(fresh)]).toEqual([[], []]);
  expect([await namesOn(plain), await namesOn(taken)]).toEqual([["Pricing"], []]);
  const ours = await aLabel(workspace, { name: "Elsewhere", teamId: other.id, rule: "price" });
  await applyRuleToPast({ workspaceId: workspace.id, labelId: ours.id }, signal);
  expect(await namesOn(priced)).toEqual([]);
  expect(await previewRule(admin, { rule: "price", teamId: other.id })).toMatchObject({ calls: 0 });
  expect(await previewRule(admin, { rule: "price", teamId: sales.id })).toMatchObject({ calls: 3 });
});

test("a run that was stopped in the middle is finished by the next one", async () => {
  const { rep, workspace } = await aHouse();
  const calls = [await aTalk(rep, "The price"), await aTalk(rep, "Another price")];
  const { id: labelId } = await aLabel(workspace, { name: "Pricing", rule: "price" });
  const [first] = calls.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (first) await index(first); // as far as a killed worker came
  await applyRuleToPast({ workspaceId: workspace.id, labelId }, signal);
  for (const call of calls) expect(await namesOn(call)).toEqual(["Pricing"]);
  await db.label.update({
    where: { workspaceId_id: { workspaceId: workspace.id, id: labelId } },
    data: { rule: "nothing" },
  });
  const stopped = applyRuleToPast({ workspaceId: workspace.id, labelId }, AbortSignal.abort());
  await expect(stopped).rejects.toThrow("abort");
  expect(await namesOn(calls[0] ?? { workspaceId: "", id: "" })).toEqual(["Pricing"]);
});

test("a rule that cannot be meant is refused in its field, and there are 50 at most", async () => {
  const { admin, workspace } = await aHouse();
  const { id } = await aLabel(workspace);
  for (const [rule, code] of [
    ["(price", "rule_brackets"],
    ["label:other", "rule_label"],
  ] as const) {
    await expect(setRule(admin, id, rule)).rejects.toMatchObject({ fields: { rule: [code] } });
    expect(await previewRule(admin, { rule, teamId: null })).toMatchObject({ fault: code });
  }
  for (let n = 0; n < LIMITS.labelRules; n += 1) await aLabel(workspace, { rule: "price" });
  await expect(setRule(admin, id, "price")).rejects.toMatchObject({ code: "limit_reached" });
});

test("a renamed label is found by its new name", async () => {
  const { admin, rep, workspace } = await aHouse();
  const call = await aTalk(rep, "Hello");
  const { id } = await aLabel(workspace, { name: "Pricing" });
  await giveLabel(rep, call.id, id);
  await index(call);
  expect(await find(rep, "label:pricing")).toEqual([call.id]);
  await rename(admin, id, "Discount");
  while ((await writeStaleEntries()) > 0);
  expect(await find(rep, "label:pricing")).toEqual([]);
  expect(await find(rep, "label:discount")).toEqual([call.id]);
});

test("a merge moves every use, and undoing it gives them back as they were", async () => {
  const { admin, rep, workspace, sales } = await aHouse();
  const [both, one, off, later] = [
    await aCall(rep),
    await aCall(rep),
    await aCall(rep),
    await aCall(rep),
  ];
  const from = await aLabel(workspace, { name: "Price" });
  const into = await aLabel(workspace, { name: "Pricing" });
  for (const call of [both, one, off, later]) await giveLabel(rep, call.id, from.id);
  for (const call of [both, off]) await giveLabel(rep, call.id, into.id);
  await takeLabel(rep, off.id, into.id);
  await act(admin, { intent: "merge_label", labelId: from.id, intoId: into.id });
  expect(await namesOn(both)).toEqual(["Pricing"]);
  expect(await namesOn(one)).toEqual(["Pricing"]);
  expect(await namesOn(off)).toEqual([]);
  expect((await listLabels(rep)).map(({ name, calls }) => [name, calls])).toEqual([["Pricing", 3]]);
  await takeLabel(rep, later.id, into.id);
  await giveLabel(rep, later.id, into.id);
  expect(await listMerges(admin)).toMatchObject([{ name: "Price", into: "Pricing" }]);
  expect(await listMerges(rep)).toEqual([]);
  await act(admin, { intent: "unmerge_label", labelId: from.id });
  expect(await namesOn(both)).toEqual(["Price", "Pricing"]);
  expect(await namesOn(one)).toEqual(["Price"]);
  expect(await namesOn(off)).toEqual(["Price"]);
  expect(await namesOn(later)).toEqual(["Price", "Pricing"]);
  const narrow = await aLabel(workspace, { teamId: sales.id });
  await expect(
    act(admin, { intent: "merge_label", labelId: from.id, intoId: narrow.id }),
  ).rejects.toMatchObject({ fields: { intoId: ["invalid_choice"] } });
});

test("a merge is undone for 30 days, and only while the name is free", async () => {
  const { admin, workspace } = await aHouse();
  const into = await aLabel(workspace);
  const merged = (days: number, name: string) =>
    aLabel(workspace, {
      ...{ name, mergedInto: into.id },
      mergedAt: new Date(Date.now() - days * 86_400_000),
    });
  const [old, taken] = [await merged(31, "Old"), await merged(1, "Taken")];
  await aLabel(workspace, { name: "taken" });
  const undo = (labelId: string) => act(admin, { intent: "unmerge_label", labelId });
  await expect(undo(old.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(undo(taken.id)).rejects.toMatchObject({ fields: { name: ["label_exists"] } });
});

test("an archived label stays on its calls, is not offered, and comes back", async () => {
  const { admin, rep, workspace } = await aHouse();
  const call = await aCall(rep);
  const { id } = await aLabel(workspace, { name: "Pricing" });
  await giveLabel(rep, call.id, id);
  await act(admin, { intent: "archive_label", labelId: id });
  expect(await namesOn(call)).toEqual(["Pricing"]);
  expect((await listChoices(rep, call.id)).labels).toEqual([]);
  await expect(giveLabel(rep, (await aCall(rep)).id, id)).rejects.toMatchObject({
    code: "not_found",
  });
  await act(admin, { intent: "restore_label", labelId: id });
  expect((await listChoices(rep, call.id)).labels).toMatchObject([{ name: "Pricing" }]);
});
