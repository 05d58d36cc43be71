// First: the application reads its settings once.
import "#tests/support/room-service.ts";
import { expect, test, vi } from "vitest";
import { ROLES } from "#app/core/domain/access/actor.ts";
import { aScene, faultOf, standingsOf } from "./allowed.ts";
import { appForFile } from "./app-for-file.ts";
import { BEGINNINGS } from "./beginnings.ts";
import { DEEDS } from "./recorded.ts";

vi.hoisted(() => {
  process.env["SIGN_IN_GOOGLE_CLIENT_ID"] = "parley";
  process.env["SIGN_IN_GOOGLE_CLIENT_SECRET"] = "a secret of ours";
  // Nobody answers there.
  process.env["HUBSPOT_API_URL"] = "http://127.0.0.1:1";
});

const app = await appForFile();

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
