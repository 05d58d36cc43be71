import { beforeEach, expect, test } from "vitest";
import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aCompany,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { waitsForLock } from "#tests/support/locks.ts";
import type { Member } from "../access/actor.ts";
import { editCall, restoreCall, trashCall, trashCallOf } from "./call-writes.server.ts";
import { addPerson } from "./people.server.ts";
import { personForm } from "./call-edit.schema.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let admin: SignedIn;
let manager: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  admin = await aMember(workspace, { role: "admin" });
  manager = await aMember(workspace, { role: "manager", teams: [team] });
});

const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
const callOf = (id: string) =>
  db.call.findFirstOrThrow({ where: { id }, include: { company: true } });
const eventsOf = async (): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { workspaceId: workspace.id } })).map(
    ({ event }) => event,
  );
const grant = (callId: string, memberId: string, level: "view" | "edit") =>
  db.callGrant.create({
    data: { id: newId(), workspaceId: workspace.id, callId, memberId, level, source: "direct" },
  });

test("title and company change together, and the call is found by them again", async () => {
  const call = await aCall(owner);
  await editCall(owner, call.id, { version: 1, title: "Renewal", company: "Kestrel" });
  expect(await callOf(call.id)).toMatchObject({
    title: "Renewal",
    version: 2,
    company: { name: "Kestrel" },
  });
  expect(await queued(indexCall)).toEqual([{ v: 1, workspaceId: workspace.id, callId: call.id }]);
  await editCall(owner, call.id, { version: 2, title: "Renewal" });
  expect((await callOf(call.id)).company?.name).toBe("Kestrel");
  await editCall(owner, call.id, { version: 3, title: "Renewal", company: "" });
  expect((await callOf(call.id)).company).toBeNull();
  expect(await eventsOf()).toEqual(["call.updated", "call.updated", "call.updated"]);
});

test("of two edits from one version the second is refused and changes nothing", async () => {
  const call = await aCall(owner, { title: "Before" });
  const outcomes = await Promise.all([
    codeOf(editCall(owner, call.id, { version: 1, title: "Mine", company: "One" })),
    codeOf(editCall(admin, call.id, { version: 1, title: "Theirs", company: "Two" })),
  ]);
  expect(outcomes.sort()).toEqual(["conflict", "done"]);
  expect((await callOf(call.id)).version).toBe(2);
  expect(await eventsOf()).toEqual(["call.updated"]);
  expect(await queued(indexCall)).toHaveLength(1);
  expect(await db.company.count({ where: { workspaceId: workspace.id } })).toBe(1);
  await expect(editCall(owner, call.id, { version: 1, title: "Late" })).rejects.toMatchObject({
    fields: { title: [expect.stringMatching(/^changed_meanwhile\?name=/)] },
  });
});

test("who sees a call may edit it only with a right of their own", async () => {
  const call = await aCall(owner);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const edit = async (actor: Member) =>
    codeOf(
      editCall(actor, call.id, { version: (await callOf(call.id)).version, title: actor.name }),
    );
  expect(await edit(mate)).toBe("forbidden");
  expect(await edit(stranger)).toBe("not_found");
  expect(await edit(manager)).toBe("done");
  expect(await edit(admin)).toBe("done");
  await grant(call.id, mate.memberId, "view");
  expect(await edit(mate)).toBe("forbidden");
  await db.callGrant.updateMany({ where: { callId: call.id }, data: { level: "edit" } });
  expect(await edit(mate)).toBe("done");
});

test("an edit grant changes the title but not who sees the call", async () => {
  const call = await aCall(owner);
  await grant(call.id, mate.memberId, "edit");
  expect(
    await codeOf(editCall(mate, call.id, { version: 1, title: "x", visibility: "workspace" })),
  ).toBe("forbidden");
  expect(
    await codeOf(editCall(mate, call.id, { version: 1, title: "x", visibility: "team" })),
  ).toBe("done");
  expect(
    await codeOf(editCall(owner, call.id, { version: 2, title: "x", visibility: "private" })),
  ).toBe("done");
  expect(await callOf(call.id)).toMatchObject({ visibility: "private", version: 3 });
  expect(await codeOf(editCall(manager, call.id, { version: 3, title: "x" }))).toBe("not_found");
  expect(await codeOf(editCall(admin, call.id, { version: 3, title: "x" }))).toBe("not_found");
});

test("a call goes to the trash and comes back as it was", async () => {
  const call = await aCall(owner, { state: "ended" });
  await trashCall(owner, call.id);
  expect(await callOf(call.id)).toMatchObject({
    state: "trashed",
    stateBefore: "ended",
    trashedBy: owner.memberId,
    version: 2,
  });
  expect(await codeOf(trashCall(owner, call.id))).toBe("not_found");
  expect(await codeOf(editCall(owner, call.id, { version: 2, title: "x" }))).toBe("not_found");
  expect(await codeOf(restoreCall(mate, call.id))).toBe("not_found");
  await restoreCall(owner, call.id);
  expect(await callOf(call.id)).toMatchObject({
    state: "ended",
    stateBefore: null,
    trashedAt: null,
    trashedBy: null,
    version: 3,
  });
  expect(await codeOf(restoreCall(owner, call.id))).toBe("not_found");
  expect((await eventsOf()).sort()).toEqual(["call.restored", "call.trashed"]);
});

test("a call whose steps end at that moment is deleted all the same", async () => {
  const call = await aCall(owner, { state: "ended" });
  let deleting: Promise<unknown> = Promise.resolve();
  await db.$transaction(async (tx) => {
    await tx.call.updateMany({ where: { id: call.id }, data: { state: "available" } });
    deleting = codeOf(trashCall(owner, call.id));
    await waitsForLock();
  });
  expect(await deleting).toBe("done");
  expect(await callOf(call.id)).toMatchObject({ state: "trashed", stateBefore: "available" });
});

test("what was deleted can be restored however long ago, as nothing ends it, and its name is told", async () => {
  const DAY_MS = 86_400_000;
  const call = await aCall(owner, { title: "x".repeat(300) });
  const { facts } = await trashCall(owner, call.id);
  expect(facts).toEqual({ callId: call.id, title: "x".repeat(120) });
  const deletedDaysAgo = (days: number) =>
    db.call.updateMany({
      where: { id: call.id },
      data: { trashedAt: new Date(Date.now() - days * DAY_MS + 60_000) },
    });
  await deletedDaysAgo(400);
  expect(await codeOf(restoreCall(owner, call.id))).toBe("done");
});

test("trashing twice at once writes one entry, and keeps the state from before", async () => {
  const call = await aCall(owner);
  const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(trashCall(owner, call.id))));
  expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
  expect((await callOf(call.id)).stateBefore).toBe("available");
  expect(await eventsOf()).toEqual(["call.trashed"]);
});

test("a held call stays, and only those who may delete it get that far", async () => {
  const call = await aCall(owner, { legalHold: true });
  expect(await codeOf(trashCall(owner, call.id))).toBe("legal_hold");
  expect(await codeOf(trashCall(mate, call.id))).toBe("forbidden");
  await grant(call.id, mate.memberId, "edit");
  expect(await codeOf(trashCall(mate, call.id))).toBe("forbidden");
  expect((await callOf(call.id)).state).toBe("available");
  expect(await eventsOf()).toEqual([]);
});

test("by its recording a call is trashed with the same rights", async () => {
  const recording = await aRecording(await aCall(owner));
  expect(await codeOf(trashCallOf(mate, recording.id))).toBe("forbidden");
  expect(await codeOf(trashCallOf(await aMember(await aWorkspace()), recording.id))).toBe(
    "not_found",
  );
  expect(await codeOf(trashCallOf(owner, newId()))).toBe("not_found");
  await trashCallOf(owner, recording.id);
  expect((await callOf(recording.callId)).state).toBe("trashed");
});

test("a person is added on a lane of their own; ours by name is the member", async () => {
  const call = await aCall(owner);
  await aParticipant(call, { name: "Ana", lane: 3 });
  const theirs = await addPerson(
    owner,
    call.id,
    personForm.parse({ name: "  Bo   Li ", side: "C" }),
  );
  const ours = await addPerson(owner, call.id, { name: owner.name.toUpperCase(), side: "R" });
  const people = await db.participant.findMany({
    where: { id: { in: [theirs, ours] } },
    orderBy: { lane: "asc" },
  });
  expect(people).toMatchObject([
    { name: "Bo Li", side: "C", role: "customer", lane: 4, memberId: null },
    { side: "R", role: "rep", lane: 5, memberId: owner.memberId },
  ]);
  expect(await eventsOf()).toEqual(["call.updated", "call.updated"]);
});

test("one name is one person, also when two arrive at once", async () => {
  const call = await aCall(owner);
  const outcomes = await Promise.all([
    codeOf(addPerson(owner, call.id, { name: "Ana", side: "C" })),
    codeOf(addPerson(owner, call.id, { name: "ANA", side: "C" })),
  ]);
  expect(outcomes.sort()).toEqual(["done", "validation_failed"]);
  expect(await db.participant.count({ where: { callId: call.id } })).toBe(1);
});

test("a call holds fifty people, and adding needs the right to correct its words", async () => {
  const call = await aCall(owner);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await codeOf(addPerson(mate, call.id, { name: "x", side: "C" }))).toBe("forbidden");
  expect(await codeOf(addPerson(stranger, call.id, { name: "x", side: "C" }))).toBe("not_found");
  await db.participant.createMany({
    data: Array.from({ length: 49 }, (_, lane) => ({
      id: newId(),
      workspaceId: workspace.id,
      callId: call.id,
      side: "C" as const,
      role: "customer" as const,
      name: `P${lane}`,
      lane,
    })),
  });
  expect(await codeOf(addPerson(owner, call.id, { name: "fiftieth", side: "C" }))).toBe("done");
  expect(await codeOf(addPerson(owner, call.id, { name: "one more", side: "C" }))).toBe(
    "limit_reached",
  );
});

test("a company that somebody names is no rule's any more, and one found by a rule stays it when the form says the same", async () => {
  const acme = await aCompany(workspace, { name: "Acme", domains: ["acme.example"] });
  const call = await aCall(owner);
  await aParticipant(call, { email: "maria@acme.example" });
  await editCall(owner, call.id, { version: 1, title: "Renewal" });
  expect(await callOf(call.id)).toMatchObject({ companyId: acme.id, companyMatch: "domain" });
  await editCall(owner, call.id, { version: 2, title: "Renewal", company: "Acme" });
  expect(await callOf(call.id)).toMatchObject({ companyId: acme.id, companyMatch: "domain" });
  await editCall(owner, call.id, { version: 3, title: "Renewal", company: "" });
  expect(await callOf(call.id)).toMatchObject({ companyId: null, companyMatch: "hand" });
});

test("a private call's company is its owner's alone, until a call that others see names it", async () => {
  const secret = await aCall(owner, { visibility: "private" });
  await editCall(owner, secret.id, { version: 1, title: "Merger", company: "Umbra" });
  const made = await db.company.findFirstOrThrow({ where: { workspaceId: workspace.id } });
  expect(made).toMatchObject({ name: "Umbra", privateToId: owner.memberId });
  // A colleague who names the same company learns nothing of it.
  const theirs = await aCall(mate);
  await editCall(mate, theirs.id, { version: 1, title: "First talk", company: "umbra" });
  const other = await callOf(theirs.id);
  expect(other.companyId).not.toBe(made.id);
  expect(other.company).toMatchObject({ name: "umbra", privateToId: null });
  await editCall(owner, secret.id, { version: 2, title: "Merger", visibility: "team" });
  expect(await callOf(secret.id)).toMatchObject({ company: { id: made.id, privateToId: null } });
});
