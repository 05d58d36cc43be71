// First: the application reads its settings once.
import "#tests/support/room-service.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ROLES } from "#app/core/domain/access/actor.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { startQueue } from "#tests/support/queue.ts";
import { aScene, faultOf, standingsOf } from "./allowed.ts";
import { type App, openApp } from "./app.ts";
import { BEGINNINGS } from "./beginnings.ts";
import { DEEDS } from "./recorded.ts";

vi.hoisted(() => {
  process.env["SIGN_IN_GOOGLE_CLIENT_ID"] = "parley";
  process.env["SIGN_IN_GOOGLE_CLIENT_SECRET"] = "a secret of ours";
});

let app: App;
let stopQueue: () => Promise<void>;
beforeAll(async () => {
  stopQueue = await startQueue();
  app = await openApp();
});
afterAll(async () => {
  app.close();
  await closeFeed();
  await stopQueue();
});
afterEach(() => expect(app.faults.splice(0)).toEqual([]));

const ALLOWED = DEEDS.flatMap((asked) =>
  ROLES.flatMap((role) =>
    standingsOf(asked, role).map((callRole) => ({ asked, role, callRole, name: asked.name })),
  ),
);

test("every deed is somebody's, and nothing is begun that nobody does", () => {
  for (const { name } of DEEDS)
    expect([name, ALLOWED.some((one) => one.name === name)]).toEqual([name, true]);
  for (const name of Object.keys(BEGINNINGS))
    expect([name, DEEDS.some((asked) => asked.name === name)]).toEqual([name, true]);
});

test.each(ALLOWED)("$name is done for a $role ($callRole)", async ({ asked, role, callRole }) => {
  expect(await faultOf(app, asked, await aScene(asked, role, callRole))).toBeNull();
});
