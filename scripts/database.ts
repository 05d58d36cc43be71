import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { prepareData, readJson } from "./folders.ts";
import { tryHold } from "./lock.ts";
import { say } from "./output.ts";
import { backoffMs } from "./supervised-program.ts";
import { startPostgres } from "./postgres.ts";
import { endLeftovers, dropProcess, recordProcess } from "./processes.ts";
import type { Settings } from "./settings.ts";

export type Database = {
  /** The role web and worker use. */
  url: string;
  ownerUrl: string;
  stop: () => Promise<void>;
};

const addressFile = (dataDir: string): string => join(dataDir, "secrets/database.json");

/** The given server, once it answers, or our own, which is started again whenever it dies. */
export async function openDatabase(settings: Settings, signal: AbortSignal): Promise<Database> {
  if (settings.databaseUrl !== undefined) {
    const ownerUrl = settings.databaseOwnerUrl ?? settings.databaseUrl;
    for (const url of new Set([settings.databaseUrl, ownerUrl])) await waitFor(url, signal);
    return { url: settings.databaseUrl, ownerUrl, stop: () => Promise.resolve() };
  }
  return ownDatabase(settings.dataDir);
}

async function ownDatabase(dataDir: string): Promise<Database> {
  const runDir = join(dataDir, "run");
  const log = (line: string): void => say(`postgres ${line}`);
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();
  let crashes = 0;
  const isOver = (): boolean => isStopping;
  const start = async (): Promise<Awaited<ReturnType<typeof startPostgres>>> => {
    const began = Date.now();
    const server = await startPostgres({ dataDir, log });
    recordProcess(runDir, "postgres", server.pid);
    server.onExit((how) => {
      dropProcess(runDir, "postgres");
      if (isStopping) return;
      if (Date.now() - began > 60_000) crashes = 0;
      starting = again(how);
    });
    return server;
  };
  const again = async (how: string): Promise<void> => {
    while (!isOver()) {
      const wait = backoffMs(crashes++);
      say(`postgres stopped (${how}): started again in ${wait / 1000} s.`);
      await sleep(wait);
      try {
        if (!isOver()) running = await start();
        return;
      } catch (error) {
        say(`postgres did not start: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  let running = await start();
  const { url, ownerUrl } = running;
  writeFileSync(addressFile(dataDir), JSON.stringify({ url, ownerUrl }), { mode: 0o600 });
  return {
    url,
    ownerUrl,
    async stop() {
      isStopping = true;
      await starting;
      await running.stop();
      dropProcess(runDir, "postgres");
    },
  };
}

/** A database in a container next door may need its minute. @throws Error with the reason and the fix */
async function waitFor(url: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const reason = await refusalOf(url);
    if (reason === null) return;
    if (tries === 0) say("Waiting for the database that DATABASE_URL names.");
    if (tries === 60)
      throw new Error(
        `The database that DATABASE_URL names cannot be reached (${reason}): start it, or unset DATABASE_URL to use Parley's own.`,
      );
    await sleep(1_000);
  }
}

async function refusalOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Lends this folder's database to a command: the given one, the one of the instance that runs now, or our own,
 * started for the purpose. @param needsQuiet refuse while an instance runs
 */
export async function withDatabase<R>(
  settings: Settings,
  use: (database: Database) => Promise<R>,
  needsQuiet = false,
): Promise<R> {
  const { dataDir } = settings;
  prepareData(dataDir);
  const lock = await tryHold(realpathSync(dataDir));
  if (!lock && needsQuiet) throw new Error("Parley runs in this data folder: stop it first.");
  if (!lock && settings.databaseUrl === undefined) {
    const database = readAddress(dataDir);
    if (!database)
      throw new Error("Parley is just starting in this data folder: try again when it is ready.");
    return use(database);
  }
  if (lock) await endLeftovers(join(dataDir, "run"));
  const database = await openDatabase(settings, AbortSignal.timeout(90_000));
  try {
    return await use(database);
  } finally {
    await database.stop();
    lock?.release();
  }
}

function readAddress(dataDir: string): Database | null {
  const value = readJson(addressFile(dataDir));
  if (typeof value !== "object" || value === null || !("url" in value && "ownerUrl" in value))
    return null;
  return {
    url: String(value.url),
    ownerUrl: String(value.ownerUrl),
    stop: () => Promise.resolve(),
  };
}

/** The process that holds a data folder, for a message. */
export function holderOf(dataDir: string): string {
  const file = join(dataDir, "lock");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "unknown";
}
