import { afterAll, expect, test } from "vitest";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";

const hasServer = (await sfuFile()) !== null;
const sfu: Sfu | null = hasServer ? await startSfu() : null;
// Before anything else is imported: the environment is read once.
if (sfu)
  Object.assign(process.env, {
    LIVEKIT_URL: sfu.url,
    LIVEKIT_API_KEY: sfu.apiKey,
    LIVEKIT_API_SECRET: sfu.apiSecret,
  });
const { aMember, aWorkspace } = await import("#tests/support/factories.ts");
const { livekit } = await import("#app/core/platform/livekit.server.ts");
const { connectionTest } = await import("./connection-test.server.ts");
afterAll(() => sfu?.stop());

test.skipIf(!hasServer)(
  "each test of the connection has a room of its own, which is no call",
  async () => {
    const rep = await aMember(await aWorkspace());
    const [one, two] = [await connectionTest(rep), await connectionTest(rep)];
    expect(one.url).toBe(sfu?.url);
    expect(new Set([one.room, two.room, one.identity, two.identity]).size).toBe(4);
    expect((await livekit().listRooms()).sort()).toEqual([one.room, two.room].sort());
    for (const { room, identity } of [one, two]) {
      expect(room).toMatch(/^t:/);
      expect(identity).toMatch(/^test:/);
    }
  },
);
