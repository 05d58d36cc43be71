import { afterAll, beforeAll, expect, test } from "vitest";
import { withEnv } from "#tests/support/live-availability.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";

const file = await sfuFile();
let sfu: Sfu;
beforeAll(async () => {
  if (file !== null) sfu = await startSfu();
});
afterAll(async () => {
  if (file !== null) await sfu.stop();
});
const keys = () => ({
  LIVEKIT_URL: sfu.url,
  LIVEKIT_API_KEY: sfu.apiKey,
  LIVEKIT_API_SECRET: sfu.apiSecret,
});

test.skipIf(file === null)("without a supervisor the worker asks the server itself", async () => {
  const { probeLive, watchLive, liveAvailability } = await withEnv(keys());
  expect(await probeLive()).toEqual({ state: "on", reason: null });
  const stop = new AbortController();
  const watching = watchLive(stop.signal);
  await expect.poll(liveAvailability).toEqual({ state: "on", reason: null });
  stop.abort();
  await watching;
  const wrong = await withEnv({ ...keys(), LIVEKIT_API_SECRET: "x".repeat(43) });
  expect(await wrong.probeLive()).toEqual({ state: "off", reason: "wrong_keys" });
  await sfu.kill();
  const away = await withEnv(keys());
  expect(await away.probeLive()).toEqual({ state: "off", reason: "unreachable" });
  await sfu.start();
});
