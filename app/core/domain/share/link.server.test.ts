import { expect, test } from "vitest";
import { makeCut } from "#app/core/jobs/cut-make.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { changeWorkspaceSettings } from "../workspace-settings.server.ts";
import { readSettings, type WorkspaceSettings } from "../workspace-settings.ts";
import { changeSharingSettings, getSharingSettings } from "../workspace/sharing-settings.server.ts";
import { listLinks } from "./link-list.server.ts";
import { newLinkForm } from "./link.schema.ts";
import {
  addLinkAddresses,
  allowLinkViews,
  changeLinkPassword,
  extendLink,
  removeLinkAddress,
  retryLink,
} from "./link-changes.server.ts";
import { makeLink, revokeLink, revokeLinksOfCall } from "./link-writes.server.ts";

await queueForFile();
const form = (more: Record<string, string> = {}) =>
  newLinkForm.parse({ names: "true", transcript: "true", ...more });

async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const colleague = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const call = await aCall(owner);
  const elena = await aParticipant(call);
  await aTranscript(call, [
    { participantId: elena.id, t0Ms: 10_000, t1Ms: 12_000, text: "one two" },
  ]);
  const policy = (change: Partial<WorkspaceSettings["sharing"]>) =>
    db.$transaction((tx) =>
      changeWorkspaceSettings(tx, workspace.id, {
        ...{ part: "sharing", seen: null, value: { ...readSettings({}).sharing, ...change } },
      }),
    );
  return { workspace, owner, colleague, manager, call, policy };
}
const linkOf = (linkId: string) =>
  db.sharedLink.findFirstOrThrow({
    where: { id: linkId },
    include: { addresses: true, cuts: true },
  });

test("a link has its conditions, and its cut is asked for in the same transaction", async () => {
  const { owner, call } = await aScene();
  const { linkId, urlPath } = await makeLink(
    owner,
    call.id,
    form({
      t0Ms: "9900",
      t1Ms: "12100",
      addresses: "Elena@Example.com, b@example.com",
      password: "quiet harbour",
      days: "7",
    }),
  );
  const link = await linkOf(linkId);
  // Edges come to those of the words next to them.
  expect(link).toMatchObject({ kind: "range", t0Ms: 10_000, t1Ms: 12_000, views: 0 });
  expect(Buffer.from(link.urlHash)).toEqual(Buffer.from(hashOf(urlPath)));
  expect(urlPath).toMatch(/^[\w-]{22}$/);
  expect(link.password).toMatch(/^\$argon2id\$/);
  expect(link.addresses.map(({ email }) => email).toSorted()).toEqual([
    "b@example.com",
    "elena@example.com",
  ]);
  const [cut] = link.cuts;
  expect(cut).toMatchObject({
    state: "queued",
    ranges: [{ t0Ms: 10_000, t1Ms: 12_000 }],
    durationMs: 2_000,
  });
  expect((await queued(makeCut)).map(({ cutId }) => cutId)).toContain(cut?.id);
  const [entry] = await db.auditEntry.findMany({ where: { target: call.id, event: "share.made" } });
  // No address, no path, no password stands in the log.
  expect(JSON.stringify(entry)).not.toMatch(/example\.com|harbour/);
  expect(JSON.stringify(entry)).not.toContain(urlPath);
});

test("without times it shows the whole call", async () => {
  const { owner, call } = await aScene();
  const { linkId } = await makeLink(owner, call.id, form());
  expect(await linkOf(linkId)).toMatchObject({
    kind: "call",
    t0Ms: null,
    t1Ms: null,
    cuts: [{ durationMs: 60_000 }],
  });
});

test.each([
  [{ t0Ms: "5000", t1Ms: "5000" }, { t1Ms: ["range_reversed"] }],
  [{ t0Ms: "5000", t1Ms: "60001" }, { t1Ms: ["range_outside"] }],
])("%j is no range of the call", async (range, fields) => {
  const { owner, call } = await aScene();
  await expect(makeLink(owner, call.id, form(range))).rejects.toMatchObject({
    code: "validation_failed",
    fields,
  });
});

test("who may make and end links", async () => {
  const { owner, colleague, manager, call, workspace } = await aScene();
  await expect(makeLink(colleague, call.id, form())).rejects.toMatchObject({ code: "forbidden" });
  const { linkId } = await makeLink(owner, call.id, form());
  await expect(revokeLink(colleague, linkId)).rejects.toMatchObject({ code: "forbidden" });
  // Who may change the call may show it, and end what they have shown; links of others are not theirs.
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.id, memberId: colleague.memberId },
      ...{ level: "edit", source: "direct" },
    },
  });
  const own = await makeLink(colleague, call.id, form());
  await expect(revokeLink(colleague, linkId)).rejects.toMatchObject({ code: "forbidden" });
  await revokeLink(colleague, own.linkId);
  await expect(revokeLinksOfCall(colleague, call.id)).rejects.toMatchObject({ code: "forbidden" });
  await revokeLink(manager, linkId);
  expect((await linkOf(linkId)).revokedAt).not.toBeNull();
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(makeLink(stranger, call.id, form())).rejects.toMatchObject({ code: "not_found" });
  for (const deed of [
    () => revokeLink(stranger, linkId),
    () => extendLink(stranger, linkId, 3),
    () => changeLinkPassword(stranger, linkId, "quiet harbour"),
    () => removeLinkAddress(stranger, linkId, "a@example.com"),
    () => revokeLinksOfCall(stranger, call.id),
  ])
    await expect(deed()).rejects.toMatchObject({ code: "not_found" });
});

test("the policy refuses what it forbids", async () => {
  const { owner, call, policy } = await aScene();
  await policy({ roles: ["admin"] });
  await expect(makeLink(owner, call.id, form())).rejects.toMatchObject({ code: "forbidden" });
  // "Only these people", and nobody named: no link that is open to all.
  await policy({});
  await expect(makeLink(owner, call.id, form({ audience: "people" }))).rejects.toMatchObject({
    fields: { addresses: ["required"] },
  });
  await policy({ needs: "email" });
  await expect(makeLink(owner, call.id, form())).rejects.toMatchObject({
    fields: { addresses: ["required"] },
  });
  await policy({ mayDownload: false });
  await expect(makeLink(owner, call.id, form({ download: "true" }))).rejects.toMatchObject({
    fields: { download: ["not_permitted"] },
  });
  await policy({ maxDays: 3 });
  const { linkId } = await makeLink(owner, call.id, form({ days: "30" }));
  const { expiresAt, createdAt } = await linkOf(linkId);
  expect(Math.round(((expiresAt?.getTime() ?? 0) - createdAt.getTime()) / 86_400_000)).toBe(3);
});

test("a new password makes older grants void, one person can be taken out, and the end is for ever", async () => {
  const { owner, call } = await aScene();
  const { linkId } = await makeLink(
    owner,
    call.id,
    form({ addresses: "a@example.com b@example.com" }),
  );
  await changeLinkPassword(owner, linkId, "another harbour");
  expect((await linkOf(linkId)).version).toBe(2);
  await removeLinkAddress(owner, linkId, "a@example.com");
  const left = (await linkOf(linkId)).addresses.filter(({ removedAt }) => removedAt === null);
  expect(left.map(({ email }) => email)).toEqual(["b@example.com"]);
  await expect(removeLinkAddress(owner, linkId, "a@example.com")).rejects.toMatchObject({
    code: "not_found",
  });
  const other = await makeLink(owner, call.id, form());
  expect(await revokeLinksOfCall(owner, call.id)).toBe(2);
  await revokeLink(owner, other.linkId);
  await expect(extendLink(owner, linkId, 3)).rejects.toMatchObject({ code: "invalid_state" });
  const entries = await db.auditEntry.count({ where: { target: call.id, event: "share.revoked" } });
  expect(entries).toBe(1);
});

test("a link is kept open longer, never shorter, and for more views where they are counted", async () => {
  const { owner, call, policy } = await aScene();
  const DAY_MS = 86_400_000;
  const { linkId } = await makeLink(owner, call.id, form({ days: "30" }));
  const end = async () => (await linkOf(linkId)).expiresAt?.getTime() ?? 0;
  const made = await end();
  await extendLink(owner, linkId, 14);
  expect(await end()).toBe(made + 14 * DAY_MS);
  await policy({ maxDays: 43 });
  const [shown] = (await listLinks(owner, call.id)).links;
  expect(shown?.extendedTo).toBeNull();
  await expect(extendLink(owner, linkId, 14)).rejects.toMatchObject({
    ...{ code: "invalid_state", fields: { "": ["link_changed"] } },
  });
  // What is over begins again from now.
  await policy({});
  await db.sharedLink.updateMany({
    where: { id: linkId },
    data: { expiresAt: new Date(Date.now() - DAY_MS) },
  });
  await extendLink(owner, linkId, 14);
  expect(Math.round(((await end()) - Date.now()) / DAY_MS)).toBe(14);
  await expect(allowLinkViews(owner, linkId, 10)).rejects.toMatchObject({ code: "invalid_state" });
  const counted = await makeLink(owner, call.id, form({ maxViews: "1" }));
  await allowLinkViews(owner, counted.linkId, 10);
  expect((await linkOf(counted.linkId)).maxViews).toBe(11);
});

test("people are added to a link; the first of them closes it to all others", async () => {
  const { owner, call } = await aScene();
  const { linkId } = await makeLink(owner, call.id, form());
  await expect(addLinkAddresses(owner, linkId, [])).rejects.toMatchObject({
    fields: { addresses: ["required"] },
  });
  await addLinkAddresses(owner, linkId, ["a@example.com", "b@example.com"]);
  expect((await linkOf(linkId)).version, "grants without an address are over").toBe(2);
  await removeLinkAddress(owner, linkId, "a@example.com");
  await addLinkAddresses(owner, linkId, ["a@example.com"]);
  const { addresses, version } = await linkOf(linkId);
  expect(version, "the others go on").toBe(2);
  expect(addresses.filter(({ removedAt }) => removedAt === null)).toHaveLength(2);
  const many = Array.from({ length: 49 }, (_, n) => `p${n}@example.com`);
  await expect(addLinkAddresses(owner, linkId, many)).rejects.toMatchObject({
    fields: { addresses: ["too_many_entries?n=50"] },
  });
  const embedded = await makeLink(owner, call.id, form({ embed: "true" }));
  await expect(addLinkAddresses(owner, embedded.linkId, ["a@example.com"])).rejects.toMatchObject({
    fields: { addresses: ["invalid"] },
  });
  await expect(changeLinkPassword(owner, embedded.linkId, "quiet harbour")).rejects.toMatchObject({
    fields: { password: ["invalid"] },
  });
});

test("each address that is none is named, however people separate them", () => {
  const read = (addresses: string) => newLinkForm.safeParse({ addresses });
  expect(
    read("A@Example.com、b@example.com；c@example.com\na@example.com").data?.addresses,
  ).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  expect(read("a@example.com, jo@, x").error?.issues).toMatchObject([
    { path: ["addresses"], message: "not_email?email=jo%40" },
    { path: ["addresses"], message: "not_email?email=x" },
  ]);
});

test("a link has a title of its own, and a workspace may forbid kinds", async () => {
  const { owner, call, policy } = await aScene();
  const { linkId } = await makeLink(owner, call.id, form({ title: "  For \n Elena " }));
  expect(await linkOf(linkId)).toMatchObject({ title: "For Elena" });
  const plain = await makeLink(owner, call.id, form({ title: "  " }));
  expect((await linkOf(plain.linkId)).title).toBeNull();
  const titles = (await listLinks(owner, call.id)).links.map(({ title }) => title);
  expect(titles).toEqual([(await listLinks(owner, call.id)).title, "For Elena"]);
  await policy({ kinds: ["range"] });
  await expect(makeLink(owner, call.id, form())).rejects.toMatchObject({ code: "forbidden" });
  await makeLink(owner, call.id, form({ t0Ms: "10000", t1Ms: "20000" }));
  const { links, refusal, policy: rules } = await listLinks(owner, call.id);
  expect(links.map(({ why }) => why)).toEqual([null, "kind", "kind"]);
  expect([refusal, rules.mayWhole, rules.mayPart]).toEqual(["no_sound", false, true]);
});

test("the list is one's own, or all for who keeps the call, with who was there and what they heard", async () => {
  const { owner, colleague, workspace, call } = await aScene();
  const whole = await makeLink(owner, call.id, form({ addresses: "elena@example.com" }));
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.id, memberId: colleague.memberId },
      ...{ level: "edit", source: "direct" },
    },
  });
  const theirs = await makeLink(colleague, call.id, form({ t0Ms: "10000", t1Ms: "20000" }));
  const idsFor = async (actor: typeof owner) =>
    (await listLinks(actor, call.id)).links.map(({ linkId }) => linkId);
  expect(await idsFor(owner)).toEqual([theirs.linkId, whole.linkId]);
  expect(await idsFor(colleague)).toEqual([theirs.linkId]);
  await db.shareVisit.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, linkId: theirs.linkId, linkVersion: 1 },
      ...{ visitorHash: hashOf("a browser"), viewedAt: new Date(), expiresAt: new Date() },
      // Seconds 1, 2 and 8 of the part.
      heard: new Uint8Array([0b00000110, 0b1]),
    },
  });
  const view = await listLinks(owner, call.id);
  expect(view).toMatchObject({ refusal: "no_sound", mayEndAll: true, canMail: true });
  const [part] = view.links;
  expect(part?.url.endsWith(theirs.urlPath)).toBe(true);
  expect(part?.visits).toMatchObject([
    {
      ...{ who: null, seconds: 3 },
      heard: [
        { t0Ms: 11_000, t1Ms: 13_000 },
        { t0Ms: 18_000, t1Ms: 19_000 },
      ],
    },
  ]);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(listLinks(stranger, call.id)).rejects.toMatchObject({ code: "not_found" });
});

test("what could not be made is tried again when somebody asks, and nothing else is", async () => {
  const { owner, call } = await aScene();
  const { linkId } = await makeLink(owner, call.id, form());
  await expect(retryLink(owner, linkId)).rejects.toMatchObject({ code: "invalid_state" });
  await db.cut.updateMany({ where: { linkId }, data: { state: "rendering", cause: null } });
  await expect(retryLink(owner, linkId)).rejects.toMatchObject({ code: "invalid_state" });
  await db.cut.updateMany({ where: { linkId }, data: { state: "failed", cause: "no_audio" } });
  expect((await listLinks(owner, call.id)).links).toMatchObject([
    { state: "failed", trouble: "no_audio" },
  ]);
  await retryLink(owner, linkId);
  expect((await linkOf(linkId)).cuts).toMatchObject([{ state: "queued", cause: null }]);
});

test("a link says what its files or its new words wait for, and nothing of it where it is shut anyway", async () => {
  const { owner, call } = await aScene();
  const { linkId } = await makeLink(owner, call.id, form());
  const seen = async (cut: object) => {
    await db.cut.updateMany({ where: { linkId }, data: cut });
    const [link] = (await listLinks(owner, call.id)).links;
    return [link?.state, link?.trouble];
  };
  const waits = { state: "queued", cause: "storage_full" };
  expect(await seen(waits)).toEqual(["preparing", "storage_full"]);
  expect(await seen({ ...waits, cause: "media_crashed" })).toEqual(["preparing", "broke_off"]);
  expect(await seen({ state: "failed", cause: "media_crashed" })).toEqual(["failed", null]);
  // Made before: it stays open with the words of then, and says what the newer ones wait for.
  const { workspaceId, cuts } = await linkOf(linkId);
  const sha256 = new Uint8Array(32);
  await db.cutFile.create({
    data: {
      ...{ id: newId(), workspaceId, cutId: cuts[0]?.id ?? "", revision: 1, kind: "mix" },
      ...{ key: "cuts/mix", bytes: 1n, sha256, mime: "audio/mp4" },
    },
  });
  expect(await seen({ ...waits, wordsVersion: 7 })).toEqual(["active", "storage_full"]);
  expect(await seen({ state: "failed", cause: "media_crashed" })).toEqual([
    ...["active", "words_failed"],
  ]);
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  expect(await seen(waits)).toEqual(["blocked", null]);
});

test("private access is for looking: it makes no link", async () => {
  const { workspace, owner } = await aScene();
  const hidden = await aCall(owner, { visibility: "private" });
  const admin = await aMember(workspace, { role: "admin" });
  const looking = { ...admin, privateUntil: new Date(Date.now() + 3_600_000).toISOString() };
  await expect(makeLink(looking, hidden.id, form())).rejects.toMatchObject({ code: "forbidden" });
});

test("the workspace's rules are an admin's, in the log, and kept against a change from before", async () => {
  const { workspace, owner } = await aScene();
  const admin = await aMember(workspace, { role: "admin" });
  const before = await getSharingSettings(admin);
  expect(before).toMatchObject({ sharers: "everybody", needs: "nothing", blockedAt: null });
  const change = {
    ...{ intent: "sharing" as const, sharers: "managers" as const, needs: "email" as const },
    ...{
      maxDays: 30,
      mayDownload: false,
      kinds: ["clip" as const],
      embed: "listed" as const,
      embedOrigins: [] as string[],
      isBlocked: true,
      version: before.version,
    },
  };
  await expect(changeSharingSettings(owner, change)).rejects.toMatchObject({ code: "forbidden" });
  await changeSharingSettings(admin, change);
  const after = await getSharingSettings(admin);
  expect(after).toMatchObject({
    sharers: "managers",
    needs: "email",
    maxDays: 30,
    kinds: ["clip"],
  });
  expect(after.blockedAt).not.toBeNull();
  await expect(changeSharingSettings(admin, change)).rejects.toMatchObject({ code: "conflict" });
  await changeSharingSettings(admin, { ...change, isBlocked: false, version: after.version });
  expect((await getSharingSettings(admin)).blockedAt).toBeNull();
  const entries = await db.auditEntry.count({
    where: { workspaceId: workspace.id, event: "workspace.changed" },
  });
  expect(entries).toBe(2);
});
