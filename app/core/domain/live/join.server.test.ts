// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Room } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { livekit, openLivekit, type RoomToken } from "#app/core/platform/livekit.server.ts";
import { remember } from "#app/core/platform/remember.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import {
  aLiveCall,
  codeOf,
  eventsOf,
  type LiveCall,
  turnLiveCallsOn,
} from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { endForAll } from "./end.server.ts";
import { checkListeners } from "./listeners.server.ts";
import { stateOf } from "./stream.server.ts";
import { takeToken } from "./token.server.ts";

const hasServer = (await sfuFile()) !== null;
const [ONE, TWO] = ["first-tab-of-mine", "second-tab-of-mine"];

let sfu: Sfu;
await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let manager: SignedIn;
let admin: SignedIn;
let call: LiveCall;
const open: Room[] = [];

describe.skipIf(!hasServer)("with a media server", () => {
  beforeAll(async () => {
    sfu = await startSfu();
    remember("livekit", () => openLivekit({ ...sfu, publicUrl: sfu.url }));
  });
  afterAll(async () => {
    await sfu.stop();
  });
  beforeEach(async () => {
    await turnLiveCallsOn();
    workspace = await aWorkspace();
    const team = await aTeam(workspace);
    owner = await aMember(workspace, { teams: [team] });
    mate = await aMember(workspace, { teams: [team] });
    manager = await aMember(workspace, { role: "manager", teams: [team] });
    admin = await aMember(workspace, { role: "admin" });
    call = await aLiveCall(owner);
  });
  afterEach(async () => {
    for (const room of open.splice(0)) await room.disconnect().catch(() => undefined);
  });

  const join = (who: SignedIn, tabId = ONE, takesOver: "true" | "false" = "false") =>
    takeToken(who, null, call.callId, { as: "member", tabId, takesOver });
  const hear = (who: SignedIn, tabId = ONE) =>
    takeToken(who, null, call.callId, { as: "listener", tabId, takesOver: "false" });
  const enter = async ({ url, token }: RoomToken): Promise<Room> => {
    const room = new Room();
    open.push(room);
    await room.connect(url, token, { autoSubscribe: false, dynacast: false });
    return room;
  };
  const present = async () =>
    (await livekit().listParticipants(`c:${call.callId}`)).map(({ identity }) => identity).sort();
  const grantsOf = ({ token }: RoomToken): Record<string, unknown> => {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    return { ...(claims as { video: object }).video }; // oxlint-disable-line typescript/no-unsafe-type-assertion -- our own token
  };
  const grant = (who: SignedIn, level: "view" | "edit") =>
    db.callGrant.create({
      data: {
        ...{ id: newId(), workspaceId: workspace.id, callId: call.callId },
        ...{ memberId: who.memberId, level, source: "direct" },
      },
    });

  test("the host enters; the token is for this room and speaks of nobody", async () => {
    const token = await join(owner);
    expect(token).toMatchObject({
      room: `c:${call.callId}`,
      identity: `rep:${owner.memberId}:${ONE}`,
    });
    expect(grantsOf(token)).toMatchObject({ canPublishData: false, room: `c:${call.callId}` });
    expect(Buffer.from(token.token.split(".")[1] ?? "", "base64url").toString()).not.toContain(
      owner.name,
    );
    await enter(token);
    await expect(present()).resolves.toEqual([`rep:${owner.memberId}:${ONE}`]);
  });

  test("a second tab is another identity; taking over puts the first out and nobody else", async () => {
    await grant(mate, "edit");
    await enter(await join(owner, ONE));
    await enter(await join(mate, ONE));
    const token = await join(owner, TWO);
    await expect(present()).resolves.toHaveLength(2);
    await enter(token);
    await expect(present()).resolves.toHaveLength(3);
    await join(owner, TWO, "true");
    await expect(present()).resolves.toEqual(
      [`rep:${mate.memberId}:${ONE}`, `rep:${owner.memberId}:${TWO}`].sort(),
    );
  });

  test("twenty people are in a room at most, and who took part and has left is none of them", async () => {
    await grant(mate, "edit");
    const ref = { workspaceId: workspace.id, callId: call.callId };
    const people = Array.from({ length: 20 }, (_, n) => ({
      id: newId(),
      name: `P${n}`,
      lane: n + 1,
    }));
    await db.participant.createMany({
      data: people.map((one) => ({ ...one, ...ref, side: "R", role: "rep" })),
    });
    await db.participantPresence.createMany({
      data: people.map(({ id }, n) => ({
        ...{ ...ref, participantId: id, identity: `rep:${id}:tab`, joinedMs: n },
      })),
    });
    await expect(codeOf(join(mate))).resolves.toBe("limit_reached");
    await db.participantPresence.updateMany({ where: ref, data: { leftMs: 100 } });
    await expect(join(mate)).resolves.toMatchObject({ room: `c:${call.callId}` });
  });

  test("leaving takes the tab out of the room and ends nothing", async () => {
    await enter(await join(owner));
    await actOnCall(owner, call.callId, { intent: "leave", tabId: ONE });
    await expect(present()).resolves.toEqual([]);
    await expect(codeOf(join(owner))).resolves.toBe("done");
  });

  test("who may edit the call joins once, on the next lane; two tabs at once make one person", async () => {
    await grant(mate, "edit");
    await Promise.all([join(mate, ONE), join(mate, TWO)]);
    const people = await db.participant.findMany({
      where: { callId: call.callId, memberId: mate.memberId },
    });
    expect(people).toMatchObject([{ role: "rep", side: "R", lane: 1, name: mate.name }]);
    expect((await eventsOf(workspace.id)).filter((event) => event === "live.joined")).toHaveLength(
      1,
    );
  });

  test("a locked room takes nobody new, and everybody who is of it", async () => {
    await grant(mate, "edit");
    await grant(admin, "edit");
    await join(mate);
    await actOnCall(owner, call.callId, { intent: "lock" });
    await expect(codeOf(join(mate, TWO))).resolves.toBe("done");
    await expect(codeOf(join(admin))).resolves.toBe("forbidden");
  });

  test("reading along gives no place in the room", async () => {
    for (const who of [mate, manager, admin])
      await expect(codeOf(join(who))).resolves.toBe("forbidden");
    await grant(admin, "view");
    await expect(codeOf(join(admin))).resolves.toBe("forbidden");
    await expect(db.participant.count({ where: { callId: call.callId } })).resolves.toBe(1);
  });

  test("only a manager's scope hears, for admins too, and never a private call", async () => {
    const adminOfTeam = await aMember(workspace, {
      role: "admin",
      teams: [{ id: owner.teamIds[0] ?? "" }],
    });
    const elsewhere = await aMember(workspace, {
      role: "manager",
      teams: [await aTeam(workspace)],
    });
    await expect(codeOf(hear(manager))).resolves.toBe("done");
    await expect(codeOf(hear(adminOfTeam, TWO))).resolves.toBe("done");
    await expect(codeOf(hear(admin))).resolves.toBe("forbidden");
    await expect(codeOf(hear(mate))).resolves.toBe("forbidden");
    await expect(codeOf(hear(owner))).resolves.toBe("forbidden");
    await expect(codeOf(hear(elsewhere))).resolves.toBe("not_found");
    const stranger = await aMember(await aWorkspace(), { role: "manager", scope: "workspace" });
    await expect(codeOf(hear(stranger))).resolves.toBe("not_found");
    await expect(codeOf(join(stranger))).resolves.toBe("not_found");
    await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
    await expect(codeOf(hear(manager))).resolves.toBe("not_found");
    await grant(manager, "view");
    await expect(codeOf(hear(manager))).resolves.toBe("forbidden");
  });

  test("a listener is in nobody's roster, cannot speak, and stands on the page of those they hear", async () => {
    const host = await enter(await join(owner));
    const token = await hear(manager);
    expect(grantsOf(token)).toMatchObject({
      hidden: true,
      canPublish: false,
      canPublishData: false,
    });
    const listening = await enter(token);
    await sleep(300);
    expect([...host.remoteParticipants.keys()]).toEqual([]);
    expect([...listening.remoteParticipants.keys()]).toEqual([`rep:${owner.memberId}:${ONE}`]);
    await expect(db.participant.count({ where: { callId: call.callId } })).resolves.toBe(1);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    await hear(manager); // coming back is the same listening
    await actOnCall(manager, call.callId, { intent: "leave", tabId: ONE });
    await actOnCall(manager, call.callId, { intent: "leave", tabId: ONE });
    expect((await stateOf(call)).listeners).toEqual([]);
    const told = (await eventsOf(workspace.id)).filter((event) => event.includes("listen"));
    expect(told).toEqual(["live.listen_started", "live.listen_ended"]);
  });

  test("two tabs of one manager are one badge, which stays until both are gone", async () => {
    await hear(manager, ONE);
    await hear(manager, TWO);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    await actOnCall(manager, call.callId, { intent: "leave", tabId: ONE });
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
  });

  test("a page that dies ends its listening once it is missed, and a token that lives brings the badge back", async () => {
    const { identity } = await hear(manager);
    await checkListeners(call, []);
    expect((await stateOf(call)).listeners).toEqual([manager.name]); // may be on the way
    const letGo = stopClock(new Date(Date.now() + 31_000));
    await checkListeners(call, [identity]);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    await checkListeners(call, []);
    expect((await stateOf(call)).listeners).toEqual([]);
    await checkListeners(call, [identity]);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    letGo();
    const entries = await db.auditEntry.findMany({
      where: { workspaceId: workspace.id, event: { startsWith: "live.listen" } },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ event, actorKind }) => `${event} ${actorKind}`)).toEqual([
      "live.listen_started member",
      "live.listen_ended system",
      "live.listen_started system",
    ]);
    expect(JSON.parse(entries[1]?.after ?? "{}")).toMatchObject({ memberId: manager.memberId });
  });

  test("a call that becomes private is not listened to any more, whatever token there is", async () => {
    await enter(await join(owner));
    const token = await hear(manager);
    await enter(token);
    await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
    await checkListeners(call, await present());
    expect((await stateOf(call)).listeners).toEqual([]);
    await expect(present()).resolves.toEqual([`rep:${owner.memberId}:${ONE}`]);
    await enter(token).catch(() => undefined);
    await checkListeners(call, await present());
    await expect(present()).resolves.toEqual([`rep:${owner.memberId}:${ONE}`]);
    expect((await eventsOf(workspace.id)).filter((event) => event.includes("listen"))).toEqual([
      ...["live.listen_started", "live.listen_ended"],
    ]);
  });

  test("a listener's name at the media server belongs to one member", async () => {
    await hear(manager, ONE);
    const other = await aMember(workspace, {
      role: "manager",
      teams: [{ id: owner.teamIds[0] ?? "" }],
    });
    await expect(codeOf(hear(other, ONE))).resolves.toBe("forbidden");
  });

  test("the end closes listening, and nobody gets a token any more", async () => {
    await hear(manager);
    await endForAll(owner, call.callId);
    await expect(
      db.liveListener.count({ where: { callId: call.callId, endedAt: null } }),
    ).resolves.toBe(0);
    expect(await eventsOf(workspace.id)).toContain("live.listen_ended");
    await expect(codeOf(join(owner))).resolves.toBe("invalid_state");
    await expect(codeOf(hear(manager))).resolves.toBe("invalid_state");
  });

  test("who is nobody here, and who names no tab, gets nothing", async () => {
    const wish = { tabId: ONE, takesOver: "false" } as const;
    await expect(
      codeOf(takeToken(null, null, call.callId, { ...wish, as: "guest" })),
    ).resolves.toBe("unauthenticated");
    await expect(
      codeOf(takeToken(null, null, call.callId, { ...wish, as: "member" })),
    ).resolves.toBe("unauthenticated");
    await expect(
      codeOf(takeToken(owner, null, call.callId, { as: "member", takesOver: "false" })),
    ).resolves.toBe("validation_failed");
  });
});
