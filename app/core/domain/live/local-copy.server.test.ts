import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aLiveCall, type LiveRows } from "#tests/support/live-rows.ts";
import { DomainError } from "../errors.ts";
import {
  type Chunk,
  dropPausedChunks,
  MOST_CHUNK_BYTES,
  MOST_COPY_BYTES,
  takeChunk,
} from "./local-copy.server.ts";

const ZERO = new Date("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;
let host: SignedIn;
let call: LiveRows;
let workspace: { id: string };
let team: { id: string };
beforeEach(async () => {
  workspace = await aWorkspace();
  team = await aTeam(workspace);
  host = await aMember(workspace, { teams: [team] });
  call = await aLiveCall(host, { startedAt: ZERO });
});

const sum = (body: Uint8Array) => new Uint8Array(createHash("sha256").update(body).digest());
/** A piece that begins `atMs` on the call's clock. */
const aChunk = (atMs: number, more: Partial<Chunk> = {}): Chunk => {
  const body = more.body ?? new Uint8Array(randomBytes(1_000));
  const t0 = ZERO.getTime() + atMs;
  return {
    callId: call.callId,
    part: randomUUID(),
    seq: 0,
    t0,
    span: { from: t0, to: t0 + 2_000 },
    sentAt: null,
    mime: "audio/webm;codecs=opus",
    sha256: sum(body),
    ...more,
    body,
  };
};
const rowsOf = ({ callId } = call) =>
  db.localChunk.findMany({ where: { callId }, orderBy: [{ part: "asc" }, { seq: "asc" }] });
const aPause = (t0Ms: number, t1Ms: number | null) =>
  db.callSpan.create({
    data: { workspaceId: call.workspaceId, callId: call.callId, kind: "pause", t0Ms, t1Ms },
  });
async function bytesAt(key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const body: AsyncIterable<Uint8Array> = await blobs().get(key);
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

test("a piece is stored under the recording, with whose it is and when its part began", async () => {
  const chunk = aChunk(5_000, { seq: 3 });
  await takeChunk(host, chunk);
  const [row] = await rowsOf();
  expect(row).toMatchObject({
    participantId: call.hostId,
    part: chunk.part,
    seq: 3,
    source: "microphone",
    isPrimary: false,
    bytes: 1_000,
    mime: "audio/webm;codecs=opus",
  });
  expect(Number(row?.t0)).toBe(chunk.t0);
  expect(row?.key).toMatch(
    new RegExp(`^${call.workspaceId}/${call.recordingId}/local/${chunk.part}-3-`),
  );
  expect((await bytesAt(row?.key ?? "")).equals(Buffer.from(chunk.body))).toBe(true);
});

test("the same piece again is well; other bytes under its number are not, and change nothing", async () => {
  const chunk = aChunk(0);
  await takeChunk(host, chunk);
  await takeChunk(host, chunk);
  const other = aChunk(0, { part: chunk.part });
  await expect(takeChunk(host, other)).rejects.toMatchObject({ code: "conflict" });
  const [row, ...more] = await rowsOf();
  expect(more).toEqual([]);
  expect((await bytesAt(row?.key ?? "")).equals(Buffer.from(chunk.body))).toBe(true);
});

test("of two that come at once one is stored; with the same bytes both are told so", async () => {
  const chunk = aChunk(0);
  await Promise.all([takeChunk(host, chunk), takeChunk(host, chunk), takeChunk(host, chunk)]);
  const part = randomUUID();
  const rivals = await Promise.allSettled(
    [1, 2, 3].map(() => takeChunk(host, aChunk(0, { part }))),
  );
  const refused = rivals.flatMap((rival) =>
    rival.status === "rejected" ? [rival.reason as unknown] : [],
  );
  expect(refused).toEqual([1, 2].map(() => new DomainError("conflict")));
  const kept = (await rowsOf()).find((row) => row.part === part);
  const stored: string[] = [];
  for await (const { key } of blobs().list(`${call.workspaceId}/${call.recordingId}`))
    stored.push(key);
  expect(stored.sort()).toEqual((await rowsOf()).map(({ key }) => key).sort());
  expect(
    Buffer.from(kept?.sha256 ?? []).equals(Buffer.from(sum(await bytesAt(kept?.key ?? "")))),
  ).toBe(true);
});

test("a piece that was damaged on the way is asked for again; an empty one is none", async () => {
  const chunk = aChunk(0);
  await expect(takeChunk(host, { ...chunk, sha256: sum(randomBytes(3)) })).rejects.toMatchObject({
    code: "validation_failed",
    fields: { sha256: ["invalid"] },
  });
  await expect(takeChunk(host, aChunk(0, { body: new Uint8Array() }))).rejects.toMatchObject({
    code: "validation_failed",
  });
  await takeChunk(host, chunk);
});

test.each([
  "audio/webm;codecs=opus",
  "audio/webm; codecs=opus",
  "audio/mp4",
  'audio/mp4;codecs="opus"',
  "audio/ogg",
])("%s is taken", async (mime) => {
  await takeChunk(host, aChunk(0, { mime }));
  expect(await rowsOf()).toHaveLength(1);
});
test.each([
  "",
  "text/html",
  "video/webm",
  "audio/webm\r\nX: y",
  "application/x-mpegurl",
  "image/svg+xml",
])("%j is no sound of a browser", async (mime) => {
  await expect(takeChunk(host, aChunk(0, { mime }))).rejects.toMatchObject({
    code: "unsupported_media",
  });
});

test("a piece has its size, and a person's copy of a call too", async () => {
  const large = new Uint8Array(MOST_CHUNK_BYTES + 1);
  await expect(takeChunk(host, aChunk(0, { body: large }))).rejects.toMatchObject({
    code: "payload_too_large",
  });
  await takeChunk(host, aChunk(0, { body: large.subarray(1) }));
  await db.localChunk.updateMany({
    where: { callId: call.callId },
    data: { bytes: MOST_COPY_BYTES - 1_000 },
  });
  await takeChunk(host, aChunk(2_000));
  await expect(takeChunk(host, aChunk(4_000))).rejects.toMatchObject({ code: "payload_too_large" });
  const mate = await aMember(workspace, { teams: [team] });
  await aParticipant(
    { id: call.callId, workspaceId: workspace.id },
    { side: "R", memberId: mate.memberId },
  );
  await takeChunk(mate, aChunk(4_000));
});

test("only who took part sends, and only under their own name", async () => {
  const mate = await aMember(workspace, { teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const foreign = await aMember(await aWorkspace(), { role: "admin" });
  for (const actor of [mate, admin, foreign])
    await expect(takeChunk(actor, aChunk(0))).rejects.toMatchObject({ code: "not_found" });
  await expect(takeChunk(host, aChunk(0, { callId: randomUUID() }))).rejects.toMatchObject({
    code: "not_found",
  });
  const chunk = aChunk(0);
  await takeChunk(host, chunk);
  const person = await aParticipant(
    { id: call.callId, workspaceId: workspace.id },
    { side: "R", memberId: mate.memberId },
  );
  await expect(takeChunk(mate, chunk)).rejects.toMatchObject({ code: "conflict" });
  await takeChunk(mate, aChunk(0));
  expect((await rowsOf()).map(({ participantId }) => participantId).sort()).toEqual(
    [call.hostId, person.id].sort(),
  );
});

test("who is not recorded keeps no copy here either", async () => {
  await db.participant.updateMany({ where: { id: call.hostId }, data: { isRecorded: false } });
  await expect(takeChunk(host, aChunk(0))).rejects.toMatchObject({ code: "invalid_state" });
});

test.each([
  ["before it", 7_000, true],
  ["up to it", 8_000, true],
  ["into it", 9_000, false],
  ["inside", 12_000, false],
  ["out of it", 19_000, false],
  ["from its end", 20_000, true],
])("of a pause from 10 to 20 s, what is said %s is taken: %s", async (_when, atMs, isTaken) => {
  await aPause(10_000, 20_000);
  const taken = takeChunk(host, aChunk(atMs));
  if (isTaken) await taken;
  else expect(await taken).toBe(false);
  expect(await rowsOf()).toHaveLength(isTaken ? 1 : 0);
});

test("while it is paused nothing is taken, and after two seconds each without a word of the page", async () => {
  await aPause(10_000, null);
  expect(await takeChunk(host, aChunk(60_000))).toBe(false);
  const t0 = ZERO.getTime();
  await takeChunk(host, aChunk(0, { t0, seq: 4, span: null }));
  expect(await takeChunk(host, aChunk(0, { t0, seq: 5, span: null }))).toBe(false);
});

test("a browser whose clock is wrong is set right by what it sent at", async () => {
  await aPause(10_000, 20_000);
  const wrongBy = 3_600_000;
  const restart = stopClock(new Date(ZERO.getTime() + 60_000));
  const late = (atMs: number): Chunk => {
    const { t0, ...chunk } = aChunk(atMs + wrongBy);
    return { ...chunk, t0, sentAt: ZERO.getTime() + 60_000 + wrongBy };
  };
  try {
    expect(await takeChunk(host, late(12_000))).toBe(false);
    await takeChunk(host, late(30_000));
  } finally {
    restart();
  }
  expect((await rowsOf()).map(({ t0 }) => Number(t0))).toEqual([ZERO.getTime() + 30_000]);
});

test("a pause that began while a piece was on its way takes it back, bytes and all", async () => {
  const [before, inside] = [aChunk(2_000), aChunk(12_000)];
  await takeChunk(host, before);
  await takeChunk(host, inside);
  const keys = new Map((await rowsOf()).map(({ part, key }) => [part, key]));
  await aPause(10_000, 20_000);
  expect(await dropPausedChunks(call.workspaceId, call.callId)).toBe(1);
  expect((await rowsOf()).map(({ part }) => part)).toEqual([before.part]);
  expect(await blobs().head(keys.get(inside.part) ?? "")).toBeNull();
  expect(await blobs().head(keys.get(before.part) ?? "")).not.toBeNull();
});

test.each(["empty", "cancelled", "trashed", "purged"] as const)(
  "a call that is %s takes none",
  async (state) => {
    await db.call.updateMany({ where: { id: call.callId }, data: { state } });
    await expect(takeChunk(host, aChunk(0))).rejects.toMatchObject({ code: "link_ended" });
  },
);

test("a copy may come for a week after the call, and not once its media are gone", async () => {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  const end = (endedAt: Date) =>
    db.call.updateMany({ where: { id: call.callId }, data: { state: "available", endedAt } });
  await end(ago(6));
  await takeChunk(host, aChunk(0));
  await db.recording.updateMany({
    where: { id: call.recordingId },
    data: { mediaRemovedAt: new Date() },
  });
  await expect(takeChunk(host, aChunk(2_000))).rejects.toMatchObject({ code: "link_ended" });
  await db.recording.updateMany({
    where: { id: call.recordingId },
    data: { mediaRemovedAt: null },
  });
  await end(ago(8));
  await expect(takeChunk(host, aChunk(4_000))).rejects.toMatchObject({ code: "link_ended" });
});

test("a call that has no room of ours takes no copy", async () => {
  await db.recording.updateMany({ where: { id: call.recordingId }, data: { method: "upload" } });
  await expect(takeChunk(host, aChunk(0))).rejects.toMatchObject({ code: "not_found" });
});
