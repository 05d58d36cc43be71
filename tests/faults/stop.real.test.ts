import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn, type Visitor } from "#scripts/demo/door.ts";
import { ROOT } from "#scripts/folders.ts";
import { password } from "#scripts/postgres-files.ts";
import { readPorts } from "#scripts/ports.ts";
import { findRecorded } from "#scripts/processes.ts";
import { begin, exchange, patch, create, sendFile, type Ticket } from "./client.ts";
import { makeFolder, missingHere, PASSWORD, REP } from "./instance.ts";
import { check, type Journal, openJournal, type Where } from "./oracle.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { ask, haltAt, rests, stageOf } from "./pipeline.ts";
import { allGone, familyOf, until } from "./processes.ts";
import { quietRoom } from "./sounds.ts";

const missing = missingHere();
const STOP_MS = 40_000;
let dataDir: string;
let journal: Journal;
let product: ChildProcess | undefined;
let said = "";

beforeAll(async () => {
  if (missing !== null) return;
  dataDir = await makeFolder();
  journal = openJournal(dataDir);
});

afterAll(async () => {
  journal?.close();
  if (product?.pid !== undefined && product.exitCode === null) {
    product.kill("SIGTERM");
    await new Promise((done) => product?.once("exit", done));
  }
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

/** The product as an operator starts it: one command, its own database. */
async function start(): Promise<{ visitor: Visitor; where: Where; pid: number }> {
  said = "";
  const child = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PARLEY_DATA: dataDir,
      PORT: "0",
      DEMO: "1",
      DEMO_CALLS: "none",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  product = child;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
  await until("the product is ready", 120_000, () => said.includes("Parley is ready at")).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${said}`);
    },
  );
  const ports = readPorts(dataDir);
  const origin = `http://127.0.0.1:${ports["web"] ?? 0}`;
  const url = new URL(`postgresql://127.0.0.1:${ports["postgres"] ?? 0}/parley`);
  url.username = "postgres";
  url.password = password(dataDir, "postgres");
  return {
    visitor: await signIn(origin, REP, PASSWORD),
    where: { dataDir, checkUrl: url.href },
    pid: child.pid ?? 0,
  };
}

/** Processes that know this data folder, by their command or their environment. */
function strangers(): string[] {
  const found: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue;
    try {
      const text =
        readFileSync(`/proc/${pid}/cmdline`, "utf8") + readFileSync(`/proc/${pid}/environ`, "utf8");
      if (text.includes(dataDir))
        found.push(`${pid} ${readFileSync(`/proc/${pid}/comm`, "utf8").trim()}`);
    } catch {
      // ended, or somebody else's
    }
  }
  return found;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });

test("SIGTERM in the middle of everything leaves no process and no port, and the next start finishes the work", async () => {
  const { visitor, where, pid } = await start();
  const whole = quietRoom(3_600);
  const transcoding = await begin(visitor, journal, "transcoded at the stop", whole.wav.length);
  await sendFile(visitor, journal, transcoding, whole.wav, { partBytes: 64 << 20 });
  const bytes = quietRoom(480).wav;
  const sending = await begin(visitor, journal, "sent at the stop", bytes.length);
  await create(visitor, sending.uploadId, bytes.length);
  const part = bytes.subarray(0, 1 << 20);
  const cut = patch(visitor, sending.uploadId, 0, part, (request) =>
    request.write(part.subarray(0, 1 << 19)),
  );
  const answers = readers(visitor);
  const worker = findRecorded(join(dataDir, "run"), "worker") ?? 0;
  // Frozen, it cannot have ended before the product is: the stop comes in the middle on every machine.
  await haltAt(where, transcoding.recordingId, worker, whole.durationS, 0.05);
  const family = familyOf(pid);
  expect(family.map(({ name }) => name)).toEqual(expect.arrayContaining(["ffmpeg", "postgres"]));
  expect(strangers().length).toBeGreaterThan(3);
  const claimed = Object.entries(readPorts(dataDir));
  const live = (await sfuFile()) !== null;
  const ports = claimed.flatMap(([name, port]) =>
    name.endsWith("-udp") || (name.startsWith("livekit") && !live) ? [] : [port],
  );
  expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => true));

  await stops();
  await allGone(family);
  expect(strangers()).toEqual([]);
  expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => false));
  expect((await cut).status).toBe(0);
  const told = await answers.stop();
  expect(told.filter((status) => ![0, 200].includes(status) && status !== 503)).toEqual([]);
  expect(told.filter((status) => status === 200).length).toBeGreaterThan(0);
  const logged = readFileSync(join(dataDir, "logs", "worker.log"), "utf8");
  expect(logged).toContain("job interrupted");
  expect(logged).not.toContain("job failed");

  await goesOn(transcoding, sending, bytes);
});

test("nobody reads any more what it says: it goes on, and its stop leaves nothing", async () => {
  if (!product || product.exitCode !== null) await start();
  product?.stdout?.destroy();
  product?.stderr?.destroy();
  await stops();
  expect(strangers()).toEqual([]);
});

/** SIGTERM, and the end that follows. */
async function stops(): Promise<void> {
  const began = Date.now();
  const exit = new Promise<number | null>((done) => product?.once("exit", done));
  product?.kill("SIGTERM");
  const code = await Promise.race([exit, sleep(STOP_MS).then(() => "still there")]);
  say(`stopped in ${((Date.now() - began) / 1000).toFixed(1)} s with ${code}`);
  expect(code, said).toBe(0);
}

/** Handed back, not left behind: the queue's heartbeat of 40 s is not waited for. */
async function goesOn(transcoding: Ticket, sending: Ticket, bytes: Buffer): Promise<void> {
  const { visitor, where } = await start();
  const began = Date.now();
  await until("the transcode begins again", 35_000, async () => {
    const stage = await stageOf(where.checkUrl, transcoding.recordingId, "normalise");
    return stage?.attempt === 2;
  });
  say(`work handed back is taken up ${((Date.now() - began) / 1000).toFixed(1)} s after the start`);
  const trip = await sendFile(visitor, journal, sending, bytes, { partBytes: 8 << 20 });
  expect(trip.resumedAt[0]).toBeGreaterThan(0);
  await rests(where, [transcoding.recordingId, sending.recordingId], 300_000);
  expect(await check(where, journal)).toMatchObject({ faults: [], acks: 4, recordings: 2 });
  const [failed] = await ask<{ n: number }>(
    where.checkUrl,
    "SELECT count(*)::int AS n FROM stage WHERE state = 'failed'",
  );
  expect(failed?.n).toBe(0);
}

function readers(visitor: Visitor): { stop: () => Promise<number[]> } {
  const told: number[] = [];
  let isOver = false;
  const loop = async (): Promise<void> => {
    while (!isOver) {
      const path = told.length % 2 === 0 ? "/recordings" : "/recordings?page=2";
      told.push(
        (await exchange(visitor, { method: "GET", path, headers: { accept: "text/html" } })).status,
      );
      await sleep(50);
    }
  };
  const loops = [loop(), loop(), loop()];
  return {
    async stop() {
      isOver = true;
      await Promise.all(loops);
      return told;
    },
  };
}

const say = (line: string): void => console.log(line);
