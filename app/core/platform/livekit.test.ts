import { Room, RoomEvent } from "@livekit/rtc-node";
import { AccessToken } from "livekit-server-sdk";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { type Livekit, LivekitUnavailable, openLivekit, type RoomToken } from "./livekit.server.ts";
import {
  callOfRoom,
  coachRoomOf,
  guestIdentity,
  isPerson,
  listenerIdentity,
  parseIdentity,
  recorderIdentity,
  repIdentity,
  roomOf,
} from "./livekit-names.ts";

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

/** What a token says, as the media server reads it. */
function claimsOf({
  token,
}: RoomToken): Record<string, unknown> & { video: object; exp: number; nbf: number } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own token, made a moment ago
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as never;
}

async function enter({ token }: RoomToken): Promise<Room> {
  const room = new Room();
  open.push(room);
  used.push(token);
  await room.connect(sfu.url, token, { autoSubscribe: true, dynacast: false });
  return room;
}
const seenBy = (room: Room): string[] => [...room.remoteParticipants.keys()].sort();

test("rooms and identities say who and where, and are read back", () => {
  expect(parseIdentity(repIdentity(USER, "t1"))).toEqual({
    kind: "rep",
    userId: USER,
    tabId: "t1",
  });
  expect(parseIdentity(guestIdentity(GUEST))).toEqual({ kind: "guest", guestId: GUEST });
  expect(parseIdentity(listenerIdentity("l"))).toEqual({ kind: "listener", listenerId: "l" });
  expect(parseIdentity(recorderIdentity(CALL, 3))).toEqual({
    kind: "recorder",
    callId: CALL,
    attempt: 3,
  });
  for (const other of [
    "",
    "rep",
    `rep:${USER}`,
    "rep:a:b:c",
    "g:",
    "g:a:b",
    "g:a:",
    "rec:a:x",
    "admin:a",
  ])
    expect(parseIdentity(other), other).toBeNull();
  expect(callOfRoom(roomOf(CALL))).toBe(CALL);
  expect(callOfRoom(coachRoomOf(CALL))).toBe(CALL);
  expect(callOfRoom("t:other")).toBeNull();
  expect([repIdentity(USER, "t"), guestIdentity(GUEST)].every(isPerson)).toBe(true);
  expect([listenerIdentity("l"), recorderIdentity(CALL, 1), "test:x"].some(isPerson)).toBe(false);
});

const SPEAKS = { canPublish: true, canSubscribe: true };
const RECEIVES = { canPublish: false, canSubscribe: true };
const DEVICES = ["microphone", "camera"];
const SCREEN = ["screen_share", "screen_share_audio"];
const MADE: [string, (from: Livekit) => Promise<RoomToken>, string, object][] = [
  [
    "a rep",
    (from) => from.repToken(CALL, USER, "t"),
    `rep:${USER}:t`,
    { ...SPEAKS, room: roomOf(CALL), canPublishSources: [...DEVICES, ...SCREEN] },
  ],
  [
    "a guest",
    (from) => from.guestToken(CALL, GUEST, false),
    `g:${GUEST}`,
    { ...SPEAKS, room: roomOf(CALL), canPublishSources: DEVICES },
  ],
  [
    "a guest who may share",
    (from) => from.guestToken(CALL, GUEST, true),
    `g:${GUEST}`,
    { ...SPEAKS, room: roomOf(CALL), canPublishSources: [...DEVICES, ...SCREEN] },
  ],
  [
    "a listener",
    (from) => from.listenToken(CALL, "l"),
    "mgr:l",
    { ...RECEIVES, room: roomOf(CALL), hidden: true },
  ],
  [
    "a coach",
    (from) => from.coachToken(CALL, "l"),
    "mgr:l",
    { ...SPEAKS, room: coachRoomOf(CALL), canPublishSources: ["microphone"] },
  ],
  [
    "who is coached",
    (from) => from.coachedToken(CALL, USER, "t"),
    `rep:${USER}:t`,
    { ...RECEIVES, room: coachRoomOf(CALL) },
  ],
  [
    "the recorder",
    (from) => from.recorderToken(CALL, 2),
    `rec:${CALL}:2`,
    { ...RECEIVES, room: roomOf(CALL), hidden: true, recorder: true },
  ],
  [
    "a test",
    (from) => from.testToken("x"),
    "test:x",
    { ...SPEAKS, room: "t:x", canPublishSources: ["microphone"] },
  ],
];

test.skipIf(!hasServer).for(MADE)(
  "the token of %s grants this and no more",
  async ([, make, identity, grant]) => {
    const made = await make(live);
    const { video, sub, exp, nbf, ...more } = claimsOf(made);
    expect(made.identity).toBe(identity);
    expect(sub).toBe(identity);
    expect(video).toEqual({
      roomJoin: true,
      canPublishData: false,
      canUpdateOwnMetadata: false,
      ...grant,
    });
    expect(exp - nbf).toBeLessThanOrEqual(600);
    expect(Object.keys(more).sort()).toEqual(["iss", "iat"].filter((name) => name in more).sort());
    expect(made.url).toBe(identity.startsWith("rec:") ? sfu.url : "wss://live.example.com");
  },
);

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
