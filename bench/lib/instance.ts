import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdtempSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { deploy } from "#prisma/migrate.ts";
import { WEB } from "#scripts/supervised-program.ts";
import { buildSources, buildPages } from "#scripts/build.ts";
import { cacheFolder, prepareData, ROOT } from "#scripts/folders.ts";
import { claimPort } from "#scripts/ports.ts";
import { startPostgres } from "#scripts/postgres.ts";
import { bornAt, endProcess } from "#scripts/processes.ts";
import type { Stack } from "./run.ts";

/** A whole Parley of the benchmark's own: data folder, database (fsync on), built server, worker. */
export type Instance = {
  origin: string;
  dataDir: string;
  /** As the superuser, on the instance's database: seeds. */
  admin: pg.Client;
  env: NodeJS.ProcessEnv;
  pgVersion: string;
  /** What PostgreSQL logs, one entry a call, while somebody listens. */
  onDatabaseLog: (listener: ((line: string) => void) | null) => void;
  startWorker: (roles?: "jobs" | "jobs,recorders") => Promise<void>;
};

const READY_MS = 60_000;

/**
 * Brings an instance up; `stack` takes it down again and removes its folder.
 * @param given on top of the usual environment of web and worker
 */
export async function openInstance(
  stack: Stack,
  given: Record<string, string> = {},
): Promise<Instance> {
  await buildSources(stack.signal);
  await buildPages(stack.signal);
  const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
  stack.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const secretKeyFile = prepareData(dataDir);
  let listener: ((line: string) => void) | null = null;
  const server = await startPostgres({ dataDir, log: (line) => listener?.(line) });
  stack.onEnd(server.stop);
  await deploy(server.ownerUrl);

  const port = await claimPort({ name: "web", usual: 0, given: "0", host: "127.0.0.1", dataDir });
  const origin = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: origin,
    DATABASE_URL: server.url,
    PARLEY_DATA: dataDir,
    PARLEY_CACHE: cacheFolder(),
    SECRET_KEY_FILE: secretKeyFile,
    DEMO: "0",
    LOG_LEVEL: "warn",
    ...given,
  };
  Object.assign(process.env, env); // domain functions that a benchmark calls itself open the same instance
  const adminUrl = new URL(server.adminUrl);
  adminUrl.pathname = "/parley";
  const admin = new pg.Client({ connectionString: adminUrl.href });
  await admin.connect();
  stack.onEnd(() => admin.end());
  const { rows } = await admin.query<{ server_version: string }>("SHOW server_version");

  startProgram("web", WEB, env, dataDir, stack);
  await answers(`${origin}/readyz`);
  return {
    origin,
    dataDir,
    admin,
    env,
    pgVersion: rows[0]?.server_version ?? "",
    onDatabaseLog: (next) => void (listener = next),
    async startWorker(roles = "jobs") {
      startProgram("worker", ["worker/main.ts", `--roles=${roles}`], env, dataDir, stack);
      await until(async () => {
        const found = await admin.query("SELECT 1 FROM part_state WHERE name = 'speech'");
        return found.rowCount === 1;
      }, "the worker to say what it can do");
    },
  };
}

/** A Node program of the checkout, its output in the instance's logs. */
export function startProgram(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  dataDir: string,
  stack: Stack,
): ChildProcess {
  const log = openSync(join(dataDir, "logs", `${name}.log`), "a", 0o600);
  const child = spawn(process.execPath, ["--import", "tsx", ...args], {
    cwd: ROOT,
    env,
    stdio: ["ignore", log, log, "ipc"],
    detached: true,
  });
  closeSync(log);
  const { pid } = child;
  const born = pid === undefined ? null : bornAt(pid);
  stack.onEnd(async () => {
    if (pid !== undefined && born !== null) await endProcess({ pid, born }, "SIGTERM", 35_000);
  });
  return child;
}

async function answers(url: string): Promise<void> {
  await until(
    () =>
      fetch(url, { signal: AbortSignal.timeout(3_000) })
        .then(({ ok }) => ok)
        .catch(() => false),
    `${url} to answer`,
  );
}

/** Asks again until it is so. @throws Error after `waitMs` */
export async function until(
  isSo: () => Promise<boolean>,
  what: string,
  { waitMs = READY_MS, everyMs = 100 } = {},
): Promise<void> {
  const end = Date.now() + waitMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited ${waitMs / 1000} s in vain for ${what}.`);
    await sleep(everyMs);
  }
}
