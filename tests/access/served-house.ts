import { afterAll, afterEach, expect, vi } from "vitest";
import { log } from "#app/core/platform/log.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import type { App } from "./app.ts";
import { appForFile } from "./app-for-file.ts";
import { aFullHouse } from "./full-house.ts";
import type { House } from "./noun.ts";
import { type Door, serve } from "./served.ts";

export type ServedHouse = { app: App; door: Door; admin: SignedIn; house: House };

/**
 * An admin's full house behind the product's own Express, for all tests of a file that sends odd requests. After each of
 * them nothing was thrown and nothing logged as an error: what is odd is the asker's fault, and nobody is woken for it.
 */
export async function serveHouse(): Promise<ServedHouse> {
  const app = await appForFile({ draws: true });
  const door = await serve(app);
  const admin = await aMember(await aWorkspace(), { role: "admin", scope: "workspace" });
  const reported = vi.spyOn(log, "error");
  afterAll(() => {
    door.close();
    reported.mockRestore();
  });
  afterEach(() => {
    const lines = [...reported.mock.calls];
    reported.mockClear();
    expect(lines).toEqual([]);
  });
  return { app, door, admin, house: await aFullHouse(admin) };
}
