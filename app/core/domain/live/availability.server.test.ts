import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { reportState } from "#scripts/livekit-watch.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";

/** The environment is read once a process: each test takes its own copies of what reads it. */
async function withEnv(values: Record<string, string | undefined>) {
  vi.resetModules();
  for (const name of ["env", "livekit", "parts"])
    Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
  for (const [name, value] of Object.entries(values))
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  const { liveAvailability } = await import("./availability.server.ts");
  const { probeLive, watchLive } = await import("./probe.server.ts");
  return { liveAvailability, probeLive, watchLive };
}

const hasServer = (await sfuFile()) !== null;
let sfu: Sfu;
beforeAll(async () => {
  if (hasServer) sfu = await startSfu();
});
afterAll(async () => {
  if (hasServer) await sfu.stop();
});
beforeEach(async () => {
  await db.partState.deleteMany({});
});
const given = (): Record<string, string | undefined> => ({
  LIVE_CONSOLE: undefined,
  PARLEY_SUPERVISED: undefined,
  LIVEKIT_URL: hasServer ? sfu.url : "ws://127.0.0.1:1",
  LIVEKIT_API_KEY: hasServer ? sfu.apiKey : "key",
  LIVEKIT_API_SECRET: hasServer ? sfu.apiSecret : "secret",
});

test("live calls that are switched off, or have no server, say so without asking anybody", async () => {
  const off = await withEnv({ ...given(), LIVE_CONSOLE: "false" });
  expect(await off.liveAvailability()).toEqual({ state: "off", reason: "switched_off" });
  const none = await withEnv({ ...given(), LIVEKIT_URL: undefined });
  expect(await none.liveAvailability()).toEqual({ state: "off", reason: "no_server" });
});

test("while nobody has spoken the server is starting, then it is what the supervisor says", async () => {
  const { liveAvailability } = await withEnv(given());
  expect(await liveAvailability()).toEqual({ state: "preparing", reason: "starting" });
  for (const said of [
    { state: "preparing", reason: "building" },
    { state: "off", reason: "build_failed" },
    { state: "on", reason: null },
  ] as const) {
    await saveComponentStatus(
      "livekit",
      hostname(),
      said.state,
      said.reason === null ? {} : { reason: said.reason },
    );
    const { liveAvailability: asked } = await withEnv(given());
    expect(await asked()).toEqual(said);
  }
});

test("what a process said that has been silent for three minutes counts no more", async () => {
  await saveComponentStatus("livekit", "gone", "on", {});
  await db.partState.updateMany({ data: { seenAt: new Date(Date.now() - 4 * 60_000) } });
  const { liveAvailability } = await withEnv(given());
  expect(await liveAvailability()).toEqual({ state: "preparing", reason: "starting" });
});

test("the supervisor's word is in the database at once, and each change of it", async () => {
  const stop = new AbortController();
  let said: Parameters<typeof reportState>[0] = () => ({ state: "preparing", reason: "building" });
  const telling = reportState(() => said(), process.env["DATABASE_URL"] ?? "", stop.signal);
  const stored = async (): Promise<unknown> =>
    (
      await db.partState.findMany({ select: { name: true, node: true, state: true, detail: true } })
    )[0];
  await expect.poll(stored).toEqual({
    name: "livekit",
    node: hostname(),
    state: "preparing",
    detail: { reason: "building" },
  });
  said = () => ({ state: "on", reason: null });
  await expect.poll(stored).toEqual({ name: "livekit", node: hostname(), state: "on", detail: {} });
  stop.abort();
  await telling;
});

test.skipIf(!hasServer)("without a supervisor the worker asks the server itself", async () => {
  const { probeLive, watchLive, liveAvailability } = await withEnv(given());
  expect(await probeLive()).toEqual({ state: "on", reason: null });
  const stop = new AbortController();
  const watching = watchLive(stop.signal);
  await expect.poll(liveAvailability).toEqual({ state: "on", reason: null });
  stop.abort();
  await watching;
  const wrong = await withEnv({ ...given(), LIVEKIT_API_SECRET: "x".repeat(43) });
  expect(await wrong.probeLive()).toEqual({ state: "off", reason: "wrong_keys" });
  await sfu.kill();
  const away = await withEnv(given());
  expect(await away.probeLive()).toEqual({ state: "off", reason: "unreachable" });
  await sfu.start();
});

test("under a supervisor the worker writes nothing of its own", async () => {
  const { watchLive } = await withEnv({ ...given(), PARLEY_SUPERVISED: "1" });
  const stop = new AbortController();
  const watching = watchLive(stop.signal);
  await sleep(300);
  stop.abort();
  await watching;
  expect(await db.partState.count()).toBe(0);
});
