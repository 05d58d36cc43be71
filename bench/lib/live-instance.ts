import { followGiven, ON, reportState } from "#scripts/livekit-watch.ts";
import { type Sfu, startSfu } from "#tests/support/sfu.ts";
import { type Instance, openInstance, until } from "./instance.ts";
import type { Stack } from "./run.ts";

/** An instance with a media server of its own, and a worker that records. */
export async function openLiveInstance(stack: Stack): Promise<Instance & { sfu: Sfu }> {
  const sfu = await startSfu();
  stack.onEnd(sfu.stop);
  const instance = await openInstance(stack, {
    LIVEKIT_URL: sfu.url,
    LIVEKIT_API_KEY: sfu.apiKey,
    LIVEKIT_API_SECRET: sfu.apiSecret,
  });
  const watching = new AbortController();
  stack.onEnd(() => {
    watching.abort();
    return Promise.resolve();
  });
  let state: Parameters<Parameters<typeof followGiven>[1]>[0] = ON;
  void followGiven(sfu, (found) => (state = found), watching.signal);
  void reportState(() => state, instance.env["DATABASE_URL"] ?? "", watching.signal);
  await until(async () => {
    const found = await instance.admin.query(
      "SELECT 1 FROM part_state WHERE name = 'livekit' AND state = 'on'",
    );
    return found.rowCount === 1;
  }, "live calls to be on");
  return { ...instance, sfu };
}
