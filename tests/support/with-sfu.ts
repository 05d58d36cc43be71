import { afterAll } from "vitest";
import { type Sfu, sfuFile, startSfu } from "./sfu.ts";

/**
 * A real media server for the whole file, null where this machine can have none. Import it before anything of the
 * application: settings are read once.
 */
export const sfu: Sfu | null = (await sfuFile()) === null ? null : await startSfu();
if (sfu)
  Object.assign(process.env, {
    LIVEKIT_URL: sfu.url,
    LIVEKIT_API_KEY: sfu.apiKey,
    LIVEKIT_API_SECRET: sfu.apiSecret,
  });

afterAll(() => sfu?.stop());
