// First: it names the server in the environment.
import "#tests/support/room-service.ts";
import { expect, test } from "vitest";
import { type Livekit, openLivekit, type RoomToken } from "./livekit.server.ts";
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

const SERVER = {
  url: process.env["LIVEKIT_URL"] ?? "",
  apiKey: process.env["LIVEKIT_API_KEY"] ?? "",
  apiSecret: process.env["LIVEKIT_API_SECRET"] ?? "",
};
const live = openLivekit({ ...SERVER, publicUrl: "wss://live.example.com" });

/** What a token says, as the media server reads it. */
function claimsOf({
  token,
}: RoomToken): Record<string, unknown> & { video: object; exp: number; nbf: number } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own token, made a moment ago
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as never;
}

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

test.for(MADE)("the token of %s grants this and no more", async ([, make, identity, grant]) => {
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
  expect(made.url).toBe(identity.startsWith("rec:") ? SERVER.url : "wss://live.example.com");
});
