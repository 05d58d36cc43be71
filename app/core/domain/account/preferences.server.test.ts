import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { DEFAULT_SETTINGS } from "./player-settings.ts";
import { findPlayerSettings, savePlayerSettings } from "./preferences.server.ts";

test("how somebody plays calls is kept with them alone, beside their other preferences", async () => {
  const workspace = await aWorkspace();
  const [aki, rui] = [await aMember(workspace), await aMember(workspace)];
  expect(await findPlayerSettings(aki)).toEqual(DEFAULT_SETTINGS);
  const { memberId: id } = aki;
  await db.member.updateMany({ where: { id }, data: { preferences: { density: "wide" } } });
  const mine = { ...DEFAULT_SETTINGS, rate: 1.75, hidden: ["topics"], hasKeys: false };
  await savePlayerSettings(aki, mine);
  expect([await findPlayerSettings(aki), await findPlayerSettings(rui)]).toEqual([
    mine,
    DEFAULT_SETTINGS,
  ]);
  const { preferences, version } = await db.member.findFirstOrThrow({ where: { id } });
  // A form of their profile that is open elsewhere is still right.
  expect([preferences, version]).toEqual([{ density: "wide", player: mine }, 1]);
});
