import { beforeEach, expect, test } from "vitest";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { getTalkStats } from "#app/core/domain/analytics/talk-stats.server.ts";
import { changePersonForm, ofPersonForm } from "#app/core/domain/call/call-edit.schema.ts";
import { addPerson, changePerson, removePerson } from "#app/core/domain/call/people.server.ts";
import { importTranscript } from "#app/core/domain/recording/import.server.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { correctSpeaker } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aCompany,
  aContact,
  aDeal,
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { aMockConnection } from "#tests/support/mock-crm.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { summarise } from "./call-summarise.ts";
import { derive } from "./transcript-derive.ts";

await queueForFile();
const { signal } = new AbortController();

let workspace: Workspace;
let owner: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  workspace = await aWorkspace();
  owner = await aMember(workspace, { name: "Ana" });
});

/** Ana of ours asks, Bo of theirs promises; counted and summarised. */
async function anImport() {
  const text = JSON.stringify([
    { speaker: "Ana", start: 0, end: 4, text: "What does the big plan cost you today?" },
    { speaker: "Bo", start: 4, end: 9, text: "I will send you the offer on Friday." },
  ]);
  const form = importForm.parse({ consent: true, name: "call.json", text });
  const { callId } = await importTranscript(owner, form);
  await derive({ workspaceId: workspace.id, callId, number: 1 }, signal);
  await summarise({ workspaceId: workspace.id, callId }, signal);
  await db.$executeRaw`DELETE FROM jobs.job`;
  return callId;
}
const personOf = (callId: string, name: string) =>
  db.participant.findFirstOrThrow({ where: { callId, name } });

type Wishes = {
  name?: string;
  side?: "R" | "C";
  email?: string;
  phone?: string;
  member?: string;
};
async function change(actor: SignedIn, callId: string, who: string, wishes: Wishes) {
  const { id: participantId, name, side, version } = await personOf(callId, who);
  const input = { participantId, version, name, side, ...wishes };
  await changePerson(actor, callId, changePersonForm.parse(input));
}
async function remove(actor: SignedIn, callId: string, who: string) {
  const { id: participantId, version } = await personOf(callId, who);
  await removePerson(actor, callId, ofPersonForm.parse({ participantId, version }));
}
const derived = async (callId: string) => {
  const jobs = (await queued(deriveTranscript)).filter((job) => job.callId === callId);
  await db.$executeRaw`DELETE FROM jobs.job`;
  for (const job of jobs) await derive(job, signal);
  return jobs.length;
};
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test("somebody moved to the other side takes numbers, moments and the summary along, once", async () => {
  const callId = await anImport();
  const before = await getPlayback(owner, callId);
  expect(before.hits.length).toBeGreaterThan(0);
  const shares = (side: "R" | "C") =>
    db.metricRow.findMany({
      where: { callId, side, subject: { not: callId } },
      select: { subject: true },
    });
  const bo = await personOf(callId, "Bo");
  expect(await shares("C")).toEqual([{ subject: bo.id }]);

  await change(owner, callId, "Bo", { side: "R" });
  expect(await derived(callId)).toBe(1);
  expect(await shares("C")).toEqual([]);
  expect((await shares("R")).map(({ subject }) => subject)).toContain(bo.id);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(2);
  // The job is delivered twice.
  await derive({ workspaceId: workspace.id, callId, number: 1 }, signal);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(2);

  await change(owner, callId, "Bo", { name: "Boris" });
  expect(await derived(callId)).toBe(1);
  expect(await db.summaryRun.count({ where: { callId } })).toBe(2);
  const { people } = await getPlayback(owner, callId);
  expect(people.map(({ name, side }) => [name, side])).toEqual([
    ["Ana", "R"],
    ["Boris", "R"],
  ]);
});

test("an e-mail address or a phone number finds contact, company and deal; taken away it loses them", async () => {
  const callId = await anImport();
  const { id: companyId } = await aCompany(workspace, { name: "Acme" });
  const deal = await aDeal(owner, { companyId });
  const contact = await aContact(workspace, {
    companyId,
    emails: ["bo@acme.test"],
    phones: ["+494215550118"],
  });
  const linked = () => db.callDeal.findFirst({ where: { callId, isPrimary: true } });
  for (const reached of [{ email: " Bo@Acme.test" }, { phone: "0049 421 555 0118" }]) {
    await change(owner, callId, "Bo", reached);
    expect((await personOf(callId, "Bo")).contactId).toBe(contact.id);
    expect((await db.call.findFirstOrThrow({ where: { id: callId } })).companyId).toBe(companyId);
    expect((await linked())?.dealId).toBe(deal.id);
    await change(owner, callId, "Bo", { email: "", phone: "" });
    expect(await personOf(callId, "Bo")).toMatchObject({
      contactId: null,
      email: null,
      phone: null,
    });
    expect(await linked()).toBeNull();
  }
  // A colleague is no contact.
  await change(owner, callId, "Bo", { email: "bo@acme.test" });
  await change(owner, callId, "Bo", { email: "bo@acme.test", side: "R" });
  expect((await personOf(callId, "Bo")).contactId).toBeNull();
});

test("a connected CRM is asked again about who took part; without one nothing is queued", async () => {
  const callId = await anImport();
  await change(owner, callId, "Bo", { email: "bo@acme.test" });
  expect(await queued(proposeToCrm)).toEqual([]);
  await aMockConnection(workspace.id);
  await change(owner, callId, "Bo", { email: "boris@acme.test" });
  expect((await queued(proposeToCrm)).map((job) => job.callId)).toEqual([callId]);
});

test("who is who is the editor's to say: our own name is our account, another one is not", async () => {
  const callId = await anImport();
  expect((await personOf(callId, "Ana")).memberId).toBe(owner.memberId);
  await change(owner, callId, "Ana", { name: "Maria" });
  expect((await personOf(callId, "Maria")).memberId).toBeNull();
  await change(owner, callId, "Maria", { name: "ana" });
  expect((await personOf(callId, "ana")).memberId).toBe(owner.memberId);
  await change(owner, callId, "ana", { side: "C" });
  expect((await personOf(callId, "ana")).memberId).toBeNull();
});

test("a colleague who is linked, and unlinked, later takes the figures along", async () => {
  const callId = await anImport();
  const mate = await aMember(workspace, { name: "Bo" });
  const admin = await aMember(workspace, { role: "admin" });
  const { query } = parseTalkQuery(new URLSearchParams(), "UTC", new Date());
  const counted = async () => {
    const { people } = await getTalkStats(admin, query);
    return people.map(({ memberId }) => memberId).toSorted();
  };
  const rowsOf = async (memberId: string) =>
    db.metricRow.count({ where: { callId, memberId, side: "R" } });
  await change(owner, callId, "Bo", { side: "R" });
  await derived(callId);
  expect(await rowsOf(mate.memberId)).toBe(0);
  await change(owner, callId, "Bo", { member: mate.memberId });
  expect(await derived(callId)).toBe(1);
  expect(await rowsOf(mate.memberId)).toBe(1);
  expect(await counted()).toEqual([owner.memberId, mate.memberId].toSorted());
  await change(owner, callId, "Bo", { member: "none" });
  expect(await derived(callId)).toBe(1);
  expect(await rowsOf(mate.memberId)).toBe(0);
  expect(await counted()).toEqual([owner.memberId]);
});

test("a member who is two people of an older call is counted once, as who speaks most", async () => {
  const callId = await anImport();
  await db.participant.updateMany({
    where: { callId },
    data: { memberId: owner.memberId, side: "R" },
  });
  await derive({ workspaceId: workspace.id, callId, number: 1 }, signal);
  const bo = await personOf(callId, "Bo");
  const rows = await db.metricRow.findMany({ where: { callId, memberId: owner.memberId } });
  expect(rows.map(({ subject }) => subject)).toEqual([bo.id]);
});

test("what cannot be is refused: a name twice, a wrong address, an older form, a stranger, a call that runs", async () => {
  const callId = await anImport();
  expect(await codeOf(change(owner, callId, "Bo", { name: "ANA" }))).toBe("validation_failed");
  const wrong = changePersonForm.safeParse({
    ...{ participantId: callId, version: 1, name: "Bo", side: "C" },
    ...{ email: "bo at acme", phone: "555" },
  });
  expect(wrong.error?.issues.map(({ path: [field] }) => field)).toEqual(["email", "phone"]);
  const { id: participantId, version } = await personOf(callId, "Bo");
  const form = changePersonForm.parse({ participantId, version, name: "Boris", side: "C" });
  await changePerson(owner, callId, form);
  expect(await codeOf(changePerson(owner, callId, form))).toBe("conflict");
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await codeOf(changePerson(stranger, callId, form))).toBe("not_found");

  const room = await aCall(owner, { kind: "room", state: "live" });
  await aParticipant(room, { name: "Guest" });
  expect(await codeOf(change(owner, room.id, "Guest", { name: "Elena" }))).toBe("invalid_state");
  await db.call.updateMany({ where: { id: room.id }, data: { state: "ended" } });
  await change(owner, room.id, "Guest", { name: "Elena" });
  // Who was signed in is who they are.
  const mate = await aMember(workspace, { name: "Mari" });
  await aParticipant(room, { side: "R", name: "Mari", memberId: mate.memberId, lane: 1 });
  expect(await codeOf(change(owner, room.id, "Mari", { name: "Elena Duarte" }))).toBe(
    "invalid_state",
  );
  expect((await getPlayback(owner, room.id)).people.map(({ known }) => known !== null)).toEqual([
    true,
    false,
  ]);
});

test("somebody without words is taken off; whose words are there stays, until they are someone else's", async () => {
  const callId = await anImport();
  await addPerson(owner, callId, { name: "Nobody", side: "C" });
  await remove(owner, callId, "Nobody");
  expect(await db.participant.count({ where: { callId } })).toBe(2);

  await expect(remove(owner, callId, "Bo")).rejects.toMatchObject({
    fields: { participantId: ["person_speaks"] },
  });
  const ana = await personOf(callId, "Ana");
  await correctSpeaker(owner, callId, {
    ...{ intent: "correct_speaker", number: 1, segment: 1, participantId: ana.id },
    scope: "everywhere",
  });
  await remove(owner, callId, "Bo");
  const { people } = await getPlayback(owner, callId);
  expect(people.map(({ name }) => name)).toEqual(["Ana"]);
  // The older version keeps its words, without a speaker.
  const words = await db.segment.findMany({ where: { fromVersion: 1, toVersion: 2 } });
  expect(words.filter(({ text }) => text.includes("offer"))).toMatchObject([
    { participantId: null },
  ]);
});

test("only who may change the call changes its people", async () => {
  const team = await aTeam(workspace);
  const [own, mate, manager] = [
    await aMember(workspace, { teams: [team] }),
    await aMember(workspace, { teams: [team] }),
    await aMember(workspace, { role: "manager", teams: [team] }),
  ];
  const call = await aCall(own);
  await aParticipant(call, { name: "Elena" });
  expect(await codeOf(change(mate, call.id, "Elena", { name: "E" }))).toBe("forbidden");
  expect(await codeOf(remove(mate, call.id, "Elena"))).toBe("forbidden");
  expect((await getPlayback(mate, call.id)).people.map(({ known }) => known)).toEqual([null]);
  await change(manager, call.id, "Elena", { name: "Elena Duarte" });
  await remove(manager, call.id, "Elena Duarte");
  expect(await db.participant.count({ where: { callId: call.id } })).toBe(0);
});
