import { beforeEach, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { keepDefaultView, saveListLook } from "#app/core/domain/account/preferences.server.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import { chooseDefaultView } from "#app/core/domain/view/default-view.server.ts";
import { followView, nextDue } from "#app/core/domain/view/follow.server.ts";
import {
  changeView,
  deleteView,
  restoreView,
  saveView,
  updateView,
} from "#app/core/domain/view/view-writes.server.ts";
import type { Sharing } from "#app/core/domain/view/view-views.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aLabel,
  aMember,
  aRecording,
  aTeam,
  aView,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { recordingsData } from "./recordings-export.server.ts";
import { getRecordingsPage } from "./recordings-page.server.ts";
import { readRecordingsQuery } from "./recordings-view.server.ts";
import type { RecordingsView } from "./recordings-views.ts";

let workspace: Workspace;
let owner: SignedIn;
let colleague: SignedIn;
let admin: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  colleague = await aMember(workspace, { teams: [team] });
  admin = await aMember(workspace, { role: "admin" });
});

const PAGE = "recordings";
const ALONE: Sharing = { isShared: false, teamId: null };
const ALL: Sharing = { isShared: true, teamId: null };
const save = async (
  actor: Member,
  name: string,
  query = "",
  shareWith: Sharing = ALONE,
): Promise<string> => (await saveView(actor, PAGE, { name, query, shareWith })).viewId;
async function open(actor: Member, text = "view=all"): Promise<RecordingsView> {
  const page = await getRecordingsPage(actor, new URLSearchParams(text), "UTC");
  if ("opens" in page) throw new Error(`it opens ${page.opens}`);
  return page;
}
const namesFor = async (actor: Member): Promise<string[]> =>
  (await open(actor)).views.map(({ name }) => name);
const refusal = (code: string, fields: object = {}): unknown =>
  expect.objectContaining({ code, fields });
const events = async (viewId: string): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { target: viewId }, orderBy: { id: "asc" } })).map(
    ({ event }) => event,
  );

test("a view is its owner's, a shared one is everybody's of the workspace, own ones first", async () => {
  const stranger = await aMember(await aWorkspace());
  await save(owner, "Zebra");
  await save(colleague, "Alpha", "", ALL);
  expect(await namesFor(owner)).toEqual(["Zebra", "Alpha"]);
  expect(await namesFor(colleague)).toEqual(["Alpha"]);
  expect(await namesFor(admin)).toEqual(["Alpha"]);
  expect(await namesFor(stranger)).toEqual([]);
});

test("a shared view shows each of its readers only their own rows", async () => {
  for (const [title, visibility] of [
    ["secret", "private"],
    ["open", "team"],
  ] as const)
    await aRecording(await aCall(owner, { title, visibility }));
  const viewId = await save(owner, "Mine", `owner=${owner.memberId}`, ALL);
  const titles = async (actor: Member) =>
    (await open(actor, `view=${viewId}`)).rows.map(({ title }) => title).sort();
  expect(await titles(owner)).toEqual(["open", "secret"]);
  expect(await titles(colleague)).toEqual(["open"]);
  const { count } = await open(colleague, `view=${viewId}`);
  expect(count).toBe(1);
});

test("what the address says of a key holds in the place of what the view says", async () => {
  const viewId = await save(owner, "View", "q=price&state=ready&state=failed&sort=title");
  const read = async (more: string) =>
    (await readRecordingsQuery(owner, new URLSearchParams(`view=${viewId}${more}`), "UTC")).query;
  expect(await read("")).toMatchObject({
    q: "price",
    filters: { state: ["ready", "failed"] },
    sort: "title",
    view: { id: viewId, query: "q=price&state=ready&state=failed&sort=title" },
  });
  expect(await read("&state=processing&kind=room")).toMatchObject({
    q: "price",
    filters: { state: ["processing"], kind: ["room"] },
  });
  expect((await read("&q=&state=")).filters).toEqual({});
  expect(await read("&q=&sort=")).toMatchObject({ q: "", sort: "-startedAt" });
});

test("its twins read the view as the page does", async () => {
  await aRecording(await aCall(owner, { title: "a", kind: "room" }));
  await aRecording(await aCall(owner, { title: "b", kind: "phone" }));
  const viewId = await save(owner, "Rooms", "kind=room");
  const { query } = await recordingsData.parse(new URLSearchParams({ view: viewId }), "UTC", owner);
  const page = await recordingsData.page?.(owner, query);
  expect(page?.rows).toMatchObject([{ title: "a" }]);
});

test("a view of others, of another workspace or of nowhere is named as ignored, a deleted one by its name", async () => {
  const foreign = await aView(await aMember(await aWorkspace()), { isShared: true });
  const own = await aView(colleague);
  for (const id of [foreign.id, own.id, newId(), "x"]) {
    const { ignored, query, goneView } = await open(owner, `view=${id}&kind=room`);
    expect(ignored).toEqual([{ key: "view", value: id }]);
    expect(query).toMatchObject({ view: null, filters: { kind: ["room"] } });
    expect(goneView).toBeNull();
  }
  const viewId = await save(colleague, "Shared once", "", ALL);
  await deleteView(colleague, viewId);
  expect(await open(owner, `view=${viewId}`)).toMatchObject({
    goneView: "Shared once",
    ignored: [],
  });
});

test("a name is one of its owner's, however it is written, and free again once its view is deleted", async () => {
  const viewId = await save(owner, "Köln calls");
  await expect(save(owner, "koln  CALLS")).rejects.toEqual(
    refusal("validation_failed", { name: ["already_used"] }),
  );
  await save(colleague, "Köln calls");
  const other = await save(owner, "Other");
  await expect(
    changeView(owner, { viewId: other, name: "KÖLN calls", shareWith: ALONE, version: 1 }),
  ).rejects.toEqual(refusal("validation_failed", { name: ["already_used"] }));
  await deleteView(owner, viewId);
  await save(owner, "Köln calls");
  await expect(restoreView(owner, viewId)).rejects.toEqual(
    refusal("validation_failed", { name: ["already_used"] }),
  );
});

test("a shared view is changed by its owner and by admins, and by nobody else", async () => {
  const viewId = await save(owner, "Ours", "kind=room", ALL);
  const change = { viewId, name: "Theirs", shareWith: ALL, version: 1 };
  for (const run of [
    () => changeView(colleague, change),
    () => updateView(colleague, { viewId, query: "", version: 1 }),
    () => deleteView(colleague, viewId),
  ])
    await expect(run()).rejects.toEqual(refusal("forbidden"));
  await changeView(admin, change);
  await expect(changeView(owner, change)).rejects.toMatchObject({ code: "conflict" });
  await updateView(owner, { viewId, query: "kind=recorder", version: 2 });
  await deleteView(admin, viewId);
  await restoreView(owner, viewId);
  expect(await events(viewId)).toEqual([
    "view.saved",
    "view.changed",
    "view.changed",
    "view.deleted",
    "view.restored",
  ]);
  expect(await db.savedView.findFirst({ where: { id: viewId } })).toMatchObject({
    name: "Theirs",
    query: "kind=recorder",
    deletedAt: null,
  });
});

test("a view that is not shared is not there for others, not for an admin, not in another workspace", async () => {
  const viewId = await save(owner, "Mine alone");
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  for (const actor of [colleague, admin, stranger])
    for (const run of [
      () => changeView(actor, { viewId, name: "x", shareWith: ALL, version: 1 }),
      () => deleteView(actor, viewId),
      () => followView(actor, { viewId, pace: "daily" }),
      () => chooseDefaultView(actor, viewId),
    ])
      await expect(run()).rejects.toEqual(refusal("not_found"));
  expect(await events(viewId)).toEqual(["view.saved"]);
});

test("there are 50 views of a member and 100 shared ones of a workspace", async () => {
  const many = (count: number, ownerId: string, isShared: boolean) =>
    db.savedView.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        id: newId(),
        workspaceId: workspace.id,
        ownerId,
        page: PAGE,
        name: `${n}`,
        folded: `${n}`,
        query: "",
        isShared,
      })),
    });
  await many(LIMITS.views, owner.memberId, false);
  await expect(save(owner, "One more")).rejects.toMatchObject({ code: "limit_reached" });
  await many(LIMITS.sharedViews, colleague.memberId, true);
  const viewId = await save(admin, "Own");
  await expect(save(admin, "Shared", "", ALL)).rejects.toMatchObject({
    code: "limit_reached",
    fields: { shareWith: [`limit_reached?n=100&max=100`] },
  });
  await expect(
    changeView(admin, { viewId, name: "Own", shareWith: ALL, version: 1 }),
  ).rejects.toMatchObject({ code: "limit_reached" });
});

test("one view opens by itself where the address is bare, for whoever chose it, until it is gone", async () => {
  const viewId = await save(owner, "First", "kind=room", ALL);
  const bare = (actor: Member) => getRecordingsPage(actor, new URLSearchParams(), "UTC");
  expect(await bare(owner)).toMatchObject({ query: { view: null } });
  await chooseDefaultView(owner, viewId);
  await chooseDefaultView(colleague, viewId);
  expect(await bare(owner)).toEqual({ opens: viewId });
  expect(await bare(admin)).toMatchObject({ query: { view: null } });
  expect(await open(owner, "view=all")).toMatchObject({
    query: { filters: {}, view: { id: "all" } },
    look: { viewId },
  });
  // Every other address is what it says.
  expect(await open(owner, "q=price")).toMatchObject({ query: { q: "price", filters: {} } });
  await changeView(owner, { viewId, name: "First", shareWith: ALONE, version: 1 });
  expect(await bare(colleague)).toMatchObject({ query: { view: null }, look: { viewId: null } });
  await chooseDefaultView(owner, null);
  expect(await bare(owner)).toMatchObject({ query: { view: null } });
});

test("a view whose filter names a label that is gone says which", async () => {
  const [into, merged] = [await aLabel(workspace), await aLabel(workspace, { name: "Pricing" })];
  await db.label.updateMany({
    where: { id: merged.id },
    data: { mergedInto: into.id, mergedAt: new Date() },
  });
  const viewId = await save(owner, "View", `label=${merged.id}&label.not=${newId()}`);
  const { choices, query } = await open(owner, `view=${viewId}`);
  expect(query.filters.label).toEqual([merged.id]);
  expect(choices.named).toEqual([{ id: merged.id, name: "Pricing", isGone: true }]);
});

test("columns and row height are the member's own, and survive what else is kept for them", async () => {
  const look = {
    order: ["owner", "us", "team"],
    shown: ["us", "team"],
    density: "compact",
  } as const;
  const given = { order: [...look.order], shown: [...look.shown], density: look.density };
  await keepDefaultView(owner, null);
  await saveListLook(owner, { ...given, press: "up:team" });
  expect((await open(owner)).look).toEqual({
    columns: ["team", "us"],
    density: "compact",
    viewId: null,
  });
  expect((await open(colleague)).look.columns).toContain("strip");
  await saveListLook(owner, { ...given, press: "reset" });
  expect((await open(owner)).look).toMatchObject({ density: "comfortable" });
  await db.member.updateMany({
    where: { id: owner.memberId },
    data: { preferences: { recordings: { columns: ["loudness"], density: 7, viewId: "x" } } },
  });
  expect((await open(owner)).look).toMatchObject({ density: "comfortable", viewId: null });
});

test("who follows a shared view is forgotten when it is not shared any more; its owner is not", async () => {
  const viewId = await save(owner, "Ours", "", ALL);
  await followView(owner, { viewId, pace: "weekly" });
  await followView(colleague, { viewId, pace: "daily" });
  const followers = async () =>
    (await db.viewDigest.findMany({ where: { viewId } })).map(({ memberId }) => memberId);
  expect(await followers()).toHaveLength(2);
  expect((await open(colleague)).views).toMatchObject([{ pace: "daily", canChange: false }]);
  await changeView(owner, { viewId, name: "Ours", shareWith: ALONE, version: 1 });
  expect(await followers()).toEqual([owner.memberId]);
  await followView(owner, { viewId, pace: "off" });
  expect(await followers()).toEqual([]);
});

test("e-mails are due in the morning of the reader: the next one, or the next Monday's", () => {
  const tuesday = new Date("2026-11-24T23:30:00Z");
  expect(nextDue("daily", tuesday, "UTC").toISOString()).toBe("2026-11-25T07:00:00.000Z");
  expect(nextDue("daily", tuesday, "Asia/Tokyo").toISOString()).toBe("2026-11-25T22:00:00.000Z");
  expect(nextDue("weekly", tuesday, "UTC").toISOString()).toBe("2026-11-30T07:00:00.000Z");
  const monday = new Date("2026-11-30T06:00:00Z");
  expect(nextDue("weekly", monday, "UTC").toISOString()).toBe("2026-12-07T07:00:00.000Z");
});
