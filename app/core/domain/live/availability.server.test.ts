import { hostname } from "node:os";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { reportState } from "#scripts/livekit-watch.ts";
import { withEnv } from "#tests/support/live-availability.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";

beforeEach(async () => {
  await db.partState.deleteMany({});
});

test("live calls that are switched off, or have no server, say so without asking anybody", async () => {
  const off = await withEnv({ LIVE_CONSOLE: "false" });
  expect(await off.liveAvailability()).toEqual({ state: "off", reason: "switched_off" });
  const none = await withEnv({ LIVEKIT_URL: undefined });
  expect(await none.liveAvailability()).toEqual({ state: "off", reason: "no_server" });
});

test("while nobody has spoken the server is starting, then it is what the supervisor says", async () => {
  const { liveAvailability } = await withEnv();
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
    const { liveAvailability: asked } = await withEnv();
    expect(await asked()).toEqual(said);
  }
});

test("what a process said that has been silent for three minutes counts no more", async () => {
  await saveComponentStatus("livekit", "gone", "on", {});
  await db.partState.updateMany({ data: { seenAt: new Date(Date.now() - 4 * 60_000) } });
  const { liveAvailability } = await withEnv();
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

test("under a supervisor the worker writes nothing of its own", async () => {
  const { watchLive } = await withEnv({ PARLEY_SUPERVISED: "1" });
  let isOver = false;
  void watchLive(new AbortController().signal).then(() => (isOver = true));
  await expect.poll(() => isOver).toBe(true); // with nobody to stop it
  expect(await db.partState.count()).toBe(0);
});
