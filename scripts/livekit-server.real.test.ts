import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Room } from "@livekit/rtc-node";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLivekit } from "#app/core/platform/livekit.server.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { cacheFolder, prepareData, ROOT } from "./folders.ts";
import { claimLivekitPorts, livekitEnv } from "./livekit-config.ts";
import { linesFor, prepareLive, type Live } from "./livekit-server.ts";
import { readPorts } from "./ports.ts";
import { bornAt, endLeftovers, findRecorded } from "./processes.ts";
import { readSettings, type Settings } from "./settings.ts";

const hasServer = (await sfuFile()) !== null;
let dataDir = "";
let live: Live | undefined;
let sfu: Sfu | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "parley-live-"));
  prepareData(dataDir);
});
afterEach(async () => {
  await live?.stop();
  await sfu?.stop();
  live = sfu = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = (env: Record<string, string> = {}, cacheDir = cacheFolder()): Settings => ({
  ...readSettings({ NODE_ENV: "test", ...env }),
  dataDir,
  cacheDir,
});
const never = new AbortController().signal;
const prepare = async (env: Record<string, string> = {}, cacheDir?: string): Promise<Live> =>
  (live = await prepareLive(settings(env, cacheDir), never));
const stateOf = ({ now }: Live): string => [now().state, now().reason].join(" ").trim();
/** What web and worker would reach with the environment they get. */
const client = ({ env }: Live) =>
  openLivekit({
    url: env["LIVEKIT_URL"] ?? "",
    publicUrl: env["LIVEKIT_PUBLIC_URL"] ?? "",
    apiKey: env["LIVEKIT_API_KEY"] ?? "",
    apiSecret: env["LIVEKIT_API_SECRET"] ?? "",
  });
const pidOf = (): number => findRecorded(join(dataDir, "run"), "livekit") ?? 0;
const soon = { timeout: 20_000, interval: 20 };

test.skipIf(!hasServer)(
  "our own server runs with keys of its own, and takes calls with what web and worker are told",
  { timeout: 30_000 },
  async () => {
    const own = await prepare();
    expect(own.now().state).toBe("preparing");
    await expect.poll(() => stateOf(own), soon).toBe("on");
    expect(own.lines()).toEqual([]);
    const joined = await client(own).repToken("call", "user", "tab");
    expect(joined.url).toBe(own.env["LIVEKIT_URL"]);
    expect(await client(own).listRooms()).toEqual(["c:call"]);
    const ports = readPorts(dataDir);
    expect(Object.keys(ports)).toEqual([
      "livekit",
      "livekit-tcp",
      "livekit-udp",
      "livekit-metrics",
    ]);
    const metrics = await fetch(`http://127.0.0.1:${ports["livekit-metrics"] ?? 0}/`);
    expect(await metrics.text()).toContain("livekit_");
    for (const file of ["livekit.yaml", "secrets/livekit"])
      expect(statSync(join(dataDir, file)).mode & 0o777, file).toBe(0o600);
    const pid = pidOf();
    await own.stop();
    expect(bornAt(pid)).toBeNull();
    expect(readFileSync(join(dataDir, "logs/livekit.log"), "utf8")).toContain("starting LiveKit");
  },
);

test.skipIf(!hasServer)(
  "a server that is killed is back at the same address",
  { timeout: 40_000 },
  async () => {
    const own = await prepare();
    await expect.poll(() => stateOf(own), soon).toBe("on");
    const first = pidOf();
    const began = Date.now();
    process.kill(first, "SIGKILL");
    await expect.poll(() => client(own).isUp(), soon).toBe(false);
    await expect.poll(() => client(own).isUp(), soon).toBe(true);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(pidOf()).not.toBe(first);
    await expect.poll(() => stateOf(own), soon).toBe("on");
  },
);

test.skipIf(!hasServer)(
  "a server that hangs is ended and started again",
  { timeout: 60_000 },
  async () => {
    live = await prepareLive(settings(), never, { lookMs: 50, answerMs: 100, hungAfter: 5 });
    const own = live;
    await expect.poll(() => stateOf(own), soon).toBe("on");
    const first = pidOf();
    process.kill(first, "SIGSTOP");
    await expect.poll(() => pidOf() !== first && pidOf() !== 0, soon).toBe(true);
    const second = pidOf();
    await expect.poll(() => client(own).isUp(), soon).toBe(true);
    expect(bornAt(first)).toBeNull();
    await sleep(500);
    expect(pidOf()).toBe(second); // one that is starting is left alone
  },
);

test.skipIf(!hasServer)(
  "a server that a killed start left over is ended at once, calls or none",
  { timeout: 40_000 },
  async () => {
    const own = await prepare();
    await expect.poll(() => stateOf(own), soon).toBe("on");
    const left = pidOf();
    const { url, token } = await client(own).repToken("call", "user", "tab");
    const room = new Room();
    await room.connect(url, token, { autoSubscribe: true, dynacast: false });
    const began = Date.now();
    expect(await endLeftovers(join(dataDir, "run"))).toEqual(["livekit"]);
    expect(Date.now() - began).toBeLessThan(6_000); // a call would be waited for for eight
    expect(bornAt(left)).toBeNull();
    await room.disconnect();
  },
);

test.skipIf(!hasServer)(
  "the container's configuration is one the server takes",
  async () => {
    const ports = await claimLivekitPorts(dataDir, "127.0.0.1", true);
    const free = { 7880: ports.http, 7881: ports.tcp, 7882: ports.udp, 6789: 0 };
    const given = readFileSync(join(ROOT, "deploy/livekit.yaml"), "utf8");
    const config = join(dataDir, "container.yaml");
    writeFileSync(
      config,
      Object.entries(free).reduce(
        (text, [usual, port]) => text.replace(usual, String(port)),
        given,
      ),
    );
    const child = spawn((await sfuFile()) ?? "", ["--config", config], {
      env: { ...livekitEnv(), NODE_IP: "", LIVEKIT_KEYS: `parley: ${"s".repeat(43)}` },
      stdio: "ignore",
    });
    try {
      const url = `ws://127.0.0.1:${ports.http}`;
      const rooms = openLivekit({
        url,
        publicUrl: url,
        apiKey: "parley",
        apiSecret: "s".repeat(43),
      });
      await expect.poll(() => rooms.isUp(), soon).toBe(true);
      const { token } = await rooms.repToken("call", "user", "tab");
      await rooms.deleteRoom("c:call");
      await expect(
        new Room().connect(url, token, { autoSubscribe: true, dynacast: false }),
      ).rejects.toThrow();
      expect(await rooms.listRooms()).toEqual([]); // nobody but the application opens one
    } finally {
      child.kill("SIGKILL");
    }
  },
  30_000,
);

test("without a server and without a way to one, live calls are off with the reason, until one appears", async () => {
  const cacheDir = join(dataDir, "cache");
  const path = process.env["PATH"] ?? "";
  process.env["PATH"] = "/nowhere";
  try {
    const own = await prepareLive(settings({}, cacheDir), never, {
      ways: { release: null, go: null },
    });
    live = own;
    expect(stateOf(own)).toBe("preparing building");
    own.bring();
    await expect.poll(() => stateOf(own), soon).toBe("off no_binary");
    expect(own.lines().join(" ")).toContain("LIVEKIT_SERVER_BIN");
    expect(own.env["LIVEKIT_URL"]).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
  } finally {
    process.env["PATH"] = path;
  }
});

test("LIVE_CONSOLE=false runs nothing and hands no address over", async () => {
  const none = await prepare({ LIVE_CONSOLE: "false" });
  expect(stateOf(none)).toBe("off switched_off");
  expect(none.env).toEqual({ LIVE_CONSOLE: "false" });
  expect(none.lines()).toEqual([]);
  expect(existsSync(join(dataDir, "livekit.yaml"))).toBe(false);
});

test.skipIf(!hasServer)("a given server is watched, not run", async () => {
  const given = (sfu = await startSfu());
  const env = {
    LIVEKIT_URL: given.url,
    LIVEKIT_API_KEY: given.apiKey,
    LIVEKIT_API_SECRET: given.apiSecret,
  };
  const theirs = await prepare(env);
  await expect.poll(() => stateOf(theirs), soon).toBe("on");
  expect(existsSync(join(dataDir, "livekit.yaml"))).toBe(false);
  await theirs.stop();
  const wrong = await prepare({ ...env, LIVEKIT_API_SECRET: "x".repeat(43) });
  await expect.poll(() => stateOf(wrong), soon).toBe("off wrong_keys");
  await wrong.stop();
  await given.kill();
  const away = await prepare(env);
  await expect.poll(() => stateOf(away), soon).toBe("off unreachable");
  await given.start();
  await expect.poll(() => stateOf(away), soon).toBe("on");
});

test("LIVEKIT_SERVER_BIN that does not run stops the start with one line", async () => {
  const broken = settings({ LIVEKIT_SERVER_BIN: join(dataDir, "nothing") });
  await expect(prepareLive(broken, never)).rejects.toThrow("LIVEKIT_SERVER_BIN names");
});

test("a page for other machines without a media server they reach is told so", async () => {
  const far = await prepare({ LIVE_CONSOLE: "true", APP_URL: "https://calls.example.com" });
  expect(far.lines().at(-1)).toContain("LIVEKIT_PUBLIC_URL");
  expect(linesFor({ state: "on", reason: null })).toEqual([]);
});
