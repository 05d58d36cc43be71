import { followGiven, ON, reportState } from "#scripts/livekit-watch.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { type Instance, missingHere, startInstance } from "./instance.ts";

/** An instance whose calls go through a media server of the test's own. */
export type LiveInstance = Instance & { sfu: Sfu };

/** Why live calls cannot be shown here, or null. Where the server or Go is at hand nothing is skipped. */
export async function liveMissingHere(): Promise<string | null> {
  return (
    missingHere() ?? ((await sfuFile()) === null ? "no livekit-server, and no Go for it" : null)
  );
}

/** @param env for web and worker, on top of what an instance has */
export async function startLive(env: Record<string, string> = {}): Promise<LiveInstance> {
  const sfu = await startSfu();
  const instance = await startInstance({
    roles: "jobs,recorders",
    env: {
      LIVEKIT_URL: sfu.url,
      LIVEKIT_API_KEY: sfu.apiKey,
      LIVEKIT_API_SECRET: sfu.apiSecret,
      ...env,
    },
  });
  const watching = new AbortController();
  // What `npm start` does beside the programs: the row that says whether the server answers.
  let state: Parameters<Parameters<typeof followGiven>[1]>[0] = ON;
  void followGiven(sfu, (found) => (state = found), watching.signal);
  void reportState(() => state, instance.checkUrl, watching.signal);
  return {
    ...instance,
    sfu,
    async stop() {
      watching.abort();
      await instance.stop();
      await sfu.stop();
    },
  };
}
