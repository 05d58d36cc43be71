import { AccessToken, RoomServiceClient } from "livekit-server-sdk";
import { AudioStream, dispose, Room, RoomEvent, type RemoteTrack } from "@livekit/rtc-node";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onsetsOf } from "#tests/support/tones.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { monoIn, openPublisher, type Publisher } from "./publisher.ts";

const ROOM = "c:publish-test";
const LADDERS = { one: [400, 550, 700], two: [1000, 1200, 1400] };
const EVERY_MS = 1000;
const STALL_AT_MS = 5_600;
const STALL_MS = 2_000;
/** A listener's jitter buffer grows by up to as much as it has missed; seven seconds until it was back were seen. */
const CALM_MS = 8_000;

const isHere = (await sfuFile()) !== null;
let sfu: Sfu;
let publisher: Publisher;
let room: Room;
const ends: (() => Promise<unknown>)[] = [];
/** What a listener in the room hears of each, with the host's time of its first sample. */
const heard = new Map<string, { startNs: bigint; pcm: number[] }>();

async function token(identity: string, isDataAllowed = true): Promise<string> {
  const made = new AccessToken(sfu.apiKey, sfu.apiSecret, { identity, ttl: "10m" });
  made.addGrant({ roomJoin: true, room: ROOM, canPublishData: isDataAllowed });
  return made.toJwt();
}

async function listen(track: RemoteTrack, identity: string): Promise<void> {
  const reader = new AudioStream(track, { sampleRate: 16_000, numChannels: 1 }).getReader();
  let entry: { startNs: bigint; pcm: number[] } | undefined;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { data } = next.value;
    if (!entry) {
      entry = { startNs: process.hrtime.bigint() - BigInt(data.length * 62_500), pcm: [] };
      heard.set(identity, entry);
    }
    entry.pcm.push(...data);
  }
}

beforeAll(async () => {
  if (!isHere) return;
  sfu = await startSfu();
  ends.push(sfu.stop);
  const rooms = new RoomServiceClient(sfu.url.replace("ws:", "http:"), sfu.apiKey, sfu.apiSecret);
  await rooms.createRoom({ name: ROOM, emptyTimeout: 60 });
  room = new Room();
  ends.push(dispose, () => room.disconnect());
  room.on(RoomEvent.TrackSubscribed, (track, _, who) => void listen(track, who.identity));
  await room.connect(sfu.url, await token("listener"), { autoSubscribe: true, dynacast: false });
  publisher = openPublisher();
  ends.push(publisher.stop);
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** How late each tone of a ladder was heard before the stall and once all was calm, in ms after its moment in the script. */
function latenessOf(identity: keyof typeof LADDERS, startAt: bigint): number[] {
  const { startNs, pcm } = heard.get(identity) ?? { startNs: 0n, pcm: [] };
  const offsetMs = Number(startNs - startAt) / 1e6;
  const found = onsetsOf(Int16Array.from(pcm), 16_000, LADDERS[identity]);
  return found.flatMap(({ atMs, hz }) => {
    const step = Math.round((atMs + offsetMs) / EVERY_MS);
    const dueMs = step * EVERY_MS;
    const isCalm = dueMs < STALL_AT_MS || dueMs > STALL_AT_MS + STALL_MS + CALM_MS;
    if (step < 1 || !isCalm) return [];
    expect(hz).toBe(LADDERS[identity][step % 3]);
    return [atMs + offsetMs - dueMs];
  });
}

const spread = (values: number[]): number => Math.max(...values) - Math.min(...values);

test.skipIf(!isHere)(
  "two voices play on one clock, and a stalled process is late with nothing",
  async () => {
    const startAtMonoNs = monoIn(1000);
    const startAt = BigInt(startAtMonoNs);
    for (const id of ["one", "two"] as const)
      await publisher.join({
        id,
        url: sfu.url,
        token: await token(id),
        startAtMonoNs,
        tracks: [
          {
            source: "microphone",
            sound: { kind: "tones", hz: LADDERS[id], everyMs: EVERY_MS, onMs: 400, peak: 9000 },
          },
        ],
      });
    await sleep(Number(startAt - process.hrtime.bigint()) / 1e6 + STALL_AT_MS);
    process.kill(publisher.pid, "SIGSTOP");
    await sleep(STALL_MS);
    process.kill(publisher.pid, "SIGCONT");
    await sleep(CALM_MS + 4_000);

    const skipped = publisher.told().filter(({ type }) => type === "skipped");
    expect(skipped.length).toBeGreaterThanOrEqual(2);
    const all: number[] = [];
    for (const id of ["one", "two"] as const) {
      const late = latenessOf(id, startAt);
      console.log(`  ${id} heard after ${late.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      expect(late.length).toBeGreaterThanOrEqual(8);
      all.push(...late);
    }
    expect(spread(all)).toBeLessThan(100);
    expect(Math.min(...all)).toBeGreaterThan(-10);
    expect(Math.max(...all)).toBeLessThan(250);
  },
  40_000,
);

test.skipIf(!isHere)(
  "the room's news are told: who is there, refusals, data, a full reconnect",
  async () => {
    publisher.ask({ do: "roster", id: "one" });
    const roster = await publisher.until("one", "roster");
    expect(roster.identities.toSorted()).toEqual(["listener", "two"]);
    await expect(
      publisher.join({
        id: "stranger",
        url: sfu.url,
        token: "not.a.token",
        startAtMonoNs: "0",
        tracks: [],
      }),
    ).rejects.toThrow("not let in");
    publisher.ask({ do: "data", id: "one", text: "hello" });
    expect(await publisher.until("two", "data")).toMatchObject({ identity: "one", text: "hello" });
    publisher.ask({ do: "scenario", id: "two", scenario: "full-reconnect" });
    await publisher.until("two", "reconnected");
    publisher.ask({ do: "leave", id: "one" });
    await publisher.until("two", "lost");
  },
);
