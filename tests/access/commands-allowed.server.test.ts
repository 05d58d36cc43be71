// First: the application reads its settings once.
import "#tests/support/room-service.ts";
import { expect, test, vi } from "vitest";
import { allowedIn, aScene, faultOf } from "./allowed.ts";
import { appForFile } from "./app-for-file.ts";
import { BEGINNINGS } from "./full-house.ts";
import { DEEDS } from "./recorded.ts";

vi.hoisted(() => {
  process.env["SIGN_IN_GOOGLE_CLIENT_ID"] = "parley";
  process.env["SIGN_IN_GOOGLE_CLIENT_SECRET"] = "a secret of ours";
  // Nobody answers there.
  process.env["HUBSPOT_API_URL"] = "http://127.0.0.1:1";
});

const app = await appForFile();

// By those who may do more, in commands-allowed.server.real.test.ts.
const { least } = allowedIn(DEEDS);

test("every deed is somebody's, and nothing is begun that nobody does", () => {
  for (const { name } of DEEDS)
    expect([name, least.some((one) => one.name === name)]).toEqual([name, true]);
  for (const name of Object.keys(BEGINNINGS))
    expect([name, DEEDS.some((asked) => asked.name === name)]).toEqual([name, true]);
});

test.each(least)("$name is done for a $role ($callRole)", async ({ asked, role, callRole }) => {
  expect(await faultOf(app, asked, await aScene(asked, role, callRole))).toBeNull();
});
