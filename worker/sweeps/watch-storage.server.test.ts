import { hostname } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { notifyOfFailedJob } from "../failed-job.ts";
import { watchStorage } from "./watch-storage.ts";

let admin: SignedIn;
let rep: SignedIn;
let restart = (): void => undefined;
beforeEach(async () => {
  await db.partState.deleteMany({ where: { name: "storage" } });
  const workspace = await aWorkspace();
  [admin, rep] = [await aMember(workspace, { role: "admin" }), await aMember(workspace)];
});
afterEach(() => restart());

const look = (...shares: (number | null)[]) =>
  shares.reduce<Promise<unknown>>(
    (before, share) => before.then(() => watchStorage(() => Promise.resolve(share))),
    Promise.resolve(),
  );
const toldTo = async ({ memberId }: SignedIn) =>
  (await db.notification.findMany({ where: { memberId }, orderBy: [{ createdAt: "asc" }] })).map(
    ({ kind }) => kind,
  );
const status = async () =>
  db.partState.findUnique({ where: { name_node: { name: "storage", node: hostname() } } });

test("admins are told once when a disk crosses 80 % and 95 %, and Home says how full it is", async () => {
  await look(0.5, 0.79);
  expect(await toldTo(admin)).toEqual([]);
  expect(await status()).toMatchObject({ state: "on" });
  await look(0.8, 0.81, 0.94);
  expect(await toldTo(admin)).toEqual(["storage_80"]);
  expect(await status()).toMatchObject({ state: "limited", detail: { percent: "94" } });
  await look(0.951, 0.96);
  expect(await toldTo(admin)).toEqual(["storage_80", "storage_95"]);
  expect(await status()).toMatchObject({ state: "off" });
  expect(await toldTo(rep)).toEqual([]);
});

test("use that moves about a mark is one crossing; another one on another day is told again", async () => {
  await look(0.81, 0.79, 0.81, 0.785, 0.82);
  expect(await toldTo(admin)).toEqual(["storage_80"]);
  await look(0.7);
  restart = stopClock(new Date(Date.now() + 86_400_000));
  await look(0.81);
  expect(await toldTo(admin)).toEqual(["storage_80", "storage_80"]);
});

test("from nothing to nearly full is one notice, and a store that cannot be measured is none", async () => {
  await look(null);
  expect(await status()).toBeNull();
  await look(0.97);
  expect(await toldTo(admin)).toEqual(["storage_95"]);
});

test("the disk under the media of this machine can be measured", async () => {
  await watchStorage();
  expect(JSON.stringify((await status())?.detail)).toMatch(/^\{"percent":"\d{1,3}"\}$/);
});

test("work of a workspace that was given up is told its admins, once a day for each kind", async () => {
  const { workspaceId } = admin;
  for (const job of ["label.apply", "label.apply", "call.index"])
    await notifyOfFailedJob(job, { v: 1, workspaceId, callId: "x" });
  await notifyOfFailedJob("sweep.minute", { v: 1 });
  expect(await toldTo(admin)).toEqual(["job_failed", "job_failed"]);
  expect(await toldTo(rep)).toEqual([]);
});
