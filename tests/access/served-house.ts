import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { startQueue } from "#tests/support/queue.ts";
import { type App, openApp } from "./app.ts";
import { aFullHouse } from "./full-house.ts";
import type { House } from "./recorded.ts";
import { type Door, serve } from "./served.ts";

export type ServedHouse = { app: App; door: Door; admin: SignedIn; house: House };

/**
 * An admin's full house behind the product's own Express, for all tests of a file that sends odd requests. After each of
 * them nothing was thrown and nothing logged as an error: what is odd is the asker's fault, and nobody is woken for it.
 * @returns filled before the first test
 */
export function serveHouse(): ServedHouse {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled below, before any test reads it
  const served = {} as ServedHouse;
  const reported = vi.spyOn(log, "error");
  let stopQueue: () => Promise<void>;
  beforeAll(async () => {
    stopQueue = await startQueue();
    served.app = await openApp(null, { draws: true });
    served.door = await serve(served.app);
    served.admin = await aMember(await aWorkspace(), { role: "admin", scope: "workspace" });
    served.house = await aFullHouse(served.admin);
  });
  afterAll(async () => {
    served.door.close();
    served.app.close();
    await closeFeed();
    await stopQueue();
    reported.mockRestore();
  });
  afterEach(() => {
    const [faults, lines] = [served.app.faults.splice(0), [...reported.mock.calls]];
    reported.mockClear();
    expect([faults, lines]).toEqual([[], []]);
  });
  return served;
}
