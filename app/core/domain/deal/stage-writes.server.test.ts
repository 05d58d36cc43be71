import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aDeal, aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { changeDealSettings, getDealSettings } from "./deal-settings.server.ts";
import { listStages } from "./deal-list.server.ts";
import {
  archiveStage,
  changeStage,
  makeStage,
  makeUsualStages,
  moveStage,
  restoreStage,
} from "./stage-writes.server.ts";

let admin: SignedIn;
let rep: SignedIn;
beforeEach(async () => {
  const workspace = await aWorkspace();
  admin = await aMember(workspace, { role: "admin" });
  rep = await aMember(workspace);
});
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
const names = async () =>
  (await listStages(admin)).map(({ name, isArchived }) => (isArchived ? `(${name})` : name));

test("stages are added, moved, put away and brought back, each name once", async () => {
  await makeUsualStages(admin, { open: "First, Second、 Third ,", won: "Won", lost: "Lost" });
  expect(await names()).toEqual(["First", "Second", "Third", "Won", "Lost"]);
  const idOf = async (name: string) =>
    (await listStages(admin)).find((stage) => stage.name === name)?.id ?? "";
  expect(await codeOf(makeUsualStages(admin, { open: "A", won: "B", lost: "C" }))).toBe(
    "invalid_state",
  );
  await moveStage(admin, { stageId: await idOf("Third"), way: "up" });
  await moveStage(admin, { stageId: await idOf("First"), way: "up" });
  expect(await names()).toEqual(["First", "Third", "Second", "Won", "Lost"]);
  const first = await idOf("First");
  await archiveStage(admin, first);
  expect(await names()).toEqual(["Third", "Second", "Won", "Lost", "(First)"]);
  // The name is free again, so that the one in the archive cannot come back.
  await makeStage(admin, { name: "ＦＩＲＳＴ", kind: "open" });
  expect(await codeOf(restoreStage(admin, first))).toBe("validation_failed");
  expect(await codeOf(makeStage(admin, { name: "first", kind: "won" }))).toBe("validation_failed");
  await archiveStage(admin, await idOf("ＦＩＲＳＴ"));
  await restoreStage(admin, first);
  expect((await names()).slice(0, 5)).toEqual(["Third", "Second", "Won", "Lost", "First"]);
});

test("a stage that becomes won closes its deals, and opens them as one that is open", async () => {
  const stageId = await makeStage(admin, { name: "Proposal", kind: "open" });
  const { id } = await aDeal(admin, { stageId });
  const closedAt = async () => (await db.deal.findFirstOrThrow({ where: { id } })).closedAt;
  await changeStage(admin, { stageId, name: "Proposal", kind: "won", version: 1 });
  expect(await closedAt()).not.toBeNull();
  expect(
    await codeOf(changeStage(admin, { stageId, name: "Other", kind: "open", version: 1 })),
  ).toBe("conflict");
  await changeStage(admin, { stageId, name: "Proposal", kind: "open", version: 2 });
  expect(await closedAt()).toBeNull();
});

test("stages and who sees deals are the admins' of this workspace", async () => {
  const stageId = await makeStage(admin, { name: "Proposal", kind: "open" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await codeOf(makeStage(rep, { name: "Mine", kind: "open" }))).toBe("forbidden");
  expect(await codeOf(archiveStage(rep, stageId))).toBe("forbidden");
  expect(await codeOf(archiveStage(stranger, stageId))).toBe("not_found");
  expect(await codeOf(moveStage(stranger, { stageId, way: "up" }))).toBe("not_found");
  const { version } = await getDealSettings(admin);
  const change = {
    ...{ dealVisibility: "workspace" as const, openedAfterDays: 0, closedBeforeDays: 90 },
    expiresDays: 60,
    version,
  };
  expect(await codeOf(changeDealSettings(rep, change))).toBe("forbidden");
  await changeDealSettings(admin, change);
  expect(await codeOf(changeDealSettings(admin, change))).toBe("conflict");
  const { version: _, ...saved } = await getDealSettings(admin);
  expect(saved).toEqual({
    ...{ dealVisibility: "workspace", openedAfterDays: 0, closedBeforeDays: 90 },
    expiresDays: 60,
  });
});
