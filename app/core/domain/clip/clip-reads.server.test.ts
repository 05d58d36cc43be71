import { expect, test } from "vitest";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aLabel,
  aMember,
  aParticipant,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { getClip } from "./clip-reads.server.ts";

/** A clip for the workspace, of a private call. */
async function aScene() {
  const workspace = await aWorkspace();
  const owner = await aMember(workspace, { name: "Mari Kato" });
  const colleague = await aMember(workspace);
  const call = await aCall(owner, { visibility: "private", title: "Pricing review" });
  await aParticipant(call);
  await aTranscript(call, []);
  const clip = await aClip(call, owner, { visibility: "workspace", title: "The price" });
  const cut = await db.cut.findFirstOrThrow({ where: { clipId: clip.id } });
  const write = (data: Prisma.CutUncheckedUpdateInput) =>
    db.cut.update({ where: { workspaceId_id: { workspaceId: workspace.id, id: cut.id } }, data });
  const mixId = newId();
  const made = () =>
    write({
      ...{ state: "ready", wordsVersion: 1, lanes: [{ name: "Elena", side: "C" }] },
      made: { revision: 1, ranges: [{ t0Ms: 0, t1Ms: 1_000 }] },
      files: {
        create: {
          ...{ id: mixId, revision: 1, kind: "mix", key: mixId, bytes: 5n, mime: "audio/mp4" },
          sha256: new Uint8Array(32),
        },
      },
    });
  return { workspace, owner, colleague, call, clip, write, made, mixId };
}

test("its call, and where its pieces lie, is told to who may open the call alone", async () => {
  const { owner, colleague, call, clip, made, mixId } = await aScene();
  await made();
  const media = {
    ...{ mixId, peaks: [], lanes: [{ name: "Elena", side: "C" }], pieces: [1_000] },
    hasWords: true,
  };
  expect(await getClip(owner, clip.id)).toMatchObject({
    ...{ title: "The price", state: "ready", media, mayChange: true, mayWiden: true },
    source: { callId: call.id, title: "Pricing review", pieces: [{ t0Ms: 0, t1Ms: 1_000 }] },
  });
  const seen = await getClip(colleague, clip.id);
  expect(seen).toMatchObject({ media, source: null, mayChange: false, mayWiden: false });
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${call.id}|Pricing`));
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(getClip(stranger, clip.id)).rejects.toMatchObject({ code: "not_found" });
});

test("until there are files who may open the call hears the pieces in it, masked ones its maker alone", async () => {
  const { workspace, owner, colleague, call, clip, write } = await aScene();
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "workspace" } });
  const isPlayed = async (actor: typeof owner) => (await getClip(actor, clip.id)).source?.isPlayed;
  expect(await getClip(colleague, clip.id)).toMatchObject({ state: "making", media: null });
  expect([await isPlayed(owner), await isPlayed(colleague)]).toEqual([true, true]);
  await write({ masks: [{ participantId: null, t0Ms: 0, t1Ms: 500 }] });
  expect([await isPlayed(owner), await isPlayed(colleague)]).toEqual([true, false]);
  const admin = await aMember(workspace, { role: "admin" });
  expect(await isPlayed(admin)).toBe(false);
});

test("a revision that is being made, or broke off, is played as it was before", async () => {
  const { owner, clip, write, made } = await aScene();
  await made();
  await write({
    ...{ state: "failed", cause: "storage_full", revision: 2 },
    ranges: [{ t0Ms: 0, t1Ms: 2_000 }],
  });
  expect(await getClip(owner, clip.id)).toMatchObject({
    ...{ state: "failed", cause: "storage_full", media: { pieces: [1_000] } },
    source: { pieces: [{ t0Ms: 0, t1Ms: 2_000 }] },
  });
});

test("trouble with the files it is kept as is that of what was saved last, and ends with the clip itself", async () => {
  const { workspace, owner, clip, write, made } = await aScene();
  await made();
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId: clip.id } });
  await db.cutOutput.create({
    data: { workspaceId: workspace.id, cutId, state: "failed", cause: "media_crashed" },
  });
  const kept = async () => (await getClip(owner, clip.id)).kept;
  expect(await kept()).toMatchObject({ state: "failed", cause: "media_crashed" });
  // They follow once it is made again, and do not while that has failed.
  await write({ state: "queued" });
  expect(await kept()).toMatchObject({ state: "making", cause: null });
  await write({ state: "failed", cause: "storage_full" });
  await db.cutOutput.updateMany({ where: { cutId }, data: { state: "queued", cause: null } });
  expect(await kept()).toMatchObject({ state: "failed", cause: null });
});

test("after a withdrawn consent nothing is played, and a trashed call is said", async () => {
  const { owner, colleague, call, clip, made } = await aScene();
  await made();
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  expect(await getClip(colleague, clip.id)).toMatchObject({ isSourceTrashed: true, source: null });
  expect((await getClip(colleague, clip.id)).media).not.toBeNull();
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  expect(await getClip(owner, clip.id)).toMatchObject({ isWithdrawn: true, media: null });
});

test("it shows its labels, and who asked for which audience", async () => {
  const { workspace, owner, colleague, clip } = await aScene();
  const label = await aLabel(workspace, { name: "Pain" });
  const { id: labelId } = label;
  await db.clipLabel.create({ data: { workspaceId: workspace.id, clipId: clip.id, labelId } });
  await db.clip.updateMany({
    where: { id: clip.id },
    data: { visibility: "team", wantedVisibility: "workspace", wantedById: colleague.memberId },
  });
  expect(await getClip(owner, clip.id)).toMatchObject({
    labels: [{ id: labelId, name: "Pain" }],
    wanted: { visibility: "workspace", by: colleague.name },
  });
});
