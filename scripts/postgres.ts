import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import {
  clusterFolder,
  findPrograms,
  makeCluster,
  password,
  serverUser,
  type Programs,
  type RunAs,
} from "./postgres-files.ts";
import { prepareDatabase } from "./postgres-roles.ts";
import { claimPort } from "./ports.ts";
import { bornAt, endProcess } from "./processes.ts";

export type Postgres = {
  /** As `parley_app`: what web and worker use. */
  url: string;
  /** As `parley_owner`: migrates. */
  ownerUrl: string;
  /** As the superuser, on the database `postgres`. */
  adminUrl: string;
  pid: number;
  /** Ends the server and waits for it; open transactions are rolled back. */
  stop: () => Promise<void>;
  /** Calls back when the server ends without `stop`, also when it already has. */
  onExit: (callback: (how: string) => void) => void;
};
export type StartOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** For tests: nothing is flushed to disk, any port, and `stop` removes the cluster. */
  isThrowaway?: boolean;
};

const HOST = "127.0.0.1";
const START_MS = 60_000;
/** Said at every start and stop; everything else is news. */
const ROUTINE =
  /LOG: {2}(starting PostgreSQL|listening on|database system (is|was) shut down|database system is ready|checkpoint|received|aborting|background worker|shutting down)/;
/** Backends of a killed server end a moment after it. */
const STILL_ENDING = /pre-existing shared memory block|lock file .* already exists/;
/** A server that is started again keeps its address: URLs were handed out. */
const portOf = new Map<string, number>();

/**
 * Starts PostgreSQL on {dataDir}/postgres, makes roles and database the first time, and ends an earlier server
 * of this very folder that outlived its supervisor.
 * @throws Error with the server's last lines when it does not come up
 */
export async function startPostgres({
  dataDir,
  log,
  isThrowaway = false,
}: StartOptions): Promise<Postgres> {
  const as = serverUser();
  const cluster = clusterFolder(dataDir, as);
  const programs = findPrograms(as, dirname(cluster));
  const secrets = {
    postgres: password(dataDir, "postgres"),
    owner: password(dataDir, "parley_owner"),
    app: password(dataDir, "parley_app"),
  };
  makeCluster(cluster, programs, as, secrets.postgres, isThrowaway);
  await endLeftoverServer(cluster);
  const port =
    portOf.get(cluster) ??
    (await claimPort({
      name: "postgres",
      usual: 5432,
      given: isThrowaway ? "0" : undefined,
      host: HOST,
      dataDir,
    }));
  portOf.set(cluster, port);
  const server = await launch({ cluster, programs, as, port, log, isThrowaway });
  const urlOf = (role: string, secret: string, database: string): string =>
    `postgresql://${role}:${secret}@${HOST}:${port}/${database}`;
  const adminUrl = urlOf("postgres", secrets.postgres, "postgres");
  try {
    await prepareDatabase(adminUrl, secrets);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: urlOf("parley_app", secrets.app, "parley"),
    ownerUrl: urlOf("parley_owner", secrets.owner, "parley"),
    adminUrl,
    pid: server.pid,
    onExit: server.onExit,
    async stop() {
      await server.stop();
      if (isThrowaway) rmSync(cluster, { recursive: true, force: true });
    },
  };
}

type Launch = {
  cluster: string;
  programs: Programs;
  as: RunAs;
  port: number;
  log: (line: string) => void;
  isThrowaway: boolean;
};
type Server = Pick<Postgres, "pid" | "stop" | "onExit">;

async function launch(how: Launch): Promise<Server> {
  const until = Date.now() + START_MS;
  for (;;) {
    const last: string[] = [];
    const child = spawnServer(how, last);
    const server = watch(child);
    if (server && (await isReady(how.cluster, server, until))) return server;
    await server?.stop();
    const said = last.join("\n");
    if (!STILL_ENDING.test(said) || Date.now() > until)
      throw new Error(`PostgreSQL did not start:\n${said || "it said nothing"}`);
    await sleep(250);
  }
}

/** Nothing of ours: the environment holds keys. */
function serverEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV, ...mine } = process.env;
  return { NODE_ENV, PATH: mine["PATH"], TZ: "UTC", LC_MESSAGES: "C" };
}

function spawnServer(
  { cluster, programs, as, port, log, isThrowaway }: Launch,
  last: string[],
): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: HOST,
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    // what a statement said and which row it met are personal data
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    max_connections: isThrowaway ? 200 : 100,
    ...(isThrowaway && {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      autovacuum: "off",
      wal_level: "minimal",
      max_wal_senders: 0,
    }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A group of its own: Ctrl-C must not stop the database before those who write to it.
  const child = spawn(programs.postgres, ["-D", cluster, "-p", String(port), ...flags], {
    ...as,
    cwd: dirname(programs.postgres),
    env: serverEnv(),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  child.on("error", (error) => last.push(error.message));
  createInterface({ input: child.stderr }).on("line", (line) => {
    last.push(line);
    if (last.length > 20) last.shift();
    if (!ROUTINE.test(line)) log(line);
  });
  return child;
}

/** Null when there is no process at all: the reason came as the child's `error`. */
function watch(child: ChildProcess): Server | null {
  const { pid } = child;
  if (pid === undefined) return null;
  const born = bornAt(pid);
  const callbacks: ((how: string) => void)[] = [];
  let isStopping = false;
  let ended: string | null = null;
  const { promise: gone, resolve } = Promise.withResolvers<undefined>();
  child.once("exit", (code, signal) => {
    ended = signal ? `signal ${signal}` : `exit code ${code ?? 0}`;
    if (!isStopping) for (const callback of callbacks) callback(ended);
    resolve(undefined);
  });
  return {
    pid,
    onExit(callback) {
      callbacks.push(callback);
      if (ended !== null && !isStopping) callback(ended);
    },
    async stop() {
      isStopping = true;
      if (ended === null && born !== null) await endProcess({ pid, born }, "SIGINT", 20_000);
      await gone;
    },
  };
}

/** The last line of postmaster.pid is the server's own word; it is "ready" after a crash's recovery, too. */
async function isReady(cluster: string, server: Server, until: number): Promise<boolean> {
  const over = new AbortController();
  server.onExit(() => over.abort());
  while (!over.signal.aborted && Date.now() < until) {
    const [pid, status] = postmaster(cluster);
    if (pid === server.pid && status === "ready") return true;
    await sleep(30);
  }
  return false;
}

/** Process and state of the server of a cluster, as its lock file has them. */
function postmaster(cluster: string): [number, string] | [null, null] {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return [Number(lines[0]), lines[7]?.trim() ?? ""];
  } catch {
    return [null, null];
  }
}

/** Ends a server whose supervisor was killed: the one that names this cluster, whatever number the lock file has. */
export async function endLeftoverServer(cluster: string): Promise<void> {
  const [pid] = postmaster(cluster);
  if (pid === null || !pid) return;
  const born = bornAt(pid);
  if (born !== null && servesCluster(pid, cluster))
    await endProcess({ pid, born }, "SIGINT", 10_000);
}

function servesCluster(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
  } catch {
    return false; // no /proc: {PARLEY_DATA}/run has told of it already
  }
}
