// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { repIdentity } from "#app/core/platform/livekit-names.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import {
  aGuest,
  aLiveCall,
  codeOf,
  eventsOf,
  type LiveCall,
  turnLiveCallsOn,
} from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { endCall } from "./end.server.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { liveCallCommands } from "#app/core/pages/live-call-commands.server.ts";
import { marksOf, peopleOf } from "./stream.server.ts";

const TAB = "tab-of-the-host";
await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let second: SignedIn;
let call: LiveCall;
let letGo: () => void = () => undefined;
beforeEach(async () => {
  await turnLiveCallsOn();
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  second = await aMember(workspace);
  call = await aLiveCall(owner);
  await db.participant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.callId, memberId: second.memberId },
      ...{ side: "R", role: "rep", name: second.name, lane: 1 },
    },
  });
});
afterEach(() => letGo());

type Wish = { intent: string } & Record<string, unknown>;
const act = (who: SignedIn, wish: Wish) => actOnCall(who, call.callId, wish);
/** The call's clock stands still at this many ms. */
async function at(ms: number): Promise<void> {
  letGo();
  const { startedAt } = await db.call.findFirstOrThrow({ where: { id: call.callId } });
  letGo = stopClock(new Date((startedAt?.getTime() ?? 0) + ms));
}
const spans = async () =>
  (await db.callSpan.findMany({ where: { callId: call.callId }, orderBy: { t0Ms: "asc" } })).map(
    ({ kind, t0Ms, t1Ms, participantId }) => ({ kind, t0Ms, t1Ms, participantId }),
  );

test("pause and resume are spans of the call's clock, and pressing twice changes nothing", async () => {
  await at(2_000);
  await act(owner, { intent: "pause" });
  await at(3_000);
  await act(owner, { intent: "pause" });
  await at(5_000);
  await act(owner, { intent: "resume" });
  await act(owner, { intent: "resume" });
  await at(9_000);
  await act(owner, { intent: "pause" });
  expect(await spans()).toEqual([
    { kind: "pause", t0Ms: 2_000, t1Ms: 5_000, participantId: null },
    { kind: "pause", t0Ms: 9_000, t1Ms: null, participantId: null },
  ]);
  expect((await eventsOf(workspace.id)).filter((event) => /paused|resumed/.test(event))).toEqual([
    ...["live.paused", "live.resumed", "live.paused"],
  ]);
});

test("of two hands on pause at once one acts", async () => {
  await Promise.all(Array.from({ length: 5 }, () => act(owner, { intent: "pause" })));
  expect(await spans()).toHaveLength(1);
});

test("each of ours holds for themselves, also within one millisecond", async () => {
  await at(1_000);
  await act(owner, { intent: "hold" });
  await act(second, { intent: "hold" });
  const held = async () =>
    (await peopleOf(call)).map(({ memberId, isOnHold }) => [memberId, isOnHold]);
  expect(await held()).toEqual([
    [owner.memberId, true],
    [second.memberId, true],
  ]);
  await at(1_000);
  await act(owner, { intent: "unhold" });
  expect(await held()).toEqual([
    [owner.memberId, false],
    [second.memberId, true],
  ]);
  expect((await spans()).map(({ t0Ms, t1Ms }) => [t0Ms, t1Ms])).toEqual([
    [1_000, 1_000],
    [1_001, null],
  ]);
});

test("a tab's mute is shown for that tab alone", async () => {
  const muted = async () => (await peopleOf(call)).find(({ role }) => role === "host")?.isMuted;
  await act(owner, { intent: "mute", tabId: "another-tab" });
  expect(await muted()).toBe(false);
  await act(owner, { intent: "mute", tabId: TAB });
  expect(await muted()).toBe(true);
  await act(owner, { intent: "unmute", tabId: TAB });
  expect(await muted()).toBe(false);
  const row = { workspaceId: workspace.id, callId: call.callId, participantId: call.hostId };
  await db.participantPresence.create({
    data: { ...row, identity: repIdentity(owner.memberId, "second-tab"), joinedMs: 1 },
  });
  await act(owner, { intent: "mute", tabId: TAB });
  expect(await muted()).toBe(false); // the other tab is heard
});

test("notes and flags lie where they were begun, never in the future", async () => {
  await at(10_000);
  await act(owner, { intent: "note", body: "asks for a discount", t0Ms: 7_500 });
  await act(second, { intent: "flag" });
  await act(owner, { intent: "note", body: "from a clock that is fast", t0Ms: 99_000_000 });
  const marks = await marksOf(owner, call);
  expect(marks.map(({ kind, t0Ms, body, by }) => ({ kind, t0Ms, body, by }))).toEqual(
    expect.arrayContaining([
      { kind: "note", t0Ms: 7_500, body: "asks for a discount", by: owner.name },
      { kind: "flag", t0Ms: 10_000, body: null, by: second.name },
      { kind: "note", t0Ms: 10_000, body: "from a clock that is fast", by: owner.name },
    ]),
  );
  expect(marks[0]?.t0Ms).toBe(7_500);
  await endCall(null, call, "host");
  const { comments } = await getPlayback(owner, call.callId);
  expect(comments).toMatchObject([
    { t0Ms: 7_500, body: "asks for a discount", author: { name: owner.name }, isFlag: false },
    { t0Ms: 10_000, body: "", author: { name: second.name }, isFlag: true },
    { t0Ms: 10_000, isFlag: false },
  ]);
  const notes = await db.note.findMany({ where: { callId: call.callId } });
  expect(comments.map(({ id }) => id).sort()).toEqual(notes.map(({ id }) => id).sort());
});

test("a private note is its author's alone", async () => {
  await db.note.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.callId, authorId: second.memberId },
      ...{ kind: "note", t0Ms: 5, body: "mine", isPrivate: true },
    },
  });
  expect((await marksOf(second, call)).map(({ body }) => body)).toEqual(["mine"]);
  expect(await marksOf(owner, call)).toEqual([]);
  await endCall(null, call, "host");
  expect((await getPlayback(owner, call.callId)).comments).toEqual([]);
  expect((await getPlayback(second, call.callId)).comments).toMatchObject([
    { body: "mine", isPrivate: true },
  ]);
});

test("the host names the call and locks the room", async () => {
  await act(owner, { intent: "edit", title: "Renewal with Acme" });
  await act(owner, { intent: "lock" });
  const row = () => db.call.findFirstOrThrow({ where: { id: call.callId } });
  await expect(row()).resolves.toMatchObject({ title: "Renewal with Acme", isLocked: true });
  await act(owner, { intent: "unlock" });
  await expect(row()).resolves.toMatchObject({ isLocked: false });
});

const guestId = newId();
const ALL: Wish[] = [
  { intent: "admit", guestId },
  { intent: "refuse", guestId },
  { intent: "remove", guestId },
  { intent: "lock" },
  { intent: "unlock" },
  { intent: "pause" },
  { intent: "resume" },
  { intent: "hold" },
  { intent: "unhold" },
  { intent: "mute", tabId: TAB },
  { intent: "unmute", tabId: TAB },
  { intent: "flag" },
  { intent: "note", body: "x" },
  { intent: "edit", title: "x" },
  { intent: "end" },
];
const THEIRS = ["hold", "unhold", "mute", "unmute", "flag", "note"];

test("the list of wishes is whole", () => {
  const known = Object.keys(liveCallCommands.commands);
  expect([...ALL.map(({ intent }) => intent), "leave"].sort()).toEqual([...known].sort());
});

test.each(ALL)(
  "$intent: a second member may only what is theirs, a reader nothing",
  async (wish) => {
    const isTheirs = THEIRS.includes(wish.intent);
    await expect(codeOf(act(second, wish))).resolves.toBe(isTheirs ? "done" : "forbidden");
    await expect(codeOf(act(mate, wish))).resolves.toBe("forbidden");
  },
);

test.each([...ALL, { intent: "leave", tabId: TAB } as const])(
  "$intent: nobody finds a private call or another workspace's",
  async (wish) => {
    const stranger = await aMember(await aWorkspace(), { role: "admin" });
    await expect(codeOf(act(stranger, wish))).resolves.toBe("not_found");
    await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
    const admin = await aMember(workspace, { role: "admin" });
    for (const actor of [mate, admin])
      await expect(codeOf(act(actor, wish))).resolves.toBe("not_found");
  },
);

test("after the end every wish is refused, and leaving is no error", async () => {
  await endCall(null, call, "host");
  for (const wish of ALL)
    await expect(codeOf(act(owner, wish)), wish.intent).resolves.toBe("invalid_state");
  await expect(codeOf(act(owner, { intent: "leave", tabId: TAB }))).resolves.toBe("done");
});

test("who may join and has not cannot hold", async () => {
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.callId, memberId: mate.memberId },
      ...{ level: "edit", source: "direct" },
    },
  });
  await expect(codeOf(act(mate, { intent: "hold" }))).resolves.toBe("invalid_state");
  await expect(codeOf(act(mate, { intent: "flag" }))).resolves.toBe("done");
});

test("the host lets a guest in, and they are a person of the call", async () => {
  const guest = await aGuest(call, "Noor Haddad");
  await act(owner, { intent: "admit", guestId: guest });
  expect((await peopleOf(call)).map(({ name, side, lane }) => [name, side, lane])).toContainEqual([
    "Noor Haddad",
    "C",
    2,
  ]);
});
