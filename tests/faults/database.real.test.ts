import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#scripts/demo/door.ts";
import { bornAt } from "#scripts/processes.ts";
import {
  type Answer,
  begin,
  exchange,
  head,
  importCall,
  sendFile,
  type Ticket,
  type Trip,
} from "./client.ts";
import { type Instance, missingHere, type Program, startInstance } from "./instance.ts";
import { check, type Journal, openJournal } from "./oracle.ts";
import { ask, rests, transcoded } from "./pipeline.ts";
import { isAlive, until } from "./processes.ts";
import { quietRoom, type Sound, variant } from "./sounds.ts";

/** From the database's first answer to the product's (reliability §6 F3). */
const BACK_MS = 10_000;
const DOWN_MS = 1_500;
const QUIET_S = 240;

const missing = missingHere();
let instance: Instance;
let journal: Journal;
let visitor: Visitor;
let web: Program;
let worker: Program;
let call: Sound;
let sent: Sound;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startInstance();
  journal = openJournal(instance.dataDir);
  call = quietRoom(QUIET_S);
  sent = quietRoom(60);
  [web, worker] = await Promise.all([instance.startWeb(), instance.startWorker()]);
  visitor = await instance.signIn();
});

afterAll(async () => {
  journal?.close();
  await instance?.stop();
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

type Seen = { what: string; at: number; answer: Answer };

/** Readers, writers and an upload that never pause for long; what each was told is kept. */
function traffic(
  ticket: Ticket,
  bytes: Buffer,
  asked: Ticket,
  beforeLast: Promise<void>,
): { seen: Seen[]; stop: () => Promise<Trip> } {
  const seen: Seen[] = [];
  let isOver = false;
  let n = 0;
  const loop = async (what: string, pauseMs: number, run: () => Promise<Answer>): Promise<void> => {
    while (!isOver) {
      const answer = await run();
      seen.push({ what, at: Date.now(), answer });
      await sleep(pauseMs);
    }
  };
  const get = (path: string, accept: string): Promise<Answer> =>
    exchange(visitor, { method: "GET", path, headers: { accept } });
  const loops = [
    loop("import", 50, () => importCall(visitor, journal, `import ${ticket.recordingId} ${n++}`)),
    loop("import", 50, () => importCall(visitor, journal, `import ${ticket.recordingId} ${n++}`)),
    loop("page", 100, () => get("/recordings", "text/html")),
    loop("data", 100, () => get("/recordings?_data=routes%2Fwork%2Frecordings", "*/*")),
    loop("upload", 100, () => head(visitor, asked.uploadId)),
    loop("ready", 100, () => get("/readyz", "*/*")),
    loop("alive", 100, () => get("/healthz", "*/*")),
  ];
  const sending = sendFile(visitor, journal, ticket, bytes, { partBytes: 64 * 1024, beforeLast });
  return {
    seen,
    async stop() {
      const trip = await sending.finally(() => {
        isOver = true;
      });
      await Promise.all(loops);
      return trip;
    },
  };
}

/** Brings the database down by `down` while everything is at work, and up again. */
async function outage(name: string, n: number, down: () => Promise<void>): Promise<void> {
  const held = variant(call.wav, n);
  const heldTicket = await begin(visitor, journal, `transcoded during ${name}`, held.length);
  await sendFile(visitor, journal, heldTicket, held, { partBytes: 8 << 20 });
  const bytes = variant(sent.wav, n);
  const ticket = await begin(visitor, journal, `sent during ${name}`, bytes.length);
  const asked = await begin(visitor, journal, `asked for during ${name}`, bytes.length);
  let reportGone = (): void => undefined;
  const gone = new Promise<void>((resolve) => (reportGone = resolve));
  const { seen, stop } = traffic(ticket, bytes, asked, gone);
  await until(
    "a transcode is under way",
    60_000,
    () => {
      const done = transcoded(instance, heldTicket.recordingId, worker.pid, call.durationS);
      return done !== null && done > 0.1;
    },
    5,
  );
  const { pid } = instance.database();
  const downAt = Date.now();
  await down();
  reportGone();
  expect(bornAt(pid)).toBeNull();
  await sleep(DOWN_MS);
  const upAt = Date.now();
  await instance.startDatabase();
  const answersAt = Date.now();
  const kinds = ["import", "page", "data", "ready"];
  await until("everything works again", 30_000, () => {
    const well = seen.filter(
      ({ at, answer }) => at > answersAt && [200, 201].includes(answer.status),
    );
    return kinds.every((kind) => well.some(({ what }) => what === kind));
  });
  const backMs = Date.now() - answersAt;
  const trip = await stop();

  const during = seen.filter(({ at }) => at > downAt && at < upAt);
  for (const kind of kinds)
    expect(
      during.filter(({ what, answer }) => what === kind && answer.status === 503).length,
      kind,
    ).toBeGreaterThan(0);
  const odd = seen.filter(({ what, answer: { status, headers } }) =>
    what === "alive"
      ? status !== 200
      : status === 503
        ? headers["retry-after"] === undefined
        : ![200, 201, 404, 410, 423].includes(status),
  );
  if (odd.length > 0) say(complaints(web));
  expect(
    odd.map(({ what, answer }) => `${what} ${answer.status} ${answer.text.slice(0, 80)}`),
  ).toEqual([]);
  expect(trip.broken).toBe(0);
  expect(trip.refused[503]).toBeGreaterThan(0);
  expect([web, worker].map(isAlive)).toEqual([true, true]);
  say(
    `${name}: ${count(during)}; the database answered after ${seconds(answersAt - upAt)}, all of it ${seconds(backMs)} later`,
  );
  expect(backMs).toBeLessThan(BACK_MS);

  const open = await ask<{ id: string }>(
    instance.checkUrl,
    "SELECT id FROM recording WHERE state <> 'receiving'",
  );
  await rests(
    instance,
    open.map(({ id }) => id),
    90_000,
  );
  const found = await check(instance, journal);
  expect(found.faults).toEqual([]);
  expect(found.acks).toBeGreaterThan(10);
}

test("a killed database loses nothing that was acknowledged, and is not missed for long", async () => {
  await outage("a kill", 1, async () => {
    const { pid } = instance.database();
    process.kill(pid, "SIGKILL");
    await until("the postmaster is gone", 30_000, () => bornAt(pid) === null);
  });
});

test("a fast restart of the database loses nothing that was acknowledged", async () => {
  await outage("a fast restart", 2, () => instance.database().stop());
});

/** What the server wrote of its troubles, each once. */
function complaints({ said }: Program): string {
  const lines = said()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => line.replace(/"(time|id)":"[^"]*",?/g, ""));
  return [...new Set(lines)].join("\n");
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
function count(seen: Seen[]): string {
  const told = new Map<string, number>();
  for (const { what, answer } of seen) {
    const key = `${what} ${answer.status}`;
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  return [...told].map(([key, times]) => `${times} × ${key}`).join(", ");
}
const say = (line: string): void => console.log(line);
