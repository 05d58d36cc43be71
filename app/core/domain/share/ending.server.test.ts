import { afterEach, expect, test, vi } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { changeWorkspaceSettings } from "../workspace-settings.server.ts";
import { readSettings } from "../workspace-settings.ts";
import { remindOfEnds } from "./ending.server.ts";
import { extendLink } from "./link-changes.server.ts";
import { revokeLink } from "./link-writes.server.ts";

await queueForFile();
afterEach(() => {
  vi.useRealTimers();
});

async function aScene() {
  const workspace = await aWorkspace();
  const owner = await aMember(workspace);
  const call = await aCall(owner, { durationMs: 60_000 });
  const endings = async () =>
    (
      await db.notification.findMany({
        where: { memberId: owner.memberId, kind: "share_ending" },
        orderBy: { createdAt: "asc" },
      })
    ).map(({ values }) => values);
  /** What the sweep does so many days from now. */
  const remindIn = async (days: number) => {
    vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ["Date"] });
    await remindOfEnds();
    vi.useRealTimers();
  };
  return { workspace, owner, call, endings, remindIn };
}

test("the maker of a link hears three days before it ends, once, and again where it was extended", async () => {
  const { owner, call, endings, remindIn } = await aScene();
  const { linkId } = await aReadyLink(owner, call, { days: "10" });
  await remindIn(0);
  await remindIn(6.9);
  expect(await endings()).toEqual([]);
  await remindIn(7.1);
  await remindIn(8.1);
  expect(await endings()).toMatchObject([{ linkId }]);
  await remindIn(10.1);
  expect(await endings()).toHaveLength(1);
  await extendLink(owner, linkId, 20);
  await remindIn(8.1);
  expect(await endings()).toHaveLength(1);
  await remindIn(27.1);
  expect(await endings()).toMatchObject([{ linkId }, { linkId }]);
});

test("nobody hears of one that is revoked, was made for so short a time, or does not work", async () => {
  const { owner, call, endings, remindIn } = await aScene();
  const revoked = await aReadyLink(owner, call, { days: "10" });
  await revokeLink(owner, revoked.linkId);
  await aReadyLink(owner, call, { days: "3" });
  const broken = await aReadyLink(owner, call, { days: "10" });
  await db.cut.updateMany({ where: { id: broken.cutId }, data: { state: "failed" } });
  await db.cutFile.deleteMany({ where: { cutId: broken.cutId } });
  await remindIn(1);
  await remindIn(7.5);
  expect(await endings()).toEqual([]);
});

test("an end that the workspace's rules brought nearer is one, too", async () => {
  const { workspace, owner, call, endings, remindIn } = await aScene();
  await aReadyLink(owner, call, { days: "30" });
  await remindIn(7.5);
  expect(await endings()).toEqual([]);
  await db.$transaction((tx) =>
    changeWorkspaceSettings(tx, workspace.id, {
      ...{ part: "sharing", seen: null, value: { ...readSettings({}).sharing, maxDays: 10 } },
    }),
  );
  await remindIn(7.5);
  expect(await endings()).toHaveLength(1);
});
