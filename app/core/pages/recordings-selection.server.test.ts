import { expect, test } from "vitest";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { writeList } from "#app/core/domain/list/list-file.ts";
import { aCall, aMember, aRecording, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { selectedRecordingsData } from "./recordings-export.server.ts";
import { readSelection } from "./recordings-selection.server.ts";

await queueForFile();

const at = (text: string) => ({ search: new URLSearchParams(text), zoneOf: () => "UTC" });

async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const other = await aMember(workspace, { teams: [await aTeam(workspace)] });
  const stranger = await aMember(await aWorkspace());
  const listed = async (owner: typeof rep, title: string, more = {}) => {
    const call = await aCall(owner, { title, ...more });
    await aRecording(call);
    return call.id;
  };
  return {
    ...{ rep, other, listed },
    first: await listed(rep, "First", { startedAt: new Date("2026-01-01T10:00:00Z") }),
    second: await listed(rep, "Second", { startedAt: new Date("2026-01-02T10:00:00Z") }),
    hidden: await listed(other, "Hidden", { visibility: "private" }),
    foreign: await listed(stranger, "Foreign", { visibility: "workspace" }),
  };
}

/** The file that a form of picked calls is answered with. */
async function fileOf(actor: Member, callIds: string[], search: string, format: "csv" | "json") {
  const data = selectedRecordingsData({ callIds }, at(search));
  const { query } = await data.parse(new URLSearchParams(search), "UTC", actor);
  let file = "";
  for await (const piece of await writeList(actor, data, {
    query,
    format,
    heading: (column) => column,
  }))
    file += piece;
  return file;
}

test("all that match are those of the list's address, that the reader sees, the newest first", async () => {
  const { rep, other, first, second } = await aScene();
  const all = (actor: Member, search: string) =>
    readSelection(actor, { callIds: [], all: "on" }, at(search));
  expect(await all(rep, "")).toEqual({ callIds: [second, first], isAll: true, isCut: false });
  expect(await all(rep, "to=2026-01-01")).toMatchObject({ callIds: [first] });
  expect(await all(rep, `after=x&run=${newId()}`)).toMatchObject({ callIds: [second, first] });
  expect(await all(rep, "show=deleted")).toMatchObject({ callIds: [] });
  await trashCall(rep, first);
  expect(await all(rep, "show=deleted")).toMatchObject({ callIds: [first] });
  expect((await all(other, "")).callIds).not.toContain(second);
  const picked = await readSelection(rep, { callIds: [first] }, at("to=2020-01-01"));
  expect(picked).toEqual({ callIds: [first] });
});

test("the file of a selection holds what the reader may see of it, and is none where that is nothing", async () => {
  const { rep, first, second, hidden, foreign } = await aScene();
  const ids = [first, hidden, foreign, newId(), second];
  // They were picked on a page of another filter.
  const csv = await fileOf(rep, ids, "to=2020-01-01&sort=title", "csv");
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  expect(csv.indexOf("First")).toBeLessThan(csv.indexOf("Second"));
  for (const word of ["Hidden", "Foreign", hidden, foreign]) expect(csv).not.toContain(word);
  const json: unknown = JSON.parse(await fileOf(rep, ids, "", "json"));
  expect(json).toMatchObject([{ title: "Second" }, { title: "First" }]);
  await expect(fileOf(rep, [hidden, foreign], "", "csv")).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(fileOf(rep, [], "", "csv")).rejects.toMatchObject({ code: "validation_failed" });
});

test("all that match are as many as the page said, or nothing is begun", async () => {
  const { rep, listed } = await aScene();
  const all = (expected: number) =>
    readSelection(rep, { callIds: [], all: "on", expected }, at(""));
  expect((await all(2)).callIds).toHaveLength(2);
  await listed(rep, "Third");
  await expect(all(2)).rejects.toMatchObject({ code: "conflict" });
  expect((await all(3)).callIds).toHaveLength(3);
  // Of more than a thousand the page says no number.
  expect((await all(1_001)).callIds).toHaveLength(3);
});

test("the file of invented calls that were picked holds them", async () => {
  const { rep, listed } = await aScene();
  const sample = await listed(rep, "Invented", { isSample: true });
  expect(await fileOf(rep, [sample], "sample=1", "csv")).toContain("Invented");
});
