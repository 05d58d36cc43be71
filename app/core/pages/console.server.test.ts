// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { beforeEach, expect, test } from "vitest";
import { db, notify } from "#app/core/platform/db.server.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { callAccess, can } from "#app/core/domain/access/access.ts";
import { aGuest, aLiveCall, aStartedCall, turnLiveCallsOn } from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { glanceAround } from "./frame.server.ts";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { findCard, findOwnCall, findPopper, getConsole } from "./console.server.ts";
import { endForAll } from "#app/core/domain/live/end.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let manager: SignedIn;
beforeEach(async () => {
  await turnLiveCallsOn();
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  manager = await aMember(workspace, { role: "manager", teams: [team] });
});

const wallOf = async (actor: SignedIn) =>
  (await getConsole(actor)).wall?.map(({ callId }) => callId) ?? null;

test("a manager's wall has the running calls of their scope, and no others", async () => {
  const ours = await aLiveCall(owner, { title: "Ours" });
  await aLiveCall(await aMember(workspace, { teams: [await aTeam(workspace)] }));
  await aLiveCall(await aMember(workspace)); // of no team
  const own = await aLiveCall(manager);
  const hidden = await aLiveCall(
    await aMember(workspace, { teams: [{ id: owner.teamIds[0] ?? "" }] }),
  );
  await db.call.updateMany({ where: { id: hidden.callId }, data: { visibility: "private" } });
  await aStartedCall(await aMember(workspace, { teams: [{ id: owner.teamIds[0] ?? "" }] })); // nobody there yet
  const other = await aWorkspace();
  await aLiveCall(await aMember(other, { teams: [await aTeam(other)] }));
  expect(await wallOf(manager)).toEqual([ours.callId]);
  expect((await getConsole(manager)).current?.callId).toBe(own.callId);
  const card = (await getConsole(manager)).wall?.[0];
  expect(card).toMatchObject({
    ...{ title: "Ours", isMine: false, canListen: true, share: null, monologueMs: 0 },
    people: [{ name: owner.name, side: "R" }],
  });
  await endForAll(owner, ours.callId);
  expect(await wallOf(manager)).toEqual([]);
});

test("reps have no wall, admins that of their scope", async () => {
  const { callId } = await aLiveCall(owner);
  expect(await wallOf(owner)).toBeNull();
  expect(await wallOf(await aMember(workspace, { role: "admin" }))).toEqual([]);
  expect(await wallOf(await aMember(workspace, { role: "admin", scope: "workspace" }))).toEqual([
    callId,
  ]);
});

test("a card is for its owner and their managers; for others there is none", async () => {
  const { callId } = await aLiveCall(owner);
  const mate = await aMember(workspace, { teams: [{ id: owner.teamIds[0] ?? "" }] });
  const stranger = await aMember(await aWorkspace(), { role: "manager", scope: "workspace" });
  expect((await findCard(owner, callId))?.isMine).toBe(true);
  expect((await findCard(manager, callId))?.canListen).toBe(true);
  expect(await findCard(mate, callId)).toBeNull();
  expect(await findCard(stranger, callId)).toBeNull();
  await endForAll(owner, callId);
  expect(await findCard(owner, callId)).toBeNull();
});

test("a card offers listening to those whose scope has the call, also on their own", async () => {
  const team = { id: owner.teamIds[0] ?? "" };
  const { callId } = await aLiveCall(owner);
  const own = await aLiveCall(manager);
  const second = await aMember(workspace, { role: "manager", teams: [team] });
  const hidden = await aLiveCall(second);
  const change = (id: string, data: { visibility?: "private"; teamId?: string }) =>
    db.call.updateMany({ where: { id }, data });
  await change(hidden.callId, { visibility: "private" });
  const admin = await aMember(workspace, { role: "admin" });
  const ofAdmin = await aLiveCall(admin);
  await change(ofAdmin.callId, { teamId: team.id });
  const canListen = async (actor: SignedIn, id: string) => {
    const card = await findCard(actor, id);
    const call = await db.call.findFirstOrThrow({ where: { id }, select: callAccess });
    if (card) expect(card.canListen).toBe(can(actor, "live.listen", call));
    return card?.canListen ?? null;
  };
  expect(await canListen(owner, callId)).toBe(false);
  expect(await canListen(manager, callId)).toBe(true);
  expect(await canListen(manager, own.callId)).toBe(true);
  expect(await canListen(manager, ofAdmin.callId)).toBe(true);
  expect(await canListen(manager, hidden.callId)).toBeNull();
  expect(await canListen(second, hidden.callId)).toBe(false);
  expect(await canListen(admin, ofAdmin.callId)).toBe(false); // the scope decides, not the role
});

test("the own call is the pill's and the small window's as long as it runs", async () => {
  expect(await findOwnCall(owner)).toBeNull();
  const { callId } = await aLiveCall(owner, { title: "Mine" });
  expect(await findOwnCall(owner)).toMatchObject({ callId, title: "Mine", isMine: true });
  // Every page asks this first, and for the card only then.
  const glances = await Promise.all([owner, manager].map(glanceAround));
  expect(glances.map(({ hasOwnCall }) => hasOwnCall)).toEqual([true, false]);
  expect((await findPopper(owner)).current?.callId).toBe(callId);
  expect(await findOwnCall(manager)).toBeNull();
  await endForAll(owner, callId);
  expect(await glanceAround(owner)).toMatchObject({ hasOwnCall: false });
  expect(await findPopper(owner)).toEqual({
    availability: { state: "on", reason: null },
    current: null,
  });
});

test("today is one's own calls, running and over, newest first", async () => {
  const first = await aLiveCall(owner, { title: "First" });
  await endForAll(owner, first.callId);
  const next = await aLiveCall(owner, { title: "Second" });
  const yesterday = await aMember(workspace);
  const old = await aLiveCall(yesterday);
  await db.call.updateMany({
    where: { id: old.callId },
    data: { startedAt: new Date(Date.now() - 49 * 3_600_000) },
  });
  expect((await getConsole(owner)).today.map(({ title, isLive }) => [title, isLive])).toEqual([
    ["Second", true],
    ["First", false],
  ]);
  expect(next.callId).not.toBe(first.callId);
  expect((await getConsole(yesterday)).today).toEqual([]);
});

test("what is off is said on the page", async () => {
  await saveComponentStatus("livekit", "test", "off", { reason: "port_busy" });
  expect((await getConsole(owner)).availability).toEqual({ state: "off", reason: "port_busy" });
});

test("a card carries the newest meter this process has heard", async () => {
  const call = await aLiveCall(owner);
  await findCard(owner, call.callId); // begins to listen
  const meter = {
    nowMs: 5_000,
    behindMs: 0,
    people: [
      {
        participantId: call.hostId,
        share5: 0.4,
        share: 0.25,
        monologueMs: 95_000,
        speed: null,
        levels: [],
      },
    ],
  };
  await expect
    .poll(async () => {
      await notify(db, "meter", `${call.callId}:${JSON.stringify(meter)}`);
      return findCard(owner, call.callId);
    })
    .toMatchObject({ share: 0.25, monologueMs: 95_000 });
  await notify(db, "meter", `${call.callId}:not json`);
  expect(await findCard(owner, call.callId)).toMatchObject({ share: 0.25 });
});

test("who waits to be let in is seen from every page of the host, and by nobody else", async () => {
  const call = await aLiveCall(owner);
  const guestId = await aGuest(call, "Noor");
  expect((await findOwnCall(owner))?.waiting).toMatchObject([{ guestId, name: "Noor" }]);
  expect((await findCard(owner, call.callId))?.waiting).toHaveLength(1);
  expect((await findCard(manager, call.callId))?.waiting).toEqual([]);
  await db.guest.updateMany({ where: { id: guestId }, data: { state: "admitted" } });
  expect((await findOwnCall(owner))?.waiting).toEqual([]);
});
