import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { restoreCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { aCall, aMember, aRecording, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { listFile } from "#tests/support/list-file.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { recordingsData } from "./recordings-export.server.ts";
import { findRecordingRow, listRecordings } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

await queueForFile();

const DAY_MS = 86_400_000;
const read = (text: string) => parseRecordingsQuery(new URLSearchParams(text)).query;
const titlesOf = async (actor: Member, text = "show=deleted") =>
  (await listRecordings(actor, read(text))).rows.map(({ title }) => title);

async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const calls = {
    shared: await aCall(owner, { title: "Shared renewal" }),
    secret: await aCall(owner, { title: "Secret renewal", visibility: "private" }),
    kept: await aCall(owner, { title: "Kept" }),
  };
  for (const call of Object.values(calls)) await aRecording(call);
  await trashCall(owner, calls.shared.id);
  await trashCall(owner, calls.secret.id);
  return { workspace, team, owner, calls };
}

test("deleted calls are listed for who may restore them, the last one first, and nowhere else", async () => {
  const { workspace, team, owner, calls } = await aScene();
  const mate = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await titlesOf(owner)).toEqual(["Secret renewal", "Shared renewal"]);
  expect(await titlesOf(manager)).toEqual(["Shared renewal"]);
  expect(await titlesOf(admin)).toEqual(["Shared renewal"]);
  expect(await titlesOf(mate)).toEqual([]);
  expect(await titlesOf(stranger)).toEqual([]);
  expect(await titlesOf(owner, "")).toEqual(["Kept"]);
  expect(await findRecordingRow(owner, calls.shared.id)).toBeNull();
  // The twins follow the same rule.
  expect(await listFile(admin, recordingsData, read("show=deleted"))).not.toContain("Secret");
  expect(await listFile(owner, recordingsData, read("show=deleted"))).toContain("Secret");
});

test("a row says who deleted it and when, and stays as long as it can be restored", async () => {
  const { workspace, team, calls, owner } = await aScene();
  const manager = await aMember(workspace, { role: "manager", teams: [team], name: "Ken Abe" });
  await trashCall(manager, calls.kept.id);
  const [row] = (await listRecordings(owner, read("show=deleted&q=KEPT"))).rows;
  expect(row?.deleted?.by).toBe("Ken Abe");
  const at = new Date(Date.now() - 400 * DAY_MS);
  await db.call.updateMany({ where: { id: calls.kept.id }, data: { trashedAt: at } });
  const [last] = (await listRecordings(owner, read("show=deleted&q=kept"))).rows;
  expect(last?.deleted).toEqual({ by: "Ken Abe", at: at.toISOString() });
});

test("a restored call stands in the list again", async () => {
  const { owner, calls } = await aScene();
  await restoreCall(owner, calls.shared.id);
  expect(await titlesOf(owner)).toEqual(["Secret renewal"]);
  expect((await titlesOf(owner, "")).sort()).toEqual(["Kept", "Shared renewal"]);
  const [row] = (await listRecordings(owner, read("q=&show=&sort=title"))).rows.slice(1);
  expect(row?.deleted).toBeNull();
});
