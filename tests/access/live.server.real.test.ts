// First: the application reads its settings once.
import { sfu } from "#tests/support/with-sfu.ts";
import { Room, RoomEvent } from "@livekit/rtc-node";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { livekit } from "#app/core/platform/livekit.server.ts";
import { guestIdentity, roomOf } from "#app/core/platform/livekit-names.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aLiveCall, type LiveRows } from "#tests/support/live-rows.ts";
import { appForFile } from "./app-for-file.ts";
import { expectGuestClaims, liveRequests, tokenOf } from "./live-requests.ts";

const app = await appForFile();
let host: SignedIn;
let call: LiveRows;
const rooms: Room[] = [];
const { act, token, requestToJoin } = liveRequests(app, () => ({ host, call }));

afterAll(async () => {
  for (const room of rooms) await room.disconnect().catch(() => undefined);
});
beforeEach(async () => {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  host = await aMember(workspace, { teams: [await aTeam(workspace)], name: "Mari Kato" });
  call = await aLiveCall(host, { title: "A secret offer" });
});

async function enter(jwt: string): Promise<Room> {
  const room = new Room();
  rooms.push(room);
  await room.connect(sfu?.url ?? "", jwt, { autoSubscribe: true, dynacast: false });
  return room;
}

describe.skipIf(sfu === null)("with a real media server", () => {
  test("an admitted guest's token opens their room for ten minutes: two sources, no data, no name", async () => {
    const { cookie, guestId } = await requestToJoin();
    await act("admit", { guestId });
    const given = tokenOf(await token(cookie));
    expect(given).toMatchObject({ identity: guestIdentity(guestId), room: roomOf(call.callId) });
    expectGuestClaims(given.token, roomOf(call.callId), "Haruki");
    const room = await enter(given.token);
    expect(room.localParticipant?.identity).toBe(guestIdentity(guestId));
  });

  test("who is removed is out of the room, and gets no way back from us", async () => {
    const { cookie, guestId } = await requestToJoin();
    await act("admit", { guestId });
    const room = await enter(tokenOf(await token(cookie)).token);
    const outAt: number[] = [];
    room.on(RoomEvent.Disconnected, () => outAt.push(performance.now()));
    const startedAt = performance.now();
    expect((await act("remove", { guestId })).status).toBe(200);
    await expect.poll(() => outAt.length).toBe(1);
    expect((outAt[0] ?? Infinity) - startedAt).toBeLessThan(10_000);
    expect((await token(cookie)).status).toBe(403);
    const present = await livekit().listParticipants(roomOf(call.callId));
    expect(present.map(({ identity }) => identity)).not.toContain(guestIdentity(guestId));
  });
});
