import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bringBinary, findBinary, findWays } from "#scripts/livekit-binary.ts";
import {
  answersAt,
  claimLivekitPorts,
  livekitConfig,
  livekitEnv,
  livekitKeys,
  writeLivekitConfig,
} from "#scripts/livekit-config.ts";
import { cacheFolder } from "#scripts/folders.ts";
import { bornAt, endLeftovers, endProcess, recordProcess } from "#scripts/processes.ts";

const PREFIX = "parley-sfu-";
const START_MS = 30_000;

export type Sfu = {
  /** For browsers and recorders: `ws://127.0.0.1:…`. It stays the same over restarts. */
  url: string;
  apiKey: string;
  apiSecret: string;
  ports: { http: number; tcp: number; udp: number };
  /** The process that runs now. */
  readonly pid: number;
  /** `kill -9`; it stays away until `start`. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** `kill -9` and start again on the same ports: rooms are forgotten. */
  restart: () => Promise<void>;
  /** Everything it has logged. */
  logged: () => string;
  stop: () => Promise<void>;
};

/**
 * The media server's file, found, fetched or built by the very code of `npm start`; null where this machine has none
 * and no means to make it. Tests of a live call are skipped then, and only then:
 * `const sfu = await sfuFile(); test.skipIf(sfu === null)(…)`.
 * @throws Error where there are means and they fail: that is no reason to skip
 */
export async function sfuFile(): Promise<string | null> {
  const found = await findBinary(cacheFolder());
  if (found) return found.file;
  const ways = await findWays();
  if (!ways.go) return null; // a download that may fail for want of a network is no promise
  return (await bringBinary(cacheFolder(), ways, new AbortController().signal)).file;
}

/** A real media server of its own: any free ports, its keys, an empty folder. */
export async function startSfu(): Promise<Sfu> {
  const file = await sfuFile();
  if (file === null) throw new Error("There is no livekit-server, and no Go 1.26 to build it.");
  await sweep();
  for (let tries = 1; ; tries++) {
    try {
      return await startOne(file);
    } catch (error) {
      // some client's connection may take a port between its being found free and being listened on
      if (tries === 3 || !String(error).includes("address already in use")) throw error;
    }
  }
}

async function startOne(file: string): Promise<Sfu> {
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const ports = await claimLivekitPorts(dataDir, "127.0.0.1", true);
  const keys = livekitKeys(dataDir);
  const config = writeLivekitConfig(dataDir, livekitConfig(ports, keys));
  const httpUrl = `http://127.0.0.1:${ports.http}`;
  const logFile = join(dataDir, "livekit.log");
  let child: ChildProcess | undefined;

  const pid = (): number => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new Error("The media server of this test does not run.");
    return child.pid;
  };
  const start = async (): Promise<void> => {
    const log = openSync(logFile, "a");
    const started = spawn(file, ["--config", config], {
      cwd: dataDir,
      env: livekitEnv(),
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    child = started;
    if (started.pid !== undefined) recordProcess(join(dataDir, "run"), "livekit", started.pid);
    const until = Date.now() + START_MS;
    while (!(await answersAt(httpUrl, 1_000))) {
      if (started.exitCode !== null || started.signalCode !== null || Date.now() > until)
        throw new Error(`The media server does not start:\n${readFileSync(logFile, "utf8")}`);
      await sleep(20);
    }
  };
  const kill = async (): Promise<void> => {
    const [running, born] = [pid(), bornAt(pid())];
    if (born !== null) await endProcess({ pid: running, born }, "SIGKILL", 5_000);
  };
  await start();
  return {
    url: `ws://127.0.0.1:${ports.http}`,
    ...keys,
    ports,
    get pid() {
      return pid();
    },
    kill,
    start,
    async restart() {
      await kill();
      await start();
    },
    logged: () => readFileSync(logFile, "utf8"),
    async stop() {
      if (child?.exitCode === null && child.signalCode === null) await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a run that was killed left behind: told by the number of its process, which is gone. */
async function sweep(): Promise<void> {
  for (const entry of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(entry)?.[1]);
    if (!owner || bornAt(owner) !== null) continue;
    await endLeftovers(join(tmpdir(), entry, "run"));
    rmSync(join(tmpdir(), entry), { recursive: true, force: true });
  }
}
