import { Room, RoomEvent } from "@livekit/rtc-node";
import { AccessToken } from "livekit-server-sdk";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { type Livekit, LivekitUnavailable, openLivekit, type RoomToken } from "./livekit.server.ts";
import { roomOf } from "./livekit-names.ts";

const CALL = "0190a6e0-0000-7000-8000-000000000001";
const USER = "0190a6e0-0000-7000-8000-000000000002";
const GUEST = "0190a6e0-0000-7000-8000-000000000003";
const hasServer = (await sfuFile()) !== null;

let sfu: Sfu;
let live: Livekit;
const open: Room[] = [];
const used: string[] = [];
beforeAll(async () => {
  if (!hasServer) return;
  sfu = await startSfu();
  live = openLivekit({ ...sfu, publicUrl: "wss://live.example.com" });
});
afterAll(async () => {
  for (const room of open) await room.disconnect().catch(() => undefined);
  if (hasServer) await sfu.stop();
});

async function enter({ token }: RoomToken): Promise<Room> {
  const room = new Room();
  open.push(room);
  used.push(token);
  await room.connect(sfu.url, token, { autoSubscribe: true, dynacast: false });
  return room;
}
const seenBy = (room: Room): string[] => [...room.remoteParticipants.keys()].sort();

test.skipIf(!hasServer)(
  "who listens and who records are in nobody's roster, and guests send no data",
  async () => {
    const rep = await enter(await live.repToken(CALL, USER, "t"));
    const heard: string[] = [];
    rep.on(RoomEvent.DataReceived, (data) => heard.push(Buffer.from(data).toString()));
    const guest = await enter(await live.guestToken(CALL, GUEST, false));
    await enter(await live.listenToken(CALL, "l"));
    await enter(await live.recorderToken(CALL, 1));
    await expect.poll(() => seenBy(rep)).toEqual([`g:${GUEST}`]);
    expect(seenBy(guest)).toEqual([`rep:${USER}:t`]);
    const everybody = (await live.listParticipants(roomOf(CALL))).map(({ identity }) => identity);
    expect(everybody.sort()).toEqual([`g:${GUEST}`, "mgr:l", `rec:${CALL}:1`, `rep:${USER}:t`]);

    const grants = { roomJoin: true, room: roomOf(CALL), canPublishData: true };
    const teller = new AccessToken(sfu.apiKey, sfu.apiSecret, { identity: "teller", ttl: 60 });
    teller.addGrant(grants);
    const other = await enter({ token: await teller.toJwt(), identity: "", room: "", url: "" });
    await other.localParticipant?.publishData(Buffer.from("it works"), { reliable: true });
    await expect.poll(() => heard).toEqual(["it works"]);
    await other.disconnect();
    const sent = guest.localParticipant?.publishData(Buffer.from("let me in"), { reliable: true });
    await Promise.race([sent, sleep(1_000)]).catch(() => undefined);
    await sleep(500);
    expect(heard).toEqual(["it works"]);

    expect(await live.removeParticipant(roomOf(CALL), `g:${GUEST}`)).toBe(true);
    await expect.poll(() => seenBy(rep)).toEqual([]);
    expect(await live.removeParticipant(roomOf(CALL), `g:${GUEST}`)).toBe(false);
  },
);

test.skipIf(!hasServer)(
  "a token of a call that has ended opens nothing, and a stranger's token neither",
  async () => {
    const late = await live.guestToken(CALL, GUEST, false);
    expect(await live.deleteRoom(roomOf(CALL))).toBe(true);
    expect(await live.deleteRoom(roomOf(CALL))).toBe(false);
    await expect(enter(late)).rejects.toThrow();
    expect(await live.listRooms([roomOf(CALL)])).toEqual([]);
    const stranger = openLivekit({ ...sfu, publicUrl: sfu.url, apiSecret: "x".repeat(43) });
    await expect(stranger.listRooms()).rejects.toMatchObject({ code: "wrong_keys" });
  },
);

test.skipIf(!hasServer)(
  "no token that was used and no secret stands in what the server logs",
  () => {
    const logged = sfu.logged();
    expect(logged).toContain(`rep:${USER}:t`); // it did log those who came
    expect(used.length).toBeGreaterThan(4);
    for (const token of used) expect(logged).not.toContain(token);
    expect(logged).not.toContain(sfu.apiSecret);
  },
);

test.skipIf(!hasServer)(
  "a server that is away is told from one that refuses, and comes back",
  async () => {
    await live.createRoom("c:kept");
    await sfu.kill();
    expect(await live.isUp()).toBe(false);
    const away = await live.createRoom("c:kept").catch((error: unknown) => error);
    expect(away).toBeInstanceOf(LivekitUnavailable);
    expect(away).toMatchObject({ code: "ECONNREFUSED" });
    await sfu.start();
    expect(await live.isUp()).toBe(true);
    expect(await live.listRooms()).toEqual([]);
    await live.createRoom("c:kept");
    await live.createRoom("c:kept");
    expect(await live.listRooms()).toEqual(["c:kept"]);
    expect(await live.listParticipants("c:none")).toEqual([]);
  },
);
