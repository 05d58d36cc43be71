import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { publishCutOf } from "#tests/support/shares.ts";
import { editClipForm, newClipForm } from "../clip/clip.schema.ts";
import { confirmClip, deleteClip, makeClip, restoreClip } from "../clip/clip-writes.server.ts";
import { saveClip } from "./clip-saved.server.ts";
import { makeClipLink, shareClips } from "./clip-link.server.ts";
import { manyClipLinksForm, newClipLinkForm } from "./link.schema.ts";
import { listClipLinks, listLinks } from "./link-list.server.ts";
import { extendLink } from "./link-changes.server.ts";
import { revokeLink, revokeLinksOfCall } from "./link-writes.server.ts";
import { findSharedLink, loadLink } from "./shared-link.server.ts";
import { grantVisit } from "./visit.server.ts";
import { findVisitorFile, getWordsPage, mayGoOn } from "./visit-access.server.ts";

await queueForFile();
const origin = { ip: "192.0.2.7", agent: null, requestId: null };
const PIECES = [{ t0Ms: 10_000, t1Ms: 12_000 }];
const fields = (pieces = PIECES) => ({
  ...{ title: "Holding the price", pieces: JSON.stringify(pieces), card: "Why we hold" },
});
const form = (more: Record<string, string> = {}) =>
  newClipLinkForm.parse({ names: "true", transcript: "true", revision: "1", ...more });

/** A clip that a colleague made of a call they may open, for their team; the call's owner may show it outside. */
async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const colleague = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const about = { visibility: "team" as const, teamId: team.id, title: "Pricing review" };
  const call = await aCall(owner, about);
  const elena = await aParticipant(call);
  await aTranscript(call, [
    { participantId: elena.id, t0Ms: 10_000, t1Ms: 12_000, text: "one two" },
  ]);
  const clipId = await makeClip(colleague, call.id, newClipForm.parse(fields()));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId } });
  const make = () => publishCutOf(call, cutId, Buffer.alloc(100, "sound"));
  const save = (actor: typeof owner, version: number, pieces = PIECES) =>
    saveClip(actor, clipId, editClipForm.parse({ ...fields(pieces), version: String(version) }));
  return { workspace, owner, colleague, manager, call, clipId, cutId, make, save };
}
const stateOf = async (linkId: string) => (await loadLink({ id: linkId }))?.state.state;

/** A browser that was let in by a link, with what it is given. */
async function aVisit(urlPath: string) {
  const link = await findSharedLink(urlPath, origin);
  const { secret } = await grantVisit(link, null);
  const file = link.cut?.files.find(({ kind }) => kind === "mix")?.id ?? "";
  return { link, secret, open: () => findVisitorFile(file, secret) };
}

const many = (clips: readonly { clipId: string; revision: number }[], more = {}) =>
  manyClipLinksForm.parse({ clips: JSON.stringify(clips), names: "true", days: "3", ...more });

test("several clips get a link each, on the same terms, and those that may not be shared are named", async () => {
  const { owner, colleague, call, clipId, save } = await aScene();
  const other = await makeClip(colleague, call.id, newClipForm.parse(fields()));
  const hidden = await aCall(colleague, { visibility: "private", title: "Theirs alone" });
  await aTranscript(hidden, []);
  const private_ = await makeClip(colleague, hidden.id, newClipForm.parse(fields()));
  const workspaceWide = await makeClip(
    ...([colleague, hidden.id] as const),
    newClipForm.parse({ ...fields(), visibility: "workspace" }),
  );
  await save(colleague, 1, [{ t0Ms: 10_000, t1Ms: 14_000 }]);
  const at = (id: string, revision = 1) => ({ clipId: id, revision });
  const { shared, unshared } = await shareClips(
    owner,
    many([at(clipId), at(other), at(other), at(private_), at(workspaceWide)], {
      password: "a quiet harbour",
    }),
  );
  expect(unshared).toEqual([
    { clipId, why: "changed" },
    { clipId: private_, why: "gone" },
    { clipId: workspaceWide, why: "right" },
  ]);
  expect(shared.map((one) => one.clipId)).toEqual([other]);
  expect(shared[0]?.url).toMatch(/\/shared\/[\w-]{22}$/);
  const links = await db.sharedLink.findMany({ where: { workspaceId: owner.workspaceId } });
  expect(links).toMatchObject([
    { clipId: other, kind: "clip", title: null, shows: { names: true, transcript: false } },
  ]);
  expect(links[0]?.password).not.toBeNull();
  expect(links[0]?.expiresAt?.getTime()).toBeLessThan(Date.now() + 4 * 86_400_000);
  const link = await findSharedLink(shared[0]?.url.split("/").at(-1) ?? "", origin);
  expect(link).toMatchObject({ title: "Holding the price", subject: { kind: "clip", id: other } });
  const made = await db.auditEntry.count({
    where: { workspaceId: owner.workspaceId, event: "share.made" },
  });
  expect(made).toBe(1);
});

test("terms that no link may have, and clips of which none may be shared, make no link", async () => {
  const { owner, colleague, call, clipId } = await aScene();
  const clips = [{ clipId, revision: 1 }];
  await expect(shareClips(owner, many(clips, { audience: "people" }))).rejects.toMatchObject({
    ...{ code: "validation_failed", fields: { addresses: ["required"] } },
  });
  const refused = (why: string) => ({ fields: { "": [`none_shared?why=${why}`] } });
  await expect(shareClips(colleague, many(clips))).rejects.toMatchObject({
    ...{ code: "forbidden", ...refused("right") },
  });
  await expect(
    shareClips(owner, many([{ clipId: colleague.memberId, revision: 1 }])),
  ).rejects.toMatchObject({ code: "not_found", ...refused("gone") });
  await expect(shareClips(owner, many([{ clipId, revision: 2 }]))).rejects.toMatchObject({
    ...{ code: "conflict", ...refused("changed") },
  });
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  await expect(shareClips(owner, many(clips))).rejects.toMatchObject({
    ...{ code: "consent_blocked", ...refused("withdrawn") },
  });
  expect(await db.sharedLink.count({ where: { workspaceId: owner.workspaceId } })).toBe(0);
  for (const bad of ["[]", "no list", '[{"clipId":"1","revision":1}]'])
    expect(manyClipLinksForm.safeParse({ clips: bad }).success).toBe(false);
});

test("whoever may show the call shows the clip: its files and words, by a title of its own", async () => {
  const { owner, call, clipId, cutId, make } = await aScene();
  const { linkId, urlPath } = await makeClipLink(owner, clipId, form());
  expect(await stateOf(linkId)).toBe("preparing");
  await make();
  const { link, secret, open } = await aVisit(urlPath);
  expect(link).toMatchObject({
    ...{ title: "Holding the price", card: "Why we hold", startedAt: null, range: null },
    ...{ subject: { kind: "clip", id: clipId }, state: { state: "active" } },
    // How long the call was is no visitor's business.
    call: { durationMs: 2_000 },
    cut: { id: cutId, durationMs: 2_000, hasWords: true },
  });
  await expect(open()).resolves.toMatchObject({ bytes: 100, title: "Holding the price" });
  expect(JSON.stringify(await getWordsPage(cutId, 0, secret))).toContain("one two");
  await expect(getWordsPage(cutId, 0, "another browser")).rejects.toMatchObject({
    code: "not_found",
  });
  // The link is the clip's, in its list and its log, and no link of the call.
  expect((await listLinks(owner, call.id)).links).toEqual([]);
  const { links, clip } = await listClipLinks(owner, clipId);
  expect(links).toMatchObject([{ linkId, state: "active" }]);
  expect(clip).toEqual({ card: "Why we hold", revision: 1, isAgreed: true });
  expect(await db.auditEntry.count({ where: { target: clipId, event: "share.made" } })).toBe(1);
});

test("nobody else does, and no link leads to another workspace's clip", async () => {
  const { workspace, owner, colleague, clipId } = await aScene();
  await expect(makeClipLink(colleague, clipId, form())).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(listClipLinks(colleague, clipId)).rejects.toMatchObject({ code: "forbidden" });
  const strangers = [
    await aMember(await aWorkspace(), { role: "admin" }),
    // Of the workspace, and outside the clip's team.
    await aMember(workspace),
  ];
  const { linkId } = await makeClipLink(owner, clipId, form());
  for (const stranger of strangers)
    for (const deed of [
      () => makeClipLink(stranger, clipId, form()),
      () => listClipLinks(stranger, clipId),
      () => revokeLink(stranger, linkId),
      () => extendLink(stranger, linkId, 3),
    ])
      await expect(deed()).rejects.toMatchObject({ code: "not_found" });
  // What was not looked at is not shown.
  await expect(makeClipLink(owner, clipId, form({ revision: "2" }))).rejects.toMatchObject({
    code: "conflict",
  });
});

test("what somebody else changed is shown once who may show the call agrees; until then nothing is", async () => {
  const { owner, colleague, clipId, make, save } = await aScene();
  const { linkId, urlPath } = await makeClipLink(owner, clipId, form());
  await make();
  const { open } = await aVisit(urlPath);
  const { access } = await open();
  const told = () =>
    db.notification.findMany({
      where: { memberId: owner.memberId, kind: "clip_links_wait" },
      select: { values: true, actorId: true },
    });
  await save(colleague, 1, [{ t0Ms: 20_000, t1Ms: 25_000 }]);
  expect(await stateOf(linkId)).toBe("blocked");
  expect(await told()).toEqual([{ values: { clipId }, actorId: colleague.memberId }]);
  await expect(open()).rejects.toMatchObject({ code: "link_ended" });
  expect(await mayGoOn(access, false)).toBe(false);
  await make();
  expect(await stateOf(linkId)).toBe("blocked");
  await confirmClip(owner, clipId, 2);
  expect(await stateOf(linkId)).toBe("active");
  expect((await loadLink({ id: linkId }))?.cut?.durationMs).toBe(5_000);
});

test("what was agreed to goes on as it was until it is made, and what nobody agreed to is never shown", async () => {
  const { owner, manager, colleague, clipId, make, save } = await aScene();
  const { linkId } = await makeClipLink(owner, clipId, form());
  await make();
  await save(manager, 1, [{ t0Ms: 20_000, t1Ms: 25_000 }]);
  // Who may show the call agrees by saving.
  const told = { kind: "clip_links_wait", memberId: owner.memberId };
  expect(await db.notification.count({ where: told })).toBe(0);
  const link = await loadLink({ id: linkId });
  expect(link).toMatchObject({ state: { state: "active" }, cut: { durationMs: 2_000 } });
  await db.cut.updateMany({ where: { clipId }, data: { state: "failed", cause: "storage_full" } });
  expect(await stateOf(linkId)).toBe("active");

  await save(colleague, 2, [{ t0Ms: 30_000, t1Ms: 35_000 }]);
  await make();
  // Revision 3 is made and was agreed to by nobody; 4 is agreed to and not made.
  await save(manager, 3, [{ t0Ms: 20_000, t1Ms: 26_000 }]);
  expect(await stateOf(linkId)).toBe("preparing");
  await make();
  expect(await stateOf(linkId)).toBe("active");
});

test("it is shut while the clip is deleted or a consent is withdrawn, and open while the call lies in the trash", async () => {
  const { owner, colleague, call, clipId, make } = await aScene();
  const { linkId, urlPath } = await makeClipLink(owner, clipId, form());
  await make();
  const { open } = await aVisit(urlPath);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  await expect(open()).resolves.toMatchObject({ bytes: 100 });
  await extendLink(owner, linkId, 20);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "available" } });
  await deleteClip(colleague, clipId);
  expect(await stateOf(linkId)).toBe("blocked");
  await expect(open()).rejects.toMatchObject({ code: "link_ended" });
  await restoreClip(colleague, clipId);
  await expect(open()).resolves.toMatchObject({ bytes: 100 });
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  await expect(open()).rejects.toMatchObject({ code: "link_ended" });
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "agreed" } });
  await db.call.updateMany({ where: { id: call.id }, data: { state: "purged" } });
  expect(await stateOf(linkId)).toBe("revoked");
});

test("it ends with its maker's right to show the call, or to see the clip", async () => {
  const { owner, manager, call, clipId, make } = await aScene();
  const { linkId } = await makeClipLink(manager, clipId, form());
  await make();
  expect(await stateOf(linkId)).toBe("active");
  await db.clip.updateMany({ where: { id: clipId }, data: { visibility: "private" } });
  expect(await stateOf(linkId)).toBe("revoked");
  await db.clip.updateMany({ where: { id: clipId }, data: { visibility: "team" } });
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  expect(await stateOf(linkId)).toBe("revoked");
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "team" } });
  expect(await stateOf(linkId)).toBe("active");
  await db.member.updateMany({ where: { id: manager.memberId }, data: { state: "deactivated" } });
  expect(await stateOf(linkId)).toBe("revoked");
  // Who keeps the call ends all that shows something of it.
  const own = await makeClipLink(owner, clipId, form());
  await revokeLinksOfCall(owner, call.id);
  expect(await stateOf(own.linkId)).toBe("revoked");
});

test("of two links to one clip in one browser, the end of one leaves the other", async () => {
  const { owner, clipId, make } = await aScene();
  const one = await makeClipLink(owner, clipId, form());
  const other = await makeClipLink(owner, clipId, form());
  await make();
  const { secret, open } = await aVisit(one.urlPath);
  await grantVisit(await findSharedLink(other.urlPath, origin), secret);
  await revokeLink(owner, other.linkId);
  await expect(open()).resolves.toMatchObject({ access: { link: { linkId: one.linkId } } });
  await revokeLink(owner, one.linkId);
  await expect(open()).rejects.toMatchObject({ code: "link_ended" });
});
