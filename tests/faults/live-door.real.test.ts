import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { JoinToken } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import { monoIn, openPublisher, type Publisher } from "#media/recorder/publisher.ts";
import { signIn, type Visitor } from "#scripts/demo/door.ts";
import {
  act,
  askToken,
  callView,
  requestToJoin,
  seatGuest,
  send,
  startCall,
  tokenOf,
} from "#tests/support/live-people.ts";
import { PASSWORD, type Program } from "./instance.ts";
import { GUEST_NAME, openCall, REP_NAME, type SpokenCall } from "./live-call.ts";
import { type LiveInstance, liveMissingHere, startLive } from "./live-instance.ts";
import { until } from "./processes.ts";

/** live §4: a token lets in for ten minutes; after that only who is in stays in. */
const TOKEN_S = 600;
/** live §4: who was removed and comes again is out again within this. */
const OUT_MS = 1_000;
const TONES = { kind: "tones" as const, hz: [2000], everyMs: 100, onMs: 90, peak: 9000 };

const missing = await liveMissingHere();
let instance: LiveInstance;
let host: Visitor;
let manager: Visitor;
let web: Program;
let worker: Program;
let call: SpokenCall;
let others: Publisher;
/** Everything that opens something, as it was used: link, cookies, tokens. */
const secrets = new Set<string>();

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startLive({ SPEECH_ENGINE: "off", LOG_LEVEL: "trace" });
  [worker, web] = await Promise.all([instance.startWorker(), instance.startWeb()]);
  host = await instance.signIn();
  manager = await signIn(instance.origin, "manager@demo.test", PASSWORD);
  call = await openCall(instance, host, "behind a door");
  others = openPublisher();
  for (const visitor of [host, manager, call.guest]) secrets.add(valueOf(visitor));
});

afterAll(async () => {
  await others?.stop();
  await call?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

const valueOf = ({ cookie }: Visitor): string => cookie.slice(cookie.indexOf("=") + 1);

const claims = z.object({
  sub: z.string(),
  exp: z.number(),
  nbf: z.number().optional(),
  video: z.looseObject({ room: z.string() }),
});
function read({ token }: JoinToken) {
  secrets.add(token);
  const [, body = ""] = token.split(".");
  return claims.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
}

const rosterOf = async (publisher: Publisher, id: string): Promise<string[]> => {
  const before = publisher.told().filter(({ type }) => type === "roster").length;
  publisher.ask({ do: "roster", id });
  return (await publisher.until(id, "roster", 5_000, before + 1)).identities;
};

test("tokens live ten minutes at most, name one room, and give a guest no data channel", async () => {
  const own = read(await tokenOf(host, call.callId, "another-tab-of-the-host"));
  const guest = read(await tokenOf(call.guest, call.callId, null));
  for (const { exp, video } of [own, guest]) {
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(TOKEN_S);
    expect(video).toMatchObject({ roomJoin: true, canPublishData: false });
    expect(video.room).toBe(own.video.room);
    for (const right of ["roomAdmin", "roomCreate", "roomList", "roomRecord", "recorder", "hidden"])
      expect(video[right] ?? false, right).toBe(false);
  }
  expect(guest.video["canUpdateOwnMetadata"] ?? false).toBe(false);
  expect(JSON.stringify([own, guest])).not.toMatch(/Kato|Alder|demo\.test/);
});

test("what a guest says over data reaches nobody", async () => {
  call.customer.ask({ do: "data", id: GUEST_NAME, text: "psst" });
  call.rep.ask({ do: "data", id: REP_NAME, text: "psst" });
  await sleep(1_500);
  const heard = [...call.rep.told(), ...call.customer.told()].filter(({ type }) => type === "data");
  expect(heard).toEqual([]);
});

test("a manager who listens hears both and is in nobody's roster", async () => {
  const answer = await askToken(manager, call.callId, { as: "listener", tabId: "listening-tab" });
  expect(answer.status).toBe(200);
  const wish = z.object({ url: z.string(), token: z.string(), identity: z.string() });
  const { url, token, identity } = wish.parse(await answer.json());
  secrets.add(token);
  await others.join({
    ...{ id: "manager", url, token, startAtMonoNs: monoIn(0), receives: true, tracks: [] },
  });
  await until(
    "both are heard",
    5_000,
    () => others.told().filter(({ type }) => type === "heard").length === 2,
  );
  for (const [publisher, id] of [
    [call.rep, REP_NAME],
    [call.customer, GUEST_NAME],
  ] as const) {
    const roster = await rosterOf(publisher, id);
    expect(roster).toHaveLength(1);
    expect(roster.join()).not.toMatch(/mgr:|rec:/);
    const met = publisher.told().flatMap((event) => (event.type === "met" ? [event.identity] : []));
    expect(met).not.toContain(identity);
  }
  const { people, state } = await callView(host, call.callId);
  expect(people.map(({ name }) => name).toSorted()).toEqual([GUEST_NAME, REP_NAME]);
  expect(state.listeners, "the rep is told").toEqual(["Ivo Lund"]);
  const asGuest = await askToken(call.guest, call.callId, { as: "listener", tabId: "guest-tab-1" });
  expect(asGuest.status).toBeGreaterThanOrEqual(400);
});

test("a guest's cookie opens no other room", async () => {
  const other = await signIn(instance.origin, "theo@demo.test", PASSWORD);
  const otherId = await startCall(other, "another room");
  const answer = await askToken(call.guest, otherId, { as: "guest" });
  expect([401, 403, 404]).toContain(answer.status);
  expect(await answer.text()).not.toContain("eyJ");
  await act(other, otherId, "end");
});

type Line = { type: string; id?: string };
/** What the recorder wrote down of somebody. */
const linesOf = (identity: string): Line[] =>
  call
    .journal()
    .map((line): Line => line)
    .filter(({ id }) => id === identity);
const written = (lines: readonly Line[]): Line[] =>
  lines.filter(({ type }) => type.startsWith("seg"));

test("who joins without being recorded is heard in the room and written nowhere", async () => {
  const shy = await seatGuest(host, call.callId, "Shy", "unrecorded");
  const given = await tokenOf(shy, call.callId, null);
  read(given);
  secrets.add(valueOf(shy));
  await others.join({
    ...{ id: "shy", url: given.url, token: given.token, startAtMonoNs: monoIn(0), receives: true },
    tracks: [{ source: "microphone", sound: TONES }],
  });
  await until("the guest hears who is shy", 5_000, () =>
    call.customer
      .told()
      .some((event) => event.type === "heard" && JSON.stringify(event).includes(given.identity)),
  );
  await sleep(2_000);
  expect(linesOf(given.identity).some(({ type }) => type === "join")).toBe(true);
  expect(written(linesOf(given.identity))).toEqual([]);
  const files = readdirSync(join(instance.dataDir, "recorders", call.callId)).join("\n");
  expect(files).not.toContain(shy.guestId);
  expect(files).toContain(call.guest.guestId);
  others.ask({ do: "leave", id: "shy" });
});

test("removal skips the recording first, and whoever rejoins is out again at once and never recorded", async () => {
  const again = await tokenOf(call.guest, call.callId, null);
  read(again);
  const { identity } = again;
  const removedAt = call.now();
  await act(host, call.callId, "remove", { guestId: call.guest.guestId });
  await call.customer.until(GUEST_NAME, "disconnected");
  const lines = call.journal().filter((line) => line.t >= removedAt && "id" in line);
  const of = (type: string): number =>
    lines.findIndex((line) => line.type === type && "id" in line && line.id === identity);
  expect(of("skip")).toBeGreaterThanOrEqual(0);
  if (of("leave") >= 0) expect(of("skip")).toBeLessThan(of("leave"));
  expect((await askToken(call.guest, call.callId, { as: "guest" })).status).toBe(403);

  await sleep(500);
  const before = linesOf(identity);
  const joins = (all: readonly Line[]): number => all.filter(({ type }) => type === "join").length;
  const outAfter: number[] = [];
  for (const id of ["once", "twice", "thrice"]) outAfter.push(await rejoin(id, again));
  console.log(
    `  out again ${outAfter.map((ms) => `${ms.toFixed(0)} ms`).join(", ")} after joining`,
  );
  for (const ms of outAfter) expect(ms).toBeLessThanOrEqual(OUT_MS);
  await sleep(1_000);
  expect(joins(linesOf(identity)), "they were there").toBeGreaterThan(joins(before));
  expect(written(linesOf(identity))).toHaveLength(written(before).length);
});

/** Joins with a token of old, speaking. @returns how long they were in */
async function rejoin(id: string, { url, token, identity }: JoinToken): Promise<number> {
  const since = call.now();
  const told = (type: string) =>
    call.customer.told().find((event) => event.type === type && event.id === id);
  // May be thrown out before its track is published: then the entry itself fails.
  await call.customer
    .join({
      ...{ id, url, token, startAtMonoNs: monoIn(0) },
      tracks: [{ source: "microphone", sound: TONES }],
    })
    .catch(() => undefined);
  // Quicker than the answer to the entry, the door shows as a refusal.
  const isOut = () => told("disconnected") ?? told("refused");
  await until(`${id} out again`, 10_000, () => isOut() !== undefined, 10).catch(
    (error: unknown) => {
      console.error(JSON.stringify(call.customer.told().filter((event) => event.id === id)));
      throw error;
    },
  );
  const [joined, out] = [told("joined"), isOut()];
  const heard =
    joined && out ? Number(BigInt(out.atMonoNs) - BigInt(joined.atMonoNs)) / 1e6 : Infinity;
  return heard <= OUT_MS ? heard : stayOf(identity, since, joined ? heard : 0);
}

/**
 * How long they were in as the room saw it, in ms; `unseen` for whom it never saw. A client that was thrown out while it
 * came in may hear nothing, and gives up after its own ten seconds.
 */
async function stayOf(identity: string, since: number, unseen: number): Promise<number> {
  const seen = () =>
    call.journal().filter((line) => line.t >= since && "id" in line && line.id === identity);
  const last = (type: string): number | undefined =>
    seen().findLast((line) => line.type === type)?.t;
  if (last("join") === undefined) return unseen;
  await until("their leave", 10_000, () => (last("leave") ?? 0) >= (last("join") ?? 0), 10);
  return (last("leave") ?? Infinity) - (last("join") ?? 0);
}

test("a link ends with its call, and one that never was is nobody's", async () => {
  const { invitation } = await callView(host, call.callId);
  const path = new URL(invitation?.url ?? "", instance.origin).pathname;
  const link = path.split("/").at(-1) ?? "";
  secrets.add(link);
  const get = async (address: string): Promise<number> =>
    (await fetch(instance.origin + address, { headers: { accept: "text/html" } })).status;
  expect(await get(path)).toBe(200);
  expect(await get(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`)).toBe(404);
  expect(await get("/shared/short")).toBe(404);
  await call.hangUp();
  expect(await get(path)).toBe(410);
  await expect(requestToJoin(instance.origin, path, "Too late")).rejects.toThrow("410");
  // As scanners and careless proxies write it.
  for (const odd of [`/SHARED/${link}`, `/%73hared/${link}`, `/x/..%2fshared/${link}`])
    await fetch(instance.origin + odd, { redirect: "manual" });
  await send({ origin: instance.origin, cookie: "" }, paths.shared(link), { intent: "leave" });
});

test("no link, cookie or token that was used stands in any log", async () => {
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
  expect(logs.get("media server")?.length).toBeGreaterThan(500);
  for (const kind of ["journal.jsonl", "recorder.log"])
    expect([...logs.keys()].some((name) => name.endsWith(kind))).toBe(true);
  expect(secrets.size).toBeGreaterThanOrEqual(9);
  for (const [name, text] of logs) {
    expect(text, name).not.toMatch(/access_token=|eyJhbGciOi/);
    for (const secret of [...secrets, instance.sfu.apiSecret]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text.includes(secret), name).toBe(false);
      const signature = secret.split(".")[2];
      if (signature !== undefined) expect(text.includes(signature), name).toBe(false);
    }
  }
});
