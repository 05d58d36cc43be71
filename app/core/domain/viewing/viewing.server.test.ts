import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { recordHeard } from "../call/heard.server.ts";
import { noteOpened } from "../call/who-watched.server.ts";
import { recordClipHeard } from "../clip/clip-plays.server.ts";
import { keepPlace, openItem } from "../library/plays.server.ts";
import {
  aCall,
  aClip,
  aClipItem,
  aLibrary,
  aMember,
  aMixFile,
  anItem,
  aRecording,
  aTeam,
  aTrack,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { followViewings } from "./follow-viewings.server.ts";
import { listDays, listOwnViewings, listViewings, readWaiting } from "./viewing-reads.server.ts";
import {
  changeViewing,
  endViewing,
  remindListeners,
  requireViewing,
  restoreViewing,
} from "./viewing-writes.server.ts";

type Who = "manager" | "rep" | "mate" | "other" | "admin";
let people: Record<Who, SignedIn>;
let workspace: { id: string };
let team: { id: string };
let libraryId: string;
let callId: string;
let clipId: string;
let clipItemId: string;
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

beforeEach(async () => {
  workspace = await aWorkspace();
  const away = await aTeam(workspace);
  team = await aTeam(workspace);
  const of = workspace;
  people = {
    manager: await aMember(of, { role: "manager", teams: [team], name: "Ivo" }),
    rep: await aMember(of, { teams: [team], name: "Rui" }),
    mate: await aMember(of, { teams: [team], name: "Per" }),
    other: await aMember(of, { teams: [away], name: "Aki" }),
    admin: await aMember(of, { role: "admin", name: "Admin" }),
  };
  const library = await aLibrary(people.manager, { kind: "workspace" });
  libraryId = library.id;
  const call = await aCall(people.manager, { durationMs: 90_000, visibility: "workspace" });
  await aMixFile(await aRecording(call, { durationMs: 90_000 }));
  callId = call.id;
  await anItem(library, call, people.manager);
  const clip = await aClip(call, people.manager, { visibility: "private" });
  clipId = clip.id;
  const cut = await db.cut.findFirstOrThrow({ where: { clipId: clip.id } });
  await db.cut.update({
    where: { workspaceId_id: { workspaceId: workspace.id, id: cut.id } },
    data: {
      durationMs: 10_000,
      files: {
        create: {
          ...{ id: newId(), revision: 1, kind: "mix", key: newId(), bytes: 5n, mime: "audio/mp4" },
          sha256: new Uint8Array(32),
        },
      },
    },
  });
  clipItemId = (await aClipItem(library, clip, people.manager, { position: 1 })).id;
  await db.$executeRaw`DELETE FROM rate_limit`;
});

const wish = (grantee: string, more = {}) => ({
  ...{ grantee, folderId: null, dueOn: dayIn(2), includesLater: false, ...more },
});
const ofTeam = (more = {}) => wish(`team:${team.id}`, more);
async function hear(actor: SignedIn, seconds: number): Promise<void> {
  await noteOpened(actor, callId);
  await recordHeard(actor, callId, [{ t0Ms: 0, t1Ms: seconds * 1000 }]);
}
async function hearClip(actor: SignedIn): Promise<void> {
  await openItem(actor, libraryId, clipItemId);
  await recordClipHeard(actor, clipId, [{ t0Ms: 0, t1Ms: 10_000 }]);
}
/** Everything is due to be looked at again. */
async function follow(): Promise<void> {
  await db.requiredViewing.updateMany({ data: { lookedAt: null } });
  await followViewings();
}
const unread = async ({ memberId }: SignedIn) =>
  (
    await db.notification.findMany({
      where: { memberId, readAt: null, kind: { startsWith: "viewing" } },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ kind }) => kind);
const progress = async (actor: SignedIn) =>
  (await listViewings(actor, libraryId)).viewings.map(({ people: listeners }) =>
    listeners.map(({ name, heard, total, state }) => [name, heard, total, state]),
  );
const refused = (field: string, code: string) => ({
  code: "validation_failed",
  fields: { [field]: [code] },
});

test("a team hears of it, and what each heard counts wherever they heard it, until nine tenths", async () => {
  const { manager, rep, mate, other } = people;
  await requireViewing(manager, libraryId, ofTeam());
  expect(await unread(rep)).toEqual(["viewing_required"]);
  expect([await unread(manager), await unread(other)]).toEqual([[], []]);
  expect(await listOwnViewings(rep)).toMatchObject([
    { libraryId, heard: 0, total: 100, state: "none", by: "Ivo", dueOn: dayIn(2) },
  ]);
  await hear(rep, 30);
  await hearClip(mate);
  expect(await progress(manager)).toEqual([
    [
      ["Ivo", 0, 100, "none"],
      ["Per", 10, 100, "part"],
      ["Rui", 30, 100, "part"],
    ],
  ]);
  await hear(rep, 79);
  await hearClip(rep);
  expect(await listOwnViewings(rep)).toMatchObject([{ heard: 89 }]);
  await hear(rep, 80);
  expect(await listOwnViewings(rep)).toEqual([]);
  await follow();
  expect([await unread(rep), await unread(mate)]).toEqual([
    [],
    ["viewing_required", "viewing_due"],
  ]);
  // What is added later leaves who is through where they are.
  const call = await aCall(manager, { durationMs: 900_000, visibility: "workspace" });
  await aMixFile(await aRecording(call, { durationMs: 900_000 }));
  const library = { workspaceId: workspace.id, id: libraryId };
  await anItem(library, call, manager, { position: 2 });
  expect(await listOwnViewings(rep)).toEqual([]);
  expect((await progress(manager))[0]?.at(-1)).toEqual(["Rui", 90, 1000, "done"]);
});

test("reminders come once for each step, and stop when it ends or somebody leaves", async () => {
  const { manager, rep, mate } = people;
  const { requiredId } = await requireViewing(manager, libraryId, ofTeam({ dueOn: dayIn(10) }));
  await follow();
  expect(await unread(rep)).toEqual(["viewing_required"]);
  await changeViewing(manager, libraryId, { requiredId, dueOn: dayIn(2) });
  await follow();
  await follow();
  expect(await unread(rep)).toEqual(["viewing_required", "viewing_due"]);
  expect(await remindListeners(manager, libraryId, requiredId)).toEqual({ facts: { people: "3" } });
  await remindListeners(manager, libraryId, requiredId);
  expect(await unread(rep)).toHaveLength(3);
  await db.member.updateMany({ where: { id: mate.memberId }, data: { state: "deactivated" } });
  await follow();
  expect([await unread(mate), (await progress(manager))[0]?.length]).toEqual([[], 2]);
  await endViewing(manager, libraryId, requiredId);
  expect([await unread(rep), await listOwnViewings(rep), await progress(manager)]).toEqual([
    ...[[], [], []],
  ]);
  await follow();
  expect(await unread(rep)).toEqual([]);
  await restoreViewing(manager, libraryId, requiredId);
  expect(await listOwnViewings(rep)).toHaveLength(1);
  // Its notices had ended with it: whom it waits for learns of it again, once.
  await follow();
  await follow();
  expect((await unread(rep)).toSorted()).toEqual(["viewing_due", "viewing_required"]);
  const mails = await db.notification.count({
    where: { memberId: rep.memberId, kind: "viewing_required", mailDueAt: { not: null } },
  });
  expect(mails).toBe(1);
  await db.notification.updateMany({
    where: { memberId: rep.memberId },
    data: { readAt: new Date() },
  });
  await follow();
  expect(await unread(rep)).toEqual([]);
});

test("the team as it was that day, or with whoever joins it later", async () => {
  const { manager, rep, other } = people;
  await requireViewing(manager, libraryId, ofTeam());
  await requireViewing(manager, libraryId, ofTeam({ dueOn: dayIn(5), includesLater: true }));
  const of = { workspaceId: workspace.id, teamId: team.id };
  await db.teamMember.create({ data: { ...of, memberId: other.memberId } });
  await follow();
  expect((await progress(manager)).map((listeners) => listeners.map(([name]) => name))).toEqual([
    ["Ivo", "Per", "Rui"],
    ["Aki", "Ivo", "Per", "Rui"],
  ]);
  expect(await unread(other)).toEqual(["viewing_required"]);
  const joined = { ...other, teamIds: [...other.teamIds, team.id] };
  expect(await listOwnViewings(joined)).toHaveLength(1);
  // Whoever leaves the team is in neither the later one nor its reminders.
  await db.teamMember.deleteMany({ where: { memberId: rep.memberId } });
  await db.member.updateMany({ where: { id: rep.memberId }, data: { primaryTeamId: null } });
  await follow();
  const left = await listOwnViewings({ ...rep, teamIds: [] });
  expect(left.map(({ dueOn }) => dueOn)).toEqual([dayIn(2)]);
});

test("a manager asks people of their scope, an admin anybody, a rep nobody; who leads sees who waits", async () => {
  const { manager, rep, mate, other, admin } = people;
  const ofOther = wish(`member:${other.memberId}`);
  await expect(requireViewing(rep, libraryId, ofTeam())).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(requireViewing(manager, libraryId, ofOther)).rejects.toMatchObject(
    refused("grantee", "invalid_choice"),
  );
  const past = ofTeam({ dueOn: dayIn(-3) });
  await expect(requireViewing(manager, libraryId, past)).rejects.toMatchObject(
    refused("dueOn", "due_past"),
  );
  const { requiredId } = await requireViewing(admin, libraryId, ofOther);
  expect(await progress(admin)).toEqual([[["Aki", 0, 100, "none"]]]);
  // The manager does not lead them: it is not there.
  expect(await progress(manager)).toEqual([]);
  await expect(readWaiting(manager, libraryId, requiredId)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(endViewing(manager, libraryId, requiredId)).rejects.toMatchObject({
    code: "forbidden",
  });
  const file = await readWaiting(admin, libraryId, requiredId);
  expect(file.people.map(({ name }) => name)).toEqual(["Aki"]);
  const choices = (await listViewings(manager, libraryId)).listenerChoices.map(({ name }) => name);
  expect(choices).toEqual(expect.arrayContaining(["Per", "Rui"]));
  expect(choices).not.toContain("Aki");
  expect(await listViewings(mate, libraryId)).toEqual({ viewings: [], listenerChoices: [] });
  const own = await aLibrary(manager);
  await expect(
    requireViewing(manager, own.id, wish(`member:${mate.memberId}`)),
  ).rejects.toMatchObject(refused("grantee", "cannot_read_library"));
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(requireViewing(stranger, libraryId, ofTeam())).rejects.toMatchObject({
    code: "not_found",
  });
});

/** A call of which only the first and the last 20 of 60 s have anything to hear, in a library of its own. */
async function aQuietLibrary(): Promise<{ quietId: string; quietCallId: string; itemId: string }> {
  const { manager } = people;
  const library = await aLibrary(manager, { kind: "workspace" });
  const call = await aCall(manager, { durationMs: 60_000, visibility: "workspace" });
  const recording = await aRecording(call, { durationMs: 60_000 });
  await aMixFile(recording);
  const track = await aTrack(recording, { lane: 0 });
  const key = `${workspace.id}/${recording.id}/peaks.i8`;
  const loud = (from: number, to: number) => (at: number) => at >= from * 10 && at < to * 10;
  const isLoud = [loud(0, 20), loud(40, 60)];
  const peaks = Int8Array.from({ length: 600 }, (_, at) => (isLoud.some((is) => is(at)) ? 80 : 1));
  await blobs().put(key, Readable.from([Buffer.from(peaks.buffer)]));
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, recordingId: recording.id, trackId: track.id },
      ...{ kind: "peaks", key, bytes: 600n, mime: "application/octet-stream" },
      sha256: new Uint8Array(32),
    },
  });
  const { id: itemId } = await anItem(library, call, manager);
  return { quietId: library.id, quietCallId: call.id, itemId };
}

test("who skips the silences has heard all that is said, and is through", async () => {
  const { manager, rep, mate } = people;
  const { quietId, quietCallId, itemId } = await aQuietLibrary();
  await requireViewing(manager, quietId, ofTeam());
  const of = async (actor: SignedIn) => {
    const [viewing] = (await listViewings(manager, quietId)).viewings;
    const { heard, total, state } = viewing?.people.find(({ name }) => name === actor.name) ?? {};
    return [heard, total, state];
  };
  // The worker works out what there is to hear; the first who plays it would have, too.
  expect(await of(rep)).toEqual([0, 60, "none"]);
  await follow();
  expect(await of(rep)).toEqual([0, 40, "none"]);
  await db.file.updateMany({ data: { spoken: null } });
  const { silences } = await openItem(rep, quietId, itemId);
  expect(silences).toEqual([{ t0Ms: 20_000, t1Ms: 40_000 }]);
  expect(await of(rep)).toEqual([0, 40, "none"]);
  // What a player that skips from 20.3 to 39.7 s plays, but for the last four seconds: nine tenths.
  const played = [
    { t0Ms: 0, t1Ms: 20_300 },
    { t0Ms: 39_700, t1Ms: 56_000 },
  ];
  await recordHeard(rep, quietCallId, played);
  expect(await of(rep)).toEqual([36, 40, "done"]);
  expect(await listOwnViewings(rep)).toEqual([]);
  // Clicking to the end is not hearing; nor does the silence in the middle count.
  await openItem(mate, quietId, itemId);
  await keepPlace(mate, { libraryId: quietId, itemId }, { positionMs: 60_000, isEnded: true });
  await recordHeard(mate, quietCallId, [{ t0Ms: 20_000, t1Ms: 40_000 }]);
  expect(await of(mate)).toEqual([0, 40, "none"]);
  expect(await listOwnViewings(mate)).toHaveLength(1);
});

test("who has nothing of it to play is asked for nothing, and named to who set it", async () => {
  const { manager, rep } = people;
  const library = await aLibrary(manager, { kind: "workspace" });
  const call = await aCall(manager, { durationMs: 60_000, visibility: "private" });
  await aMixFile(await aRecording(call));
  await anItem(library, call, manager);
  const { requiredId } = await requireViewing(
    manager,
    library.id,
    wish(`member:${rep.memberId}`, { dueOn: dayIn(0) }),
  );
  expect(await listOwnViewings(rep)).toEqual([]);
  expect((await listViewings(manager, library.id)).viewings[0]?.people).toMatchObject([
    { name: "Rui", total: 0, state: "empty" },
  ]);
  await follow();
  expect(await remindListeners(manager, library.id, requiredId)).toEqual({
    facts: { people: "0" },
  });
  expect(await unread(rep)).toEqual([]);
  expect((await readWaiting(manager, library.id, requiredId)).people).toMatchObject([
    { name: "Rui", state: "empty" },
  ]);
  // As soon as there is something, they learn of it.
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "workspace" } });
  await follow();
  expect((await unread(rep)).toSorted()).toEqual(["viewing_due", "viewing_required"]);
});

test("who leads is given no seconds of what they cannot open themselves", async () => {
  const { manager, rep } = people;
  const library = await aLibrary(people.admin, { kind: "workspace" });
  for (const [visibility, durationMs] of [
    ["workspace", 30_000],
    ["private", 45_000],
  ] as const) {
    const call = await aCall(rep, { durationMs, visibility });
    await aMixFile(await aRecording(call, { durationMs }));
    await anItem(library, call, rep);
  }
  await requireViewing(manager, library.id, wish(`member:${rep.memberId}`));
  expect((await listViewings(manager, library.id)).viewings[0]?.people).toMatchObject([
    { name: "Rui", total: 30 },
  ]);
  expect(await listOwnViewings(rep)).toMatchObject([{ total: 75 }]);
  expect(await listDays(manager)).toEqual([{ libraryId: library.id, dueOn: dayIn(2) }]);
  expect(await listDays(people.mate)).toEqual([]);
});

test("a store that fails for one viewing stops no other, and lost waveforms are not looked for again", async () => {
  const { manager, rep } = people;
  const { quietId } = await aQuietLibrary();
  const { requiredId } = await requireViewing(manager, quietId, wish(`member:${rep.memberId}`));
  await requireViewing(manager, libraryId, ofTeam());
  // Not a key of the store: reading it fails.
  await db.file.updateMany({ where: { kind: "peaks" }, data: { key: "../outside" } });
  await db.notification.deleteMany({});
  await follow();
  expect(await unread(rep)).toContain("viewing_due");
  const looked = await db.requiredViewing.findMany({ select: { lookedAt: true } });
  expect(looked.every(({ lookedAt }) => lookedAt !== null)).toBe(true);
  await db.file.updateMany({ where: { kind: "peaks" }, data: { key: `${workspace.id}/gone` } });
  await follow();
  const waiting = await readWaiting(manager, quietId, requiredId);
  expect(waiting.people).toMatchObject([{ total: 60 }]);
  const counted = { workspaceId: workspace.id, kind: "mix" as const, spoken: { not: null } };
  expect(await db.file.count({ where: counted })).toBe(1);
});
