import { expect, test } from "vitest";
import { can, callAccess, visible } from "#app/core/domain/access/access.ts";
import { makeCut } from "#app/core/jobs/cut-make.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aLabel,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import type { Member } from "../access/actor.ts";
import { type ClipEdit, editClipForm, newClipForm } from "./clip.schema.ts";
import { getClip } from "./clip-reads.server.ts";
import {
  answerRequest,
  confirmClip,
  deleteClip,
  makeClip,
  restoreClip,
  retryClip,
  saveClipIn,
} from "./clip-writes.server.ts";

await queueForFile();
type Piece = { t0Ms: number; t1Ms: number };
const FIRST: Piece[] = [{ t0Ms: 10_000, t1Ms: 12_000 }];
const form = (pieces: Piece[] = FIRST, more: Record<string, string> = {}) =>
  newClipForm.parse({ title: "Holding the price", pieces: JSON.stringify(pieces), ...more });
const edit = (version: number, pieces: Piece[] = FIRST, more: Record<string, string> = {}) =>
  editClipForm.parse({
    ...{ title: "Holding the price", pieces: JSON.stringify(pieces), version: String(version) },
    ...more,
  });
const saveClip = (actor: Member, clipId: string, input: ClipEdit) =>
  db.$transaction((tx) => saveClipIn(tx, actor, clipId, input));
const read = (id: string) => db.clip.findFirstOrThrow({ where: { id }, include: { cut: true } });

/** A call of two hours, seen by its team. */
async function aScene(visibility: "private" | "team" = "team") {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const colleague = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const other = await aMember(workspace);
  const call = await aCall(owner, { durationMs: 7_200_000, visibility, teamId: team.id });
  const elena = await aParticipant(call);
  await aTranscript(call, [
    { participantId: elena.id, t0Ms: 10_000, t1Ms: 12_000, text: "one two" },
  ]);
  const sees = async (actor: Member, clipId: string) =>
    (await db.clip.count({ where: { id: clipId, AND: visible(actor, "clip.read") } })) === 1;
  return { workspace, team, owner, colleague, manager, other, call, elena, sees };
}

test("pieces come to word edges, are numbered, and their cut is asked for in the same transaction", async () => {
  const { colleague, call, elena } = await aScene();
  const pieces = [
    { t0Ms: 30_000, t1Ms: 31_500 },
    { t0Ms: 9_900, t1Ms: 12_100 },
  ];
  const masks = JSON.stringify([{ participantId: elena.id, t0Ms: 11_000, t1Ms: 12_000 }]);
  const id = await makeClip(colleague, call.id, form(pieces, { masks, hasCaptions: "true" }));
  const clip = await read(id);
  expect(clip).toMatchObject({
    ...{ number: 1, ownerId: colleague.memberId, visibility: "team", hasCaptions: true },
    // A colleague may not show the call outside: somebody else has to agree first.
    ...{ revision: 1, confirmedRevision: 0, wantedVisibility: null, card: null },
    cut: {
      ...{ ranges: [pieces[0], { t0Ms: 10_000, t1Ms: 12_000 }], durationMs: 3_500 },
      ...{ state: "queued", linkId: null, callId: call.id },
    },
  });
  expect((await queued(makeCut)).map(({ cutId }) => cutId)).toContain(clip.cut?.id);
  const second = await makeClip(colleague, call.id, form());
  expect((await read(second)).number).toBe(2);
  const [entry] = await db.auditEntry.findMany({ where: { target: id, event: "clip.made" } });
  expect(JSON.stringify(entry)).not.toContain("Holding");
});

const many = (n: number, ms: number) =>
  Array.from({ length: n }, (_, at) => ({ t0Ms: at * ms, t1Ms: (at + 1) * ms }));
test.each([
  ["reversed", [{ t0Ms: 5_000, t1Ms: 5_000 }], "piece_reversed?n=1"],
  ["after the end", [...FIRST, { t0Ms: 7_199_000, t1Ms: 7_200_001 }], "piece_outside?n=2"],
  ["too short", [{ t0Ms: 40_000, t1Ms: 40_999 }], "piece_short?n=1"],
  ["21 pieces", many(21, 2_000), "too_many_pieces?n=21&max=20"],
  ["61 minutes", [{ t0Ms: 0, t1Ms: 61 * 60_000 }], "clip_long?n=61&max=60"],
  ["61 minutes in pieces", many(20, 183_000), "clip_long?n=61&max=60"],
])("%s is refused in words", async (_, pieces, code) => {
  const { owner, call } = await aScene();
  await expect(makeClip(owner, call.id, form(pieces))).rejects.toMatchObject({
    ...{ code: "validation_failed", fields: { pieces: [code] } },
  });
  expect(await db.clip.count({ where: { callId: call.id } })).toBe(0);
});

test("20 pieces, 60 minutes, over a gap, one twice and in any order are a clip", async () => {
  const { owner, call } = await aScene();
  const id = await makeClip(owner, call.id, form(many(20, 180_000).toReversed()));
  expect((await read(id)).cut).toMatchObject({ durationMs: 3_600_000 });
  await expect(makeClip(owner, call.id, form([...FIRST, ...FIRST]))).resolves.toBeTypeOf("string");
});

test("who may not open the call makes no clip of it", async () => {
  const { other, call, workspace } = await aScene();
  await expect(makeClip(other, call.id, form())).rejects.toMatchObject({ code: "not_found" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(makeClip(stranger, call.id, form())).rejects.toMatchObject({ code: "not_found" });
  // An hour of private access is for looking.
  const hidden = await aScene("private");
  const admin = await aMember(hidden.workspace, { role: "admin" });
  const looking = { ...admin, privateUntil: new Date(Date.now() + 60_000).toISOString() };
  await expect(makeClip(looking, hidden.call.id, form())).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await db.clip.count({ where: { workspaceId: workspace.id } })).toBe(0);
});

test("a wider audience than the call's is given by who may share it, and asked for by others", async () => {
  const { owner, colleague, other, call, sees } = await aScene();
  const wide = { visibility: "workspace" };
  const given = await makeClip(owner, call.id, form(FIRST, wide));
  expect(await read(given)).toMatchObject({ visibility: "workspace", wantedVisibility: null });
  expect(await sees(other, given)).toBe(true);
  // To see the clip is not to see the call.
  const source = await db.call.findFirstOrThrow({ where: { id: call.id }, select: callAccess });
  expect(can(other, "call.read", source)).toBe(false);

  const asked = await makeClip(colleague, call.id, form(FIRST, wide));
  expect(await read(asked)).toMatchObject({ visibility: "team", wantedVisibility: "workspace" });
  expect(await sees(other, asked)).toBe(false);
  const answer = (actor: Member, isAccepted: boolean) =>
    answerRequest(actor, asked, isAccepted ? { isAccepted, revision: 1 } : { isAccepted });
  await expect(answer(other, true)).rejects.toMatchObject({ code: "not_found" });
  await expect(answer(colleague, true)).rejects.toMatchObject({ code: "forbidden" });
  await answer(owner, true);
  expect(await read(asked)).toMatchObject({ visibility: "workspace", wantedVisibility: null });
  await expect(answer(owner, true)).rejects.toMatchObject({ code: "invalid_state" });
});

test("a request of a private clip reaches who keeps the call, and a no leaves it as it was", async () => {
  const { owner, colleague, call } = await aScene();
  const id = await makeClip(colleague, call.id, form(FIRST, { visibility: "private" }));
  await saveClip(colleague, id, edit(1, FIRST, { visibility: "workspace" }));
  expect(await read(id)).toMatchObject({ visibility: "private", wantedVisibility: "workspace" });
  // Who is asked sees what it is about, as pieces of their call until it is made.
  expect(await getClip(owner, id)).toMatchObject({ media: null, mayWiden: true, mayChange: false });
  await answerRequest(owner, id, { isAccepted: false });
  expect(await read(id)).toMatchObject({ visibility: "private", wantedVisibility: null });
  await expect(getClip(owner, id)).rejects.toMatchObject({ code: "not_found" });
});

test("a mask is on a voice of this very call", async () => {
  const { owner, call } = await aScene();
  const other = await aCall(owner);
  const stranger = await aParticipant(other);
  const masks = JSON.stringify([{ participantId: stranger.id, t0Ms: 10_000, t1Ms: 11_000 }]);
  await expect(makeClip(owner, call.id, form(FIRST, { masks }))).rejects.toMatchObject({
    fields: { masks: ["unknown"] },
  });
  const id = await makeClip(owner, call.id, form());
  await expect(saveClip(owner, id, edit(1, FIRST, { masks }))).rejects.toMatchObject({
    fields: { masks: ["unknown"] },
  });
});

test("who keeps the call is told of a request, and who asked of the answer", async () => {
  const { owner, colleague, call } = await aScene();
  const told = ({ memberId }: Member) =>
    db.notification.findMany({
      where: { memberId, kind: { startsWith: "clip_" } },
      orderBy: { createdAt: "asc" },
      select: { kind: true, targetId: true, values: true, actorId: true },
    });
  const clipId = await makeClip(colleague, call.id, form(FIRST, { visibility: "workspace" }));
  const about = { targetId: call.id, values: { clipId } };
  expect(await told(owner)).toEqual([
    { kind: "clip_asked", ...about, actorId: colleague.memberId },
  ]);
  await answerRequest(owner, clipId, { isAccepted: true, revision: 1 });
  const own = await makeClip(owner, call.id, form(FIRST, { visibility: "workspace" }));
  expect(await read(own)).toMatchObject({ visibility: "workspace" });
  expect(await told(owner)).toHaveLength(1);
  expect(await told(colleague)).toEqual([
    { kind: "clip_agreed", ...about, actorId: owner.memberId },
  ]);
  const again = await makeClip(colleague, call.id, form(FIRST, { visibility: "workspace" }));
  await answerRequest(owner, again, { isAccepted: false });
  expect(await told(colleague)).toMatchObject([
    { kind: "clip_agreed" },
    { kind: "clip_declined", values: { clipId: again } },
  ]);
});

test("other pieces under an audience that was given are asked for again, another title is not", async () => {
  const { owner, colleague, other, call, sees } = await aScene();
  const wide = { visibility: "workspace" };
  const id = await makeClip(colleague, call.id, form(FIRST, wide));
  await answerRequest(owner, id, { isAccepted: true, revision: 1 });
  await saveClip(colleague, id, edit(2, FIRST, { ...wide, title: "Another title" }));
  expect(await read(id)).toMatchObject({ visibility: "workspace", revision: 1 });
  await saveClip(colleague, id, edit(3, [{ t0Ms: 60_000, t1Ms: 70_000 }], wide));
  expect(await read(id)).toMatchObject({
    ...{ visibility: "team", wantedVisibility: "workspace", revision: 2 },
  });
  expect(await sees(other, id)).toBe(false);
});

test("a changed piece waits for somebody who may share the call before links show it", async () => {
  const { owner, colleague, call } = await aScene();
  const id = await makeClip(colleague, call.id, form());
  await confirmClip(owner, id, 1);
  await saveClip(colleague, id, edit(1, FIRST, { title: "Another title" }));
  expect(await read(id)).toMatchObject({ revision: 1, confirmedRevision: 1 });
  await saveClip(colleague, id, edit(2, [{ t0Ms: 20_000, t1Ms: 25_000 }]));
  expect(await read(id)).toMatchObject({ revision: 2, confirmedRevision: 1 });
  await expect(confirmClip(colleague, id, 2)).rejects.toMatchObject({ code: "forbidden" });
  // What was not looked at is not agreed to.
  await expect(confirmClip(owner, id, 1)).rejects.toMatchObject({ code: "conflict" });
  await confirmClip(owner, id, 2);
  expect((await read(id)).confirmedRevision).toBe(2);
});

test("a save is a new revision of the cut, once somebody was not quicker; what it was goes on until then", async () => {
  const { owner, manager, call } = await aScene();
  const id = await makeClip(owner, call.id, form());
  const before = await read(id);
  await db.cut.updateMany({ where: { clipId: id }, data: { state: "ready", wordsVersion: 1 } });
  await saveClip(manager, id, edit(1, [...FIRST, { t0Ms: 50_000, t1Ms: 52_000 }]));
  expect(await read(id)).toMatchObject({
    ...{ revision: 2, confirmedRevision: 2, version: 2 },
    cut: { id: before.cut?.id, revision: 2, state: "queued", durationMs: 4_000, wordsVersion: 1 },
  });
  await expect(saveClip(owner, id, edit(1))).rejects.toMatchObject({ code: "conflict" });
  // The same once more makes nothing.
  await saveClip(owner, id, edit(2, [...FIRST, { t0Ms: 50_000, t1Ms: 52_000 }]));
  expect((await read(id)).revision).toBe(2);
});

test("whose call is out of reach keeps a clip, and may name it and narrow it, no more", async () => {
  const { owner, colleague, call } = await aScene();
  const id = await makeClip(colleague, call.id, form());
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  await saveClip(colleague, id, edit(1, FIRST, { title: "Mine" }));
  expect(await read(id)).toMatchObject({ title: "Mine", visibility: "team" });
  const other = [{ t0Ms: 0, t1Ms: 5_000 }];
  await expect(saveClip(colleague, id, edit(2, other))).rejects.toMatchObject({
    code: "invalid_state",
  });
  const wide = edit(2, FIRST, { visibility: "workspace" });
  await expect(saveClip(colleague, id, wide)).rejects.toMatchObject({ code: "invalid_state" });
  await saveClip(colleague, id, edit(2, FIRST, { visibility: "private" }));
  expect((await read(id)).visibility).toBe("private");
  await expect(saveClip(owner, id, edit(3))).rejects.toMatchObject({ code: "not_found" });
});

test("a wish waits on while its clip is saved, also by who may answer it", async () => {
  const { manager, colleague, call } = await aScene();
  const wide = { visibility: "workspace" };
  const id = await makeClip(colleague, call.id, form(FIRST, wide));
  const asked = {
    ...{ visibility: "team", wantedVisibility: "workspace", wantedById: colleague.memberId },
  };
  await saveClip(manager, id, edit(1, FIRST, { ...wide, title: "Another title" }));
  expect(await read(id)).toMatchObject({ ...asked, title: "Another title" });
  await saveClip(manager, id, edit(2, [{ t0Ms: 20_000, t1Ms: 25_000 }], wide));
  expect(await read(id)).toMatchObject({ ...asked, revision: 2 });
  // What was looked at is agreed to, and nothing that was saved since.
  await expect(answerRequest(manager, id, { isAccepted: true, revision: 1 })).rejects.toMatchObject(
    { code: "conflict" },
  );
  // Its maker lost the call: its name is still theirs, and what they asked for waits.
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  const named = editClipForm.parse({ version: "3", title: "The price", visibility: "team" });
  await saveClip(colleague, id, named);
  expect(await read(id)).toMatchObject({
    ...{ ...asked, title: "The price", revision: 2 },
    cut: { ranges: [{ t0Ms: 20_000, t1Ms: 25_000 }] },
  });
  await saveClip(colleague, id, { ...named, version: 4, visibility: "private" });
  expect(await read(id)).toMatchObject({ visibility: "private", wantedVisibility: null });
});

test("edges come to words that are read now, never to those of an older transcript", async () => {
  const { owner, call, elena } = await aScene();
  await db.transcript.updateMany({ where: { callId: call.id }, data: { isCurrent: false } });
  await aTranscript(
    call,
    [{ participantId: elena.id, t0Ms: 10_100, t1Ms: 12_000, text: "one two" }],
    { number: 2 },
  );
  const id = await makeClip(owner, call.id, form([{ t0Ms: 9_980, t1Ms: 12_000 }]));
  expect((await read(id)).cut?.ranges).toEqual([{ t0Ms: 10_100, t1Ms: 12_000 }]);
});

test("the trash of its call leaves a clip, a purge does not", async () => {
  const { owner, call, sees } = await aScene();
  const id = await makeClip(owner, call.id, form());
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  expect(await sees(owner, id)).toBe(true);
  const other = edit(1, [{ t0Ms: 0, t1Ms: 5_000 }]);
  await expect(saveClip(owner, id, other)).rejects.toMatchObject({ code: "invalid_state" });
  await db.call.updateMany({ where: { id: call.id }, data: { state: "purged" } });
  expect(await sees(owner, id)).toBe(false);
});

test("a clip is deleted and put back by who keeps it", async () => {
  const { owner, colleague, manager, call, sees } = await aScene();
  const id = await makeClip(owner, call.id, form());
  await expect(deleteClip(colleague, id)).rejects.toMatchObject({ code: "forbidden" });
  await deleteClip(manager, id);
  expect(await sees(owner, id)).toBe(false);
  await expect(restoreClip(colleague, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(restoreClip(owner, id)).resolves.toEqual({
    facts: { title: "Holding the price" },
  });
  expect(await sees(owner, id)).toBe(true);
});

test("labels are those of the workspace and the call's team", async () => {
  const { owner, call, workspace, team } = await aScene();
  const ours = await aLabel(workspace);
  const ofTeam = await aLabel(workspace, { teamId: team.id });
  const theirs = await aLabel(workspace, { teamId: (await aTeam(workspace)).id });
  const foreign = await aLabel(await aWorkspace());
  const labelIds = (ids: { id: string }[]) => ({
    labelIds: JSON.stringify(ids.map(({ id }) => id)),
  });
  const id = await makeClip(owner, call.id, form(FIRST, labelIds([ours, ofTeam])));
  const labels = () => db.clipLabel.findMany({ where: { clipId: id }, select: { labelId: true } });
  expect(await labels()).toHaveLength(2);
  await saveClip(owner, id, edit(1, FIRST, labelIds([ofTeam])));
  expect(await labels()).toEqual([{ labelId: ofTeam.id }]);
  for (const label of [theirs, foreign])
    await expect(saveClip(owner, id, edit(2, FIRST, labelIds([label])))).rejects.toMatchObject({
      code: "validation_failed",
      fields: { labelIds: ["unknown"] },
    });
});

test("what broke off is made once more, and what did not is not", async () => {
  const { owner, colleague, call } = await aScene();
  const id = await makeClip(owner, call.id, form());
  await expect(retryClip(owner, id)).rejects.toMatchObject({ code: "invalid_state" });
  await db.cut.updateMany({
    where: { clipId: id },
    data: { state: "failed", cause: "storage_full" },
  });
  await expect(retryClip(colleague, id)).rejects.toMatchObject({ code: "forbidden" });
  await retryClip(owner, id);
  expect((await read(id)).cut).toMatchObject({ state: "queued", cause: null });
});
