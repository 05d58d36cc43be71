import { isLoopback } from "#app/core/platform/env.schema.ts";
import {
  type Binary,
  bringBinary,
  findBinary,
  findWays,
  LIVEKIT_VERSION,
  LivekitMissing,
  type Ways,
} from "./livekit-binary.ts";
import {
  answersAt,
  claimLivekitPorts,
  livekitConfig,
  livekitEnv,
  livekitKeys,
  writeLivekitConfig,
} from "./livekit-config.ts";
import { followGiven, type LiveState, off, ON, pause, reportState } from "./livekit-watch.ts";
import { say } from "./output.ts";
import { type SupervisedProgram, supervise } from "./supervised-program.ts";
import { send } from "./processes.ts";
import type { Settings } from "./settings.ts";

/** What the start knows of live calls. */
export type Live = {
  /** For web and worker: the address and the keys, whether the server is there yet or not. */
  env: Record<string, string>;
  /** Begins to fetch or build the server where there is none; nobody waits for it. */
  bring: () => void;
  /** Keeps the row `livekit` of part_state. */
  report: (databaseUrl: string) => void;
  now: () => LiveState;
  /** One sentence when live calls are not on. */
  lines: () => string[];
  stop: () => Promise<void>;
};

/** How closely our own server is watched; tests are in more of a hurry. */
export type Care = {
  lookMs: number;
  /** How long an answer may take. */
  answerMs: number;
  /** A server that has not answered this many times in a row hangs: it is killed, and started again. */
  hungAfter: number;
  /** Instead of those this machine has. */
  ways?: Ways;
};
const CARE: Care = { lookMs: 1_000, answerMs: 2_000, hungAfter: 15 };
/** From its last answer until it may be called out of order. */
const PATIENCE_MS = 20_000;
const STARTING: LiveState = { state: "preparing", reason: "starting" };
const BUILDING: LiveState = { state: "preparing", reason: "building" };
const AGAIN_MS = 10 * 60_000;
const STOP_MS = 1_000;

/**
 * Prepares live calls: a media server of our own, supervised, or the one that was given, watched.
 * @throws Error when LIVEKIT_SERVER_BIN does not run
 */
export async function prepareLive(
  settings: Settings,
  signal: AbortSignal,
  care: Partial<Care> = {},
): Promise<Live> {
  const { live } = settings;
  const own = new AbortController();
  const stop = AbortSignal.any([signal, own.signal]);
  if (live.isOwn) return ownServer(settings, own, stop, { ...CARE, ...care });
  let state: LiveState = live.isOn ? off("no_server") : off("switched_off");
  if (live.isOn && live.url !== undefined) {
    state = STARTING;
    const given = { url: live.url, apiKey: live.apiKey ?? "", apiSecret: live.apiSecret ?? "" };
    void followGiven(given, (found) => (state = found), stop);
  }
  return {
    env: { LIVE_CONSOLE: String(live.isOn) },
    bring: () => undefined,
    report: (databaseUrl) => void reportState(() => state, databaseUrl, stop),
    now: () => state,
    lines: () => linesFor(state),
    stop() {
      own.abort();
      return Promise.resolve();
    },
  };
}

async function ownServer(
  settings: Settings,
  own: AbortController,
  stop: AbortSignal,
  care: Care,
): Promise<Live> {
  const { dataDir, cacheDir, live } = settings;
  const found = await findBinary(cacheDir, live.serverBin);
  const ports = await claimLivekitPorts(dataDir, live.nodeIp);
  const keys = livekitKeys(dataDir);
  const config = writeLivekitConfig(dataDir, livekitConfig(ports, keys, live.nodeIp));
  const url = `ws://127.0.0.1:${ports.http}`;
  const httpUrl = `http://127.0.0.1:${ports.http}`;
  const server = runner(settings, config, (part, report) =>
    follow(part, httpUrl, care, report, stop),
  );
  if (found) server.run(found);
  let bringing: Promise<void> | undefined;
  return {
    env: {
      LIVE_CONSOLE: "true",
      LIVEKIT_URL: url,
      LIVEKIT_API_KEY: keys.apiKey,
      LIVEKIT_API_SECRET: keys.apiSecret,
      LIVEKIT_PUBLIC_URL: live.publicUrl ?? url,
    },
    bring: () => void (bringing ??= found ? undefined : bring(settings, server, care, stop)),
    report: (databaseUrl) => void reportState(server.now, databaseUrl, stop),
    now: server.now,
    lines: () => [...linesFor(server.now()), ...reachOf(settings)],
    async stop() {
      own.abort();
      await bringing;
      await server.stop();
    },
  };
}

type Runner = {
  run: (binary: Binary) => void;
  set: (state: LiveState) => void;
  now: () => LiveState;
  stop: () => Promise<void>;
};

/** Runs the server, once there is one, and says how it is. */
function runner(
  settings: Settings,
  config: string,
  watch: (part: SupervisedProgram, report: (state: LiveState) => void) => Promise<void>,
): Runner {
  const { dataDir, logLevel = "warn" } = settings;
  let state: LiveState = BUILDING;
  let part: SupervisedProgram | undefined;
  return {
    now: () => state,
    set: (next) => void (state = next),
    run({ file, version }) {
      if (version !== LIVEKIT_VERSION)
        say(
          `livekit  ${file} is version ${version ?? "unknown"}; Parley is made for ${LIVEKIT_VERSION}.`,
        );
      state = STARTING;
      part = supervise({
        name: "livekit",
        file,
        args: ["--config", config],
        cwd: dataDir,
        env: livekitEnv(),
        dataDir,
        level: logLevel === "warn" ? "error" : logLevel, // it warns of every browser that closes a tab
        stopMs: STOP_MS,
      });
      part.isUp(); // it is started again for ever: calls can wait, the pages do not depend on it
      void watch(part, (next) => (state = next));
    },
    stop: async () => part?.stop(),
  };
}

async function follow(
  part: SupervisedProgram,
  httpUrl: string,
  { lookMs, answerMs, hungAfter }: Care,
  report: (state: LiveState) => void,
  signal: AbortSignal,
): Promise<void> {
  let [pid, hasAnswered, missed, upAt] = [part.pid(), false, 0, Date.now()];
  while (!signal.aborted) {
    if (part.pid() !== pid) [pid, hasAnswered, missed] = [part.pid(), false, 0];
    if (await answersAt(httpUrl, answerMs)) {
      [hasAnswered, missed, upAt] = [true, 0, Date.now()];
      report(ON);
      await pause(lookMs, signal);
      continue;
    }
    missed += 1;
    if (!hasAnswered || missed > 1)
      report(Date.now() - upAt < PATIENCE_MS ? STARTING : off("not_answering"));
    if (hasAnswered && missed >= hungAfter && pid !== undefined && part.pid() === pid) {
      say("livekit  does not answer any more: it is ended and started again.");
      send(pid, "SIGKILL");
    }
    await pause(lookMs / 4, signal);
  }
}

/** Until there is a server: by download or by Go, else by somebody who follows the advice. */
async function bring(
  settings: Settings,
  server: Runner,
  { lookMs, ways }: Care,
  signal: AbortSignal,
): Promise<void> {
  const { cacheDir, live } = settings;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    server.set(BUILDING);
    try {
      const began = Date.now();
      const made = await bringBinary(cacheDir, ways ?? (await findWays()), signal);
      if (isOver()) return;
      say(`Live calls: the media server is ready (${Math.round((Date.now() - began) / 1000)} s).`);
      server.run(made);
      return;
    } catch (error) {
      if (isOver()) return;
      server.set(off(error instanceof LivekitMissing ? error.reason : "build_failed"));
      say(`Live calls are off: ${error instanceof Error ? error.message : String(error)}`);
    }
    const until = Date.now() + AGAIN_MS;
    while (!isOver() && Date.now() < until) {
      await pause(5 * lookMs, signal);
      const found = isOver() ? null : await findBinary(cacheDir, live.serverBin);
      if (!found) continue;
      server.run(found);
      return;
    }
  }
}

const FIX = `Fix: put livekit-server ${LIVEKIT_VERSION} on PATH (or name it by LIVEKIT_SERVER_BIN), or install Go 1.26; LIVE_CONSOLE=false does without.`;
const SAID: Record<NonNullable<LiveState["reason"]>, string[]> = {
  building: ["Still coming: the media server of live calls (about 90 s where it must be built)."],
  starting: ["Still coming: the media server of live calls."],
  switched_off: [],
  no_server: ["Off: live calls, no media server runs here and LIVEKIT_URL names none."],
  no_binary: ["Off: live calls, there is no media server (livekit-server).", FIX],
  build_failed: ["Off: live calls, the media server could not be built.", FIX],
  wrong_hash: ["Off: live calls, what was downloaded is not the media server's release.", FIX],
  not_answering: ["Off: live calls, the media server does not answer; see logs/livekit.log."],
  unreachable: ["Off: live calls, the media server that LIVEKIT_URL names cannot be reached."],
  wrong_keys: ["Off: live calls, the media server refuses LIVEKIT_API_KEY and LIVEKIT_API_SECRET."],
};
export const linesFor = ({ reason }: LiveState): string[] => (reason === null ? [] : SAID[reason]);

/** A page for other machines needs a media server they can reach. */
function reachOf({ host, appUrl, live }: Settings): string[] {
  const isLocal = isLoopback(appUrl === undefined ? host : new URL(appUrl).hostname);
  return isLocal || (live.publicUrl !== undefined && !isLoopback(live.nodeIp))
    ? []
    : [
        "Live calls work in browsers of this machine only: set LIVEKIT_NODE_IP and LIVEKIT_PUBLIC_URL (docs/operations.md).",
      ];
}
