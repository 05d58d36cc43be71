import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import type { Member } from "../access/actor.ts";
import { uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import { searchCalls } from "../search/search.server.ts";
import { claimStage } from "./stages.server.ts";
import { beginUploadForm } from "./upload.schema.ts";
import { beginUpload, completeUpload, getUpload, noteReceived } from "./upload.server.ts";
import { discardUpload, keepDuplicate, usePartial } from "./upload-answers.server.ts";

await queueForFile();
let rep: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  rep = await aMember(await aWorkspace());
});

type Wish = { files?: object[] } & Record<string, unknown>;
const form = (wish: Wish = {}) =>
  beginUploadForm.safeParse({
    consent: true,
    files: [{ name: "renewal_call-3.m4a", size: 4 }],
    ...wish,
  });
const begin = (actor: Member, wish: Wish = {}) =>
  beginUpload(actor, form(wish).data ?? expect.fail("the form was refused"));

/** Sends the bytes of the upload's file n, as the door does. */
async function send(actor: Member, uploadId: string, bytes: Buffer): Promise<void> {
  const upload = await getUpload(actor, uploadId);
  await blobs().put(upload.key, Readable.from([bytes]));
  await completeUpload(actor, upload);
}
async function uploaded(actor: Member, bytes: Buffer) {
  const ticket = await begin(actor, { files: [{ name: "a.wav", size: bytes.length }] });
  for (const { id } of ticket.uploads) await send(actor, id, bytes);
  return ticket;
}
const recordingOf = (id: string) =>
  db.recording.findFirstOrThrow({
    where: { id },
    include: { stages: true, files: true, call: true },
  });
const inspectOf = async (id: string) =>
  (await recordingOf(id)).stages.find(({ name }) => name === "inspect");
const eventsOf = async (actor: Member): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { workspaceId: actor.workspaceId } }))
    .map(({ event }) => event)
    .sort();
const codeOf = (actor: Promise<unknown>): Promise<unknown> =>
  actor.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test.each([undefined, false, "", "off", 0, null])(
  "without consent (%j) nothing is taken in",
  (consent) => {
    const parsed = form({ consent });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["consent", "consent_needed"],
    ]);
  },
);

const answer = (actor: Member, input: { intent: string; recordingId: string }) =>
  askCommand(uploadCommands, actor, input, {});

test("call, recording, stages, consent and uploads stand before the first byte", async () => {
  const team = await aTeam({ id: rep.workspaceId }, { defaultVisibility: "workspace" });
  await db.member.updateMany({ where: { id: rep.memberId }, data: { primaryTeamId: team.id } });
  const ticket = await begin(rep, {
    company: "  Kestrel   Freight ",
    startedAt: "2026-03-04T10:00:00+09:00",
    language: "ja",
  });
  const recording = await recordingOf(ticket.recordingId);
  expect(recording).toMatchObject({ state: "receiving", method: "upload", isPrimary: true });
  expect(recording.call).toMatchObject({
    id: ticket.callId,
    title: "renewal call-3",
    state: "ended",
    visibility: "workspace",
    teamId: team.id,
    ownerId: rep.memberId,
    consent: "agreed",
    language: "ja",
    startedAt: new Date("2026-03-04T01:00:00Z"),
  });
  expect(Object.fromEntries(recording.stages.map(({ name, state }) => [name, state]))).toEqual({
    upload: "running",
    inspect: "waiting",
    normalise: "waiting",
    transcribe: "waiting",
    metrics: "waiting",
    summary: "waiting",
  });
  expect(await db.consentRecord.findMany({ where: { callId: ticket.callId } })).toMatchObject([
    { answer: "agreed", method: "import", byMemberId: rep.memberId, ip: rep.origin.ip },
  ]);
  const [id = ""] = ticket.uploads.map((upload) => upload.id);
  expect(ticket.uploads).toEqual([{ id, index: 0, url: `/uploads/${id}` }]);
  expect(await eventsOf(rep)).toEqual(["call.created", "consent.recorded", "upload.begun"]);
  expect(await queued(transcodeRecording)).toEqual([]);
  const company = await db.company.findMany({ where: { workspaceId: rep.workspaceId } });
  expect(company).toMatchObject([{ name: "Kestrel Freight", id: recording.call.companyId }]);
  await begin(rep, { company: "KESTREL freight" });
  expect(await db.company.count({ where: { workspaceId: rep.workspaceId } })).toBe(1);
});

test("several files are one call with a person for each, by name and side", async () => {
  const me = rep.name.toUpperCase();
  const ticket = await begin(rep, {
    files: [
      { name: "a.wav", size: 4, speaker: me, side: "R" },
      { name: "b.wav", size: 5, speaker: " Ana  Costa ", side: "C" },
    ],
  });
  const people = await db.participant.findMany({
    where: { callId: ticket.callId },
    orderBy: { lane: "asc" },
  });
  expect(people).toMatchObject([
    { name: me, side: "R", lane: 0, memberId: rep.memberId, consent: "agreed" },
    { name: "Ana Costa", side: "C", lane: 1, memberId: null },
  ]);
  const rows = await db.upload.findMany({
    where: { recordingId: ticket.recordingId },
    orderBy: { createdAt: "asc" },
  });
  for (const [index, { id }] of people.entries())
    expect(rows.map(({ data }) => data)).toContainEqual({
      index,
      participantId: id,
      channels: "auto",
      callId: ticket.callId,
    });
});

test("a single file may be one person's: name and side are kept", async () => {
  const size = 4;
  const named = await begin(rep, {
    files: [{ name: "a", size, speaker: " Ana  Costa ", side: "C" }],
  });
  const own = await begin(rep, { files: [{ name: "a", size, speaker: rep.name, side: "R" }] });
  const nobodys = await begin(rep, { files: [{ name: "a", size, speaker: " ", side: "R" }] });
  const peopleOf = ({ callId }: { callId: string }) =>
    db.participant.findMany({ where: { callId } });
  const [ana] = await peopleOf(named);
  expect(ana).toMatchObject({ name: "Ana Costa", side: "C", lane: 0, memberId: null });
  expect(await peopleOf(own)).toMatchObject([{ side: "R", memberId: rep.memberId }]);
  expect(await peopleOf(nobodys)).toEqual([]);
  const { recordingId } = named;
  expect(await db.upload.findFirst({ where: { recordingId } })).toMatchObject({
    data: { index: 0, participantId: ana?.id },
  });
});

test.each<[string, Wish, string]>([
  [
    "a voice without a name",
    {
      files: [
        { name: "a", size: 1, speaker: "A" },
        { name: "b", size: 1 },
      ],
    },
    "required",
  ],
  ["an empty file", { files: [{ name: "a", size: 0 }] }, "file_empty"],
  ["no file", { files: [] }, "required"],
  [
    "too many files",
    { files: Array.from({ length: 21 }, (_, n) => ({ name: "a", size: 1, speaker: `S${n}` })) },
    "too_many_files?n=20",
  ],
])("%s is refused", (_name, wish, code) => {
  expect(form(wish).error?.issues.map(({ message }) => message)).toEqual([code]);
});

test("a file over the limit is refused before anything is made", async () => {
  const size = env().LIMIT_UPLOAD_BYTES + 1;
  await expect(begin(rep, { files: [{ name: "big.mp4", size }] })).rejects.toMatchObject({
    code: "payload_too_large",
    fields: { "files[0].size": [expect.stringContaining("file_too_large")] },
  });
  expect(await db.call.count({ where: { workspaceId: rep.workspaceId } })).toBe(0);
});

test("an upload is its sender's alone, and only for a week", async () => {
  const ticket = await begin(rep);
  const id = ticket.uploads[0]?.id ?? "";
  expect(await getUpload(rep, id)).toMatchObject({ id, total: 4, received: 0, state: "receiving" });
  const admin = await aMember({ id: rep.workspaceId }, { role: "admin" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  for (const actor of [admin, stranger])
    expect(await codeOf(getUpload(actor, id))).toBe("not_found");
  expect(await codeOf(getUpload(rep, newId()))).toBe("not_found");
  const restart = stopClock(new Date(Date.now() + 7.1 * 86_400_000));
  expect(await codeOf(getUpload(rep, id))).toBe("not_found");
  restart();
});

test("bytes that arrived move the stage, and take an interrupted upload up again", async () => {
  const ticket = await begin(rep, {
    files: [
      { name: "a", size: 100, speaker: "A" },
      { name: "b", size: 100, speaker: "B" },
    ],
  });
  await db.recording.updateMany({
    where: { id: ticket.recordingId },
    data: { state: "interrupted" },
  });
  for (const [at, { id }] of ticket.uploads.entries())
    await noteReceived(await getUpload(rep, id), 30 + at * 40);
  const { state, stages } = await recordingOf(ticket.recordingId);
  expect(state).toBe("receiving");
  expect(stages.find(({ name }) => name === "upload")).toMatchObject({
    done: 100n,
    total: 200n,
    state: "running",
  });
});

test("the last byte of the last file starts the pipeline, once, with the checksum of what is stored", async () => {
  const [one, two] = [randomBytes(40), randomBytes(50)];
  const ticket = await begin(rep, {
    files: [
      { name: "a", size: 40, speaker: "A" },
      { name: "b", size: 50, speaker: "B" },
    ],
  });
  const [first, second] = ticket.uploads.map(({ id }) => id);
  await send(rep, first ?? "", one);
  expect((await recordingOf(ticket.recordingId)).state).toBe("receiving");
  expect(await queued(transcodeRecording)).toEqual([]);
  const upload = await getUpload(rep, second ?? "");
  await blobs().put(upload.key, Readable.from([two]));
  await Promise.all([
    completeUpload(rep, upload),
    completeUpload(rep, upload),
    completeUpload(rep, upload),
  ]);
  await completeUpload(rep, upload);
  const { state, files, stages, totalBytes } = await recordingOf(ticket.recordingId);
  expect(state).toBe("uploaded");
  expect(totalBytes).toBe(90n);
  expect(stages.find(({ name }) => name === "upload")).toMatchObject({
    state: "done",
    done: 90n,
    total: 90n,
  });
  const sums = files.map(({ sha256 }) => Buffer.from(sha256).toString("hex")).sort();
  expect(sums).toEqual(
    [one, two].map((bytes) => createHash("sha256").update(bytes).digest("hex")).sort(),
  );
  expect(await queued(transcodeRecording)).toHaveLength(1);
  expect((await eventsOf(rep)).filter((event) => event === "upload.finished")).toHaveLength(2);
});

test("the same bytes again are a question to the sender, and nothing runs until it is answered", async () => {
  const bytes = randomBytes(60);
  const first = await uploaded(rep, bytes);
  const second = await uploaded(rep, bytes);
  expect(await inspectOf(second.recordingId)).toMatchObject({
    state: "waiting",
    cause: "duplicate",
    detail: first.callId,
  });
  expect(await queued(transcodeRecording)).toHaveLength(1);
  await keepDuplicate(rep, second.recordingId);
  expect(await inspectOf(second.recordingId)).toMatchObject({
    state: "waiting",
    cause: null,
    detail: null,
  });
  expect(await queued(transcodeRecording)).toHaveLength(2);
  expect(await codeOf(keepDuplicate(rep, second.recordingId))).toBe("invalid_state");
  expect(await queued(transcodeRecording)).toHaveLength(2);
  expect(await eventsOf(rep)).toContain("upload.kept");
});

test("nobody learns by a duplicate of a call they may not see", async () => {
  const bytes = randomBytes(60);
  const hidden = await uploaded(rep, bytes);
  await db.call.updateMany({ where: { id: hidden.callId }, data: { visibility: "private" } });
  const colleague = await aMember({ id: rep.workspaceId }, { role: "admin" });
  const stranger = await aMember(await aWorkspace());
  for (const actor of [colleague, stranger])
    expect(await inspectOf((await uploaded(actor, bytes)).recordingId)).toMatchObject({
      cause: null,
      detail: null,
    });
});

test("a call in the trash and a discarded upload are no duplicates", async () => {
  const bytes = randomBytes(60);
  const first = await uploaded(rep, bytes);
  await db.call.updateMany({ where: { id: first.callId }, data: { state: "trashed" } });
  const second = await uploaded(rep, bytes);
  expect((await inspectOf(second.recordingId))?.cause).toBeNull();
  await discardUpload(rep, second.recordingId);
  expect((await inspectOf((await uploaded(rep, bytes)).recordingId))?.cause).toBeNull();
});

test("a file that was refused does not stand in the way of its second upload, nor of the answer to an older question", async () => {
  const bytes = randomBytes(60);
  const first = await uploaded(rep, bytes);
  const asked = await uploaded(rep, bytes);
  const ref = { workspaceId: rep.workspaceId, ...first };
  const attempt = (await claimStage(ref, "inspect")) ?? expect.fail("the stage was taken");
  await attempt.fail("unreadable", "x", false);
  expect((await recordingOf(first.recordingId)).state).toBe("failed");
  await discardUpload(rep, asked.recordingId); // or it would be the twin

  const second = await uploaded(rep, bytes);
  expect(await inspectOf(second.recordingId)).toMatchObject({ state: "waiting", cause: null });
  expect(await queued(transcodeRecording)).toHaveLength(2);

  const third = await uploaded(rep, bytes);
  expect(await inspectOf(third.recordingId)).toMatchObject({
    cause: "duplicate",
    detail: second.callId,
  });
  const again = { workspaceId: rep.workspaceId, ...second };
  const retaken = (await claimStage(again, "inspect")) ?? expect.fail("the stage was taken");
  await retaken.fail("unreadable", "x", false);
  await keepDuplicate(rep, third.recordingId);
  expect(await inspectOf(third.recordingId)).toMatchObject({ state: "waiting", cause: null });
  expect(await queued(transcodeRecording)).toHaveLength(3);
});

test("a call is found by its title, company and people before anything of it was heard, until it is discarded", async () => {
  const ticket = await begin(rep, {
    title: "Renewal, the price",
    company: "Kestrel",
    files: [{ name: "a.wav", size: 4, speaker: "María López", side: "C" }],
  });
  const found = async (query: string) => (await searchCalls(rep, query)).hits.has(ticket.callId);
  for (const query of ["price", "company:kestrel", "lopez"]) expect(await found(query)).toBe(true);
  await db.recording.updateMany({ where: { id: ticket.recordingId }, data: { state: "failed" } });
  expect(await found("price")).toBe(true);
  await db.recording.updateMany({
    where: { id: ticket.recordingId },
    data: { state: "interrupted" },
  });
  await discardUpload(rep, ticket.recordingId);
  expect(await db.callSearch.count({ where: { callId: ticket.callId } })).toBe(0);
});

test("a discarded upload leaves no bytes, no names and one line in the log", async () => {
  const secret = "Very Secret Company";
  const ticket = await begin(rep, {
    title: secret,
    company: secret,
    files: [
      { name: `${secret}.wav`, size: 4, speaker: secret },
      { name: "b.wav", size: 4, speaker: `${secret} 2` },
    ],
  });
  const keys: string[] = [];
  for (const { id } of ticket.uploads) {
    keys.push((await getUpload(rep, id)).key);
    await send(rep, id, randomBytes(4));
  }
  await discardUpload(rep, ticket.recordingId);
  for (const key of keys) expect(await blobs().head(key)).toBeNull();
  const { state, files, call } = await recordingOf(ticket.recordingId);
  expect(state).toBe("discarded");
  expect(files).toEqual([]);
  expect(call).toMatchObject({
    state: "empty",
    stateReason: "discarded",
    title: "",
    companyId: null,
  });
  expect(await db.participant.count({ where: { callId: ticket.callId } })).toBe(0);
  const entries = await db.auditEntry.findMany({ where: { workspaceId: rep.workspaceId } });
  expect(JSON.stringify(entries)).not.toContain(secret);
  expect(entries.filter(({ event }) => event === "upload.discarded")).toHaveLength(1);
  for (const act of [discardUpload, keepDuplicate, usePartial])
    expect(await codeOf(act(rep, ticket.recordingId))).toBe("invalid_state");
  expect(await codeOf(getUpload(rep, ticket.uploads[0]?.id ?? ""))).toBe("not_found");
});

test("a discarded duplicate stays discarded whatever is answered later", async () => {
  const bytes = randomBytes(60);
  await uploaded(rep, bytes);
  const second = await uploaded(rep, bytes);
  await discardUpload(rep, second.recordingId);
  for (const intent of ["keep", "retry", "use_partial", "discard"] as const)
    expect(await codeOf(answer(rep, { intent, recordingId: second.recordingId }))).toBe(
      "invalid_state",
    );
  expect((await recordingOf(second.recordingId)).state).toBe("discarded");
});

test("once the pipeline works on it an upload cannot be discarded", async () => {
  const ticket = await uploaded(rep, randomBytes(30));
  await claimStage(
    { workspaceId: rep.workspaceId, recordingId: ticket.recordingId, callId: ticket.callId },
    "inspect",
  );
  expect(await codeOf(discardUpload(rep, ticket.recordingId))).toBe("invalid_state");
  expect((await recordingOf(ticket.recordingId)).files).toHaveLength(1);
});

test("what arrived of an interrupted upload can be used: whole files and beginnings, marked as partial", async () => {
  const ticket = await begin(rep, {
    files: [
      { name: "a", size: 10, speaker: "A" },
      { name: "b", size: 100, speaker: "B" },
      { name: "c", size: 100, speaker: "C" },
    ],
  });
  const [whole, part] = ticket.uploads.map(({ id }) => id);
  await send(rep, whole ?? "", randomBytes(10));
  await blobs().put((await getUpload(rep, part ?? "")).key, Readable.from([randomBytes(40)]));
  const outcomes = await Promise.all([
    codeOf(usePartial(rep, ticket.recordingId)),
    codeOf(usePartial(rep, ticket.recordingId)),
  ]);
  expect(outcomes.sort()).toEqual(["done", "invalid_state"]);
  const { state, isPartial, files, totalBytes } = await recordingOf(ticket.recordingId);
  expect({ state, isPartial, totalBytes }).toEqual({
    state: "uploaded",
    isPartial: true,
    totalBytes: 50n,
  });
  expect(files.map(({ bytes }) => Number(bytes)).sort((a, b) => a - b)).toEqual([10, 40]);
  expect(await queued(transcodeRecording)).toHaveLength(1);
  expect((await eventsOf(rep)).filter((event) => event === "upload.finished")).toHaveLength(2);
});

test("where nothing arrived there is nothing to use", async () => {
  const ticket = await begin(rep);
  expect(await codeOf(usePartial(rep, ticket.recordingId))).toBe("invalid_state");
  expect((await recordingOf(ticket.recordingId)).state).toBe("receiving");
  expect((await getUpload(rep, ticket.uploads[0]?.id ?? "")).state).toBe("receiving");
});

test.each(["keep", "discard", "use_partial", "retry"] as const)(
  "%s is refused to colleagues who see the call, and unknown to others",
  async (intent) => {
    const ticket = await begin(rep, { visibility: "workspace" });
    const { recordingId } = ticket;
    expect(
      await codeOf(answer(await aMember({ id: rep.workspaceId }), { intent, recordingId })),
    ).toBe("forbidden");
    expect(
      await codeOf(
        answer(await aMember(await aWorkspace(), { role: "admin" }), { intent, recordingId }),
      ),
    ).toBe("not_found");
    expect((await recordingOf(recordingId)).state).toBe("receiving");
  },
);
