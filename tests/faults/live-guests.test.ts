import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import type { Visitor } from "#scripts/demo/door.ts";
import {
  act,
  askToken,
  callView,
  seatGuest,
  send,
  startCall,
  tokenOf,
} from "#tests/support/live-people.ts";
import type { Program } from "./instance.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import { until } from "./processes.ts";

/** product §20.8, live §4: whoever comes back after a removal is out again within this. */
const OUT_MS = 1_000;
const RATE = 48_000;

const missing = await liveMissingHere();
let instance: LiveInstance;
let web: Program;
let worker: Program;
let host: Visitor;
const rooms: Room[] = [];
/** Everything that opens something, as it was used. */
const secrets = new Set<string>();

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive({ SPEECH_ENGINE: "off", LOG_LEVEL: "trace" });
  [worker, web] = await Promise.all([instance.startWorker(), instance.startWeb()]);
  host = await instance.signIn();
});
afterAll(async () => {
  for (const room of rooms) await room.disconnect().catch(() => undefined);
  await instance?.stop();
});
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

const valueOf = ({ cookie }: Visitor): string => cookie.slice(cookie.indexOf("=") + 1);

/** Somebody in the room who speaks: a tone for as long as they are there. */
async function speak(token: string): Promise<{ outAfterMs: () => number | null }> {
  const room = new Room();
  rooms.push(room);
  let outAt: number | null = null;
  room.on(RoomEvent.Disconnected, () => (outAt = performance.now()));
  await room.connect(instance.sfu.url, token, { autoSubscribe: false, dynacast: false });
  const joinedAt = performance.now();
  const source = new AudioSource(RATE, 1);
  const track = LocalAudioTrack.createAudioTrack("microphone", source);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  void (async () => {
    await room.localParticipant?.publishTrack(track, options);
    for (let n = 0; outAt === null && n < 3_000; n += 1) {
      const tone = Int16Array.from({ length: RATE / 100 }, (_, i) =>
        Math.round(8_000 * Math.sin((2 * Math.PI * 440 * (n * (RATE / 100) + i)) / RATE)),
      );
      await source.captureFrame(new AudioFrame(tone, RATE, 1, tone.length));
    }
  })().catch(() => undefined); // thrown out while publishing
  return { outAfterMs: () => (outAt === null ? null : outAt - joinedAt) };
}

type Line = { type: string; id?: string; wall: number };
/** What the call's recorders wrote down of somebody. */
function journalOf(callId: string, identity: string): Line[] {
  const folder = join(instance.dataDir, "recorders", callId);
  const text = readFileSync(join(folder, "journal.jsonl"), "utf8");
  return text
    .split("\n")
    .filter((line) => line.includes(identity))
    .flatMap((line) => {
      const found = JSON.parse(line) as Line;
      return found.id === identity ? [found] : [];
    });
}
const written = (lines: Line[]): Line[] => lines.filter(({ type }) => type.startsWith("seg"));

async function seat(callId: string, name: string, consent?: "unrecorded") {
  const guest = await seatGuest(host, callId, name, consent);
  const given = await tokenOf(guest, callId, null);
  secrets.add(valueOf(guest)).add(given.token);
  return { ...guest, ...given };
}

test("who is removed is out, gets no token, and comes back with an old one for less than a second and unrecorded", {
  timeout: 120_000,
}, async () => {
  const callId = await startCall(host, "A call with guests");
  const { invitation } = await callView(host, callId);
  secrets.add(new URL(invitation?.url ?? "").pathname.split("/").at(-1) ?? "");
  const own = await tokenOf(host, callId, "a-tab-of-the-host");
  secrets.add(own.token).add(valueOf(host));
  await speak(own.token);

  const guest = await seat(callId, "Haruki");
  const first = await speak(guest.token);
  await until("the guest is recorded", 20_000, () =>
    written(journalOf(callId, guest.identity)).some(({ type }) => type === "segStart"),
  );
  await act(host, callId, "remove", { guestId: guest.guestId });
  await until("the removed guest is out", 5_000, () => first.outAfterMs() !== null);
  expect((await askToken(guest, callId, { as: "guest" })).status).toBe(403);

  await sleep(500);
  const before = written(journalOf(callId, guest.identity)).length;
  const joins = journalOf(callId, guest.identity).filter(({ type }) => type === "join").length;
  const outAfter: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const again = await speak(guest.token);
    outAfter.push(await until("is thrown out again", 5_000, () => again.outAfterMs(), 5));
  }
  console.log(
    `  out again ${outAfter.map((ms) => `${ms.toFixed(0)} ms`).join(", ")} after joining`,
  );
  for (const ms of outAfter) expect(ms).toBeLessThanOrEqual(OUT_MS);
  await sleep(1_000);
  const after = journalOf(callId, guest.identity);
  expect(after.filter(({ type }) => type === "join").length).toBeGreaterThan(joins); // they were there
  expect(written(after)).toHaveLength(before);
  await act(host, callId, "end");
});

test("who joins without being recorded is heard in the room and written nowhere", {
  timeout: 120_000,
}, async () => {
  const callId = await startCall(host, "A call with a shy guest");
  const own = await tokenOf(host, callId, "a-tab-of-the-host");
  secrets.add(own.token);
  await speak(own.token);
  const [open, shy] = [await seat(callId, "Open"), await seat(callId, "Shy", "unrecorded")];
  await speak(shy.token);
  await speak(open.token);
  await until("the others are recorded", 20_000, () =>
    written(journalOf(callId, open.identity)).some(({ type }) => type === "segStart"),
  );
  await sleep(2_000);
  expect(journalOf(callId, shy.identity).some(({ type }) => type === "join")).toBe(true);
  expect(written(journalOf(callId, shy.identity))).toEqual([]);
  const files = readdirSync(join(instance.dataDir, "recorders", callId));
  expect(files.filter((name) => name.includes(shy.identity.slice(2)))).toEqual([]);
  expect(files.some((name) => name.includes(open.identity.slice(2)))).toBe(true);
  await act(host, callId, "end");
});

test("no link, cookie or token that was used stands in any log", { timeout: 60_000 }, async () => {
  const [link = ""] = [...secrets];
  const stranger: Visitor = { origin: instance.origin, cookie: "" };
  for (const path of [
    `/shared/${link}`,
    `/SHARED/${link}`,
    `/%73hared/${link}`,
    `/x/..%2fshared/${link}`,
  ])
    await fetch(instance.origin + path, { redirect: "manual" });
  await send(stranger, paths.shared(link), { intent: "leave" });
  await sleep(500);
  const folders = readdirSync(instance.dataDir, { recursive: true, encoding: "utf8" });
  const logs = new Map<string, string>([
    ["web", web.said()],
    ["worker", worker.said()],
    ["media server", instance.sfu.logged()],
    ...folders
      .filter((file) => /\.(?:log|jsonl)$/.test(file))
      .map((file): [string, string] => [file, readFileSync(join(instance.dataDir, file), "utf8")]),
  ]);
  // They did write of what was done with the secrets.
  expect(logs.get("web")).toContain("/shared/:secret");
  expect(logs.get("web")).toContain("/calls/:id/token");
  expect(logs.get("media server")).toContain("a-tab-of-the-host");
  expect([...logs.keys()].some((name) => name.endsWith("journal.jsonl"))).toBe(true);
  expect(secrets.size).toBeGreaterThanOrEqual(9);
  for (const [name, text] of logs)
    for (const secret of [...secrets, instance.sfu.apiSecret]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text.includes(secret), name).toBe(false);
    }
});
