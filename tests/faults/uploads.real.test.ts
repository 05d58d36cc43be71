import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { claimPort } from "#scripts/ports.ts";
import { begin, create, head, importCall, patch, sendFile, type Ticket } from "./client.ts";
import { type Instance, missingHere, type Program, startInstance } from "./instance.ts";
import { check, type Journal, openJournal } from "./oracle.ts";
import { ask, rests } from "./pipeline.ts";
import { isAlive, until } from "./processes.ts";
import { type FaultProxy, seeded, startProxy } from "./proxy.ts";
import { quietRoom, variant } from "./sounds.ts";

const CUTS = 20;
const PART_BYTES = 256 * 1024;
/** More parts than cuts: every cut finds one. */
const QUIET_S = 180;

const missing = missingHere();
let instance: Instance;
let journal: Journal;
let visitor: Visitor;
let wav: Buffer;
let web: Program;
/** At the same installation behind another port: a second node. */
let nodeVisitor: Visitor;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startInstance();
  journal = openJournal(instance.dataDir);
  ({ wav } = quietRoom(QUIET_S));
  const port = await claimPort({
    name: "second web",
    usual: 3001,
    given: "0",
    host: "127.0.0.1",
    dataDir: instance.dataDir,
  });
  [web] = await Promise.all([instance.startWeb(), instance.startWeb(port), instance.startWorker()]);
  visitor = await instance.signIn();
  nodeVisitor = { ...visitor, origin: `http://127.0.0.1:${port}` };
});

afterAll(async () => {
  journal?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

async function open(title: string, bytes: Buffer): Promise<Ticket> {
  const ticket = await begin(visitor, journal, title, bytes.length);
  expect((await create(visitor, ticket.uploadId, bytes.length)).status).toBe(201);
  return ticket;
}

const whole = async (tickets: readonly Ticket[]): Promise<void> => {
  await rests(
    instance,
    tickets.map(({ recordingId }) => recordingId),
    60_000,
  );
  expect((await check(instance, journal)).faults).toEqual([]);
};

test("a file that crosses a line which breaks 20 times at random bytes arrives whole", async () => {
  const seed = randomBytes(4).readUInt32LE(0);
  const random = seeded(seed);
  let left = CUTS;
  // Two in three break on the way there, the others on the way back: the part is taken, its answer is lost.
  const proxy: FaultProxy = await startProxy(Number(new URL(instance.origin).port), () => {
    if (left-- <= 0) return null;
    return random() < 0.67
      ? { way: "up", afterBytes: 1_000 + Math.floor(random() * 0.9 * PART_BYTES) }
      : { way: "down", afterBytes: Math.floor(random() * 200) };
  });
  const bytes = variant(wav, 1);
  const ticket = await open("over a broken line", bytes);
  const began = Date.now();
  const through = { ...visitor, origin: `http://127.0.0.1:${proxy.port}` };
  const trip = await sendFile(through, journal, ticket, bytes, { partBytes: PART_BYTES });
  await proxy.stop();
  say(`seed ${seed}: ${proxy.cuts().length} cuts, ${JSON.stringify(trip.refused)}, ${ms(began)}`);
  expect(proxy.cuts()).toHaveLength(CUTS);
  expect(trip.broken).toBeGreaterThanOrEqual(CUTS / 2);
  await whole([ticket]);
});

/** A part whose second half does not come: the sender's tab is busy, or its line is slow. */
function halfPart(from: Visitor, { uploadId }: Ticket, part: Buffer): ReturnType<typeof patch> {
  return patch(from, uploadId, 0, part, (request) =>
    request.write(part.subarray(0, part.length / 2)),
  );
}

const storedBytes = async ({ uploadId }: Ticket): Promise<number> => {
  const [row] = await ask<{ key: string }>(
    instance.checkUrl,
    "SELECT key FROM upload WHERE id = $1",
    [uploadId],
  );
  return (
    statSync(join(instance.dataDir, "blobs", row?.key ?? ""), { throwIfNoEntry: false })?.size ?? 0
  );
};

test("a second tab is told to wait on every node, and the upload goes on after its server is killed in mid-part", async () => {
  const bytes = variant(wav, 2);
  const ticket = await open("killed in mid-part", bytes);
  const part = bytes.subarray(0, 1 << 20);
  const stuck = halfPart(visitor, ticket, part);
  await until("half a part arrives", 60_000, async () => (await storedBytes(ticket)) > 0);
  for (const tab of [visitor, nodeVisitor])
    expect((await patch(tab, ticket.uploadId, 0, part)).status).toBe(423);

  web.signal("SIGKILL");
  await web.ended;
  expect(isAlive(web)).toBe(false);
  expect((await stuck).status).toBe(0);
  const killed = Date.now();
  const trip = await sendFile(nodeVisitor, journal, ticket, bytes);
  say(
    `another node takes it up ${ms(killed)} after the kill, from byte ${trip.resumedAt[0] ?? -1}`,
  );
  expect(trip.resumedAt[0]).toBeGreaterThan(0);
  expect(Date.now() - killed).toBeLessThan(60_000);
  web = await instance.startWeb();
  await whole([ticket]);
});

test("a server that is killed between the last byte and its commit leaves no upload that is whole and waits", async () => {
  const bytes = variant(wav, 3);
  const ticket = await open("killed at the last byte", bytes);
  const client = new pg.Client(instance.checkUrl);
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT 1 FROM recording WHERE id = $1 FOR UPDATE", [ticket.recordingId]);
  const unanswered = patch(visitor, ticket.uploadId, 0, bytes);
  await until(
    "all bytes are stored",
    20_000,
    async () => (await storedBytes(ticket)) === bytes.length,
  );
  await until("its commit waits", 60_000, async () => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_locks WHERE NOT granted");
    return (rowCount ?? 0) > 0;
  });
  web.signal("SIGKILL");
  await web.ended;
  expect((await unanswered).status).toBe(0);
  await client.query("ROLLBACK");
  await client.end();
  const [row] = await ask<{ state: string }>(
    instance.checkUrl,
    "SELECT state FROM upload WHERE id = $1",
    [ticket.uploadId],
  );
  expect(row?.state).toBe("receiving");

  // All the sender does is ask: it is told that the server has every byte, and goes.
  await sendFile(nodeVisitor, journal, ticket, bytes);
  web = await instance.startWeb();
  expect((await head(visitor, ticket.uploadId)).headers["upload-offset"]).toBe(
    String(bytes.length),
  );
  expect((await importCall(visitor, journal, "afterwards")).status).toBe(201);
  await whole([ticket]);
});

const ms = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const say = (line: string): void => console.log(line);
