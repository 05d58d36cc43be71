// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Room } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { livekit, openLivekit, type RoomToken } from "#app/core/platform/livekit.server.ts";
import { remember } from "#app/core/platform/remember.ts";
import { codeOf, eventsOf } from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { checkListeners } from "./listeners.server.ts";
import { stateOf } from "./stream.server.ts";
import { aLiveTeam, type LiveTeam, ONE, TWO } from "./test-live-team.ts";

const hasServer = (await sfuFile()) !== null;

let sfu: Sfu;
await queueForFile();
let team: LiveTeam;
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
    team = await aLiveTeam();
  });
  afterEach(async () => {
    for (const room of open.splice(0)) await room.disconnect().catch(() => undefined);
  });

  const enter = async ({ url, token }: RoomToken): Promise<Room> => {
    const room = new Room();
    open.push(room);
    await room.connect(url, token, { autoSubscribe: false, dynacast: false });
    return room;
  };
  const present = async () =>
    (await livekit().listParticipants(`c:${team.call.callId}`))
      .map(({ identity }) => identity)
      .sort();
  const grantsOf = ({ token }: RoomToken): Record<string, unknown> => {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    return { ...(claims as { video: object }).video }; // oxlint-disable-line typescript/no-unsafe-type-assertion -- our own token
  };

  test("the host enters; the token is for this room and speaks of nobody", async () => {
    const { owner, call, join } = team;
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
    const { owner, mate, join, grant } = team;
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

  test("leaving takes the tab out of the room and ends nothing", async () => {
    const { owner, call, join } = team;
    await enter(await join(owner));
    await actOnCall(owner, call.callId, { intent: "leave", tabId: ONE });
    await expect(present()).resolves.toEqual([]);
    await expect(codeOf(join(owner))).resolves.toBe("done");
  });

  test("a listener is in nobody's roster, cannot speak, and stands on the page of those they hear", async () => {
    const { workspace, owner, manager, call, join, hear } = team;
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

  test("a call that becomes private is not listened to any more, whatever token there is", async () => {
    const { workspace, owner, manager, call, join, hear } = team;
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
});
