import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WEB } from "#scripts/supervised-program.ts";
import { signIn, type Visitor } from "#scripts/demo/door.ts";
import { prepareData, ROOT } from "#scripts/folders.ts";
import { isOnPath } from "#scripts/packages.ts";
import { claimPort } from "#scripts/ports.ts";
import { endLeftoverServer, type Postgres, startPostgres } from "#scripts/postgres.ts";
import { bornAt, endProcess } from "#scripts/processes.ts";
import { onDatabase } from "#prisma/connection.server.ts";
import { deploy } from "#prisma/migrate.ts";
import { familyOf, type Proc, until } from "./processes.ts";

const PREFIX = "parley-faults-";
const START_MS = 90_000;
const SAID_CHARACTERS = 200_000;
export const PASSWORD = "parley-demo-calls";
export const REP = "rep@demo.test";
/** The queue's least: a dead worker is noticed after 10 s and at most one round of its supervision. */
export const HEARTBEAT_SECONDS = 10;

/** Why faults cannot be shown here, or null. */
export const missingHere = (): string | null => {
  if (process.platform !== "linux") return "needs /proc";
  const missing = ["ffmpeg", "bwrap", "pocketsphinx_batch", "flite"].filter(
    (name) => !isOnPath(name),
  );
  if (missing.length > 0) return `not installed: ${missing.join(", ")}`;
  return null;
};

/** One of the product's own programs, started by the test, without anybody who starts it again. */
export type Program = Proc & {
  /** Its last lines. */
  said: () => string;
  /** Signals this process alone, as the kernel or an operator would. */
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<void>;
};

export type Instance = {
  dataDir: string;
  origin: string;
  /** The whole database, past row level security: the checker's eyes. */
  checkUrl: string;
  database: () => Postgres;
  /** Started again, on the same folder and port. */
  startDatabase: () => Promise<Postgres>;
  startWeb: (port?: number) => Promise<Program>;
  startWorker: () => Promise<Program>;
  signIn: () => Promise<Visitor>;
  stop: () => Promise<void>;
};

/** A folder of its own under the temporary one, after removing what a killed run left. */
export async function makeFolder(): Promise<string> {
  for (const entry of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(entry)?.[1]);
    if (!pid || bornAt(pid) !== null) continue;
    await endLeftoverServer(join(tmpdir(), entry, "postgres"));
    rmSync(join(tmpdir(), entry), { recursive: true, force: true });
  }
  if (!existsSync(join(ROOT, "build/server/index.js")))
    throw new Error("The pages are not built: npm test builds them first.");
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** What a test adds to the environment of web and worker, and what its workers do. */
export type Setting = { env?: Record<string, string>; roles?: "jobs" | "jobs,recorders" };

/** PostgreSQL that flushes as an installation's does, the demo's people, and programs on demand. */
export async function startInstance({
  env: given = {},
  roles = "jobs",
}: Setting = {}): Promise<Instance> {
  const dataDir = await makeFolder();
  const secretKeyFile = prepareData(dataDir);
  const log = (): void => undefined;
  let database = await startPostgres({ dataDir, log });
  await deploy(database.ownerUrl);
  const port = await claimPort({
    name: "web",
    usual: 3000,
    given: "0",
    host: "127.0.0.1",
    dataDir,
  });
  const origin = `http://127.0.0.1:${port}`;
  const running = new Set<ChildProcess>();
  const env = (more: Record<string, string>): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    APP_URL: origin,
    DATABASE_URL: database.url,
    PARLEY_DATA: dataDir,
    SECRET_KEY_FILE: secretKeyFile,
    DEMO: "1",
    LOG_LEVEL: "info",
    LIMIT_SIGN_IN_TRIES: "1000",
    LIMIT_SIGN_IN_TRIES_PER_IP: "1000",
    JOB_HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS),
    JOB_REFRESH_SECONDS: "2",
    ...given,
    ...more,
  });
  const run = (name: string, args: string[], more: Record<string, string> = {}): Program => {
    const { program, child } = launch(name, args, env(more));
    running.add(child);
    child.once("exit", () => running.delete(child));
    return program;
  };
  const startWeb = async (at = port): Promise<Program> => {
    const web = run("web", WEB, { PORT: String(at) });
    await isUp(web, () =>
      fetch(`http://127.0.0.1:${at}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return web;
  };
  const startWorker = async (): Promise<Program> => {
    const worker = run("worker", ["worker/main.ts", `--roles=${roles}`]);
    await isUp(worker, () => worker.said().includes("takes jobs"));
    return worker;
  };
  const people = run("people", ["scripts/demo/seed.ts", "people"]);
  await people.ended;
  return {
    dataDir,
    origin,
    checkUrl: onDatabase(database.adminUrl, "parley"),
    database: () => database,
    startDatabase: async () => (database = await startPostgres({ dataDir, log })),
    startWeb,
    startWorker,
    signIn: () => signIn(origin, REP, PASSWORD),
    async stop() {
      for (const { pid } of running) if (pid !== undefined) await endFamily(pid);
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function isUp(program: Program, look: () => boolean | Promise<boolean>): Promise<void> {
  await until(`${program.name} comes up`, START_MS, look).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${program.said()}`);
  });
}

function launch(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): { program: Program; child: ChildProcess } {
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid } = child;
  const born = pid === undefined ? null : bornAt(pid);
  if (pid === undefined || born === null) throw new Error(`${name} does not start.`);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on(
      "data",
      (chunk: Buffer) => (said = (said + chunk.toString()).slice(-SAID_CHARACTERS)),
    );
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const program: Program = {
    pid,
    born,
    name,
    said: () => said,
    signal: (signal) => void process.kill(pid, signal),
    ended,
  };
  return { program, child };
}

/** The end of a test, not part of it: nothing may outlive it, whatever went wrong. */
async function endFamily(pid: number): Promise<void> {
  for (const one of [...familyOf(pid), { pid, born: bornAt(pid) }])
    if (one.born !== null) await endProcess({ pid: one.pid, born: one.born }, "SIGKILL", 2_000);
}
