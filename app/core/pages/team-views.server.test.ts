import { beforeEach, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { removeTeam } from "#app/core/domain/member/team.server.ts";
import { chooseDefaultView } from "#app/core/domain/view/default-view.server.ts";
import { followView } from "#app/core/domain/view/follow.server.ts";
import { changeView, saveView } from "#app/core/domain/view/view-writes.server.ts";
import type { Sharing, ViewRef } from "#app/core/domain/view/view-views.ts";
import { changeViewForm, saveViewForm } from "#app/core/domain/view/view.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aMember,
  aTeam,
  aView,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { findForPalette } from "./palette.server.ts";
import { getRecordingsPage } from "./recordings-page.server.ts";
import type { RecordingsView } from "./recordings-views.ts";

const ALONE: Sharing = { isShared: false, teamId: null };
const ALL: Sharing = { isShared: true, teamId: null };
type Team = { id: string; name: string };
const withTeam = ({ id }: Team): Sharing => ({ isShared: true, teamId: id });

let workspace: Workspace;
let [one, other, inside]: Team[] = [];
let people: Record<"owner" | "mate" | "manager" | "stranger" | "below" | "admin", SignedIn>;
beforeEach(async () => {
  workspace = await aWorkspace();
  [one, other] = [
    await aTeam(workspace, { name: "East" }),
    await aTeam(workspace, { name: "West" }),
  ];
  inside = await aTeam(workspace, { name: "East inside", parentId: one.id });
  people = {
    owner: await aMember(workspace, { teams: [one] }),
    mate: await aMember(workspace, { teams: [one] }),
    manager: await aMember(workspace, { role: "manager", scopeTeams: [one] }),
    stranger: await aMember(workspace, { teams: [other] }),
    below: await aMember(workspace, { teams: [inside] }),
    admin: await aMember(workspace, { role: "admin" }),
  };
});
const teams = (): [Team, Team, Team] => {
  if (!one || !other || !inside) throw new Error("no teams");
  return [one, other, inside];
};

const save = async (actor: Member, shareWith: Sharing): Promise<string> =>
  (await saveView(actor, "recordings", { name: "View", query: "kind=room", shareWith })).viewId;
const change = (actor: Member, viewId: string, shareWith: Sharing, version = 1) =>
  changeView(actor, { viewId, name: "View", shareWith, version });
async function open(actor: Member, text = "view=all"): Promise<RecordingsView> {
  const page = await getRecordingsPage(actor, new URLSearchParams(text), "UTC");
  if ("opens" in page) throw new Error(`it opens ${page.opens}`);
  return page;
}
const viewsFor = async (actor: Member): Promise<ViewRef[]> => (await open(actor)).views;
const followers = async (viewId: string): Promise<string[]> =>
  (await db.viewDigest.findMany({ where: { viewId } })).map(({ memberId }) => memberId).sort();
const notOffered: unknown = expect.objectContaining({
  code: "validation_failed",
  fields: { shareWith: ["invalid_choice"] },
});

test("a view of a team is for its people, the managers above it and admins, and not there for others", async () => {
  const [team] = teams();
  const { owner, mate, manager, stranger, below, admin } = people;
  const viewId = await save(owner, withTeam(team));
  for (const actor of [owner, mate, manager, admin]) {
    expect(await viewsFor(actor)).toMatchObject([
      { id: viewId, isShared: true, team: { id: team.id, name: "East" } },
    ]);
    expect((await findForPalette(actor, "view")).views).toMatchObject([{ id: viewId }]);
    expect(await open(actor, `view=${viewId}`)).toMatchObject({
      query: { filters: { kind: ["room"] } },
      ignored: [],
    });
  }
  for (const actor of [stranger, below]) {
    expect(await viewsFor(actor)).toEqual([]);
    expect((await findForPalette(actor, "view")).views).toEqual([]);
    expect((await open(actor, `view=${viewId}`)).ignored).toEqual([{ key: "view", value: viewId }]);
    for (const run of [
      () => followView(actor, { viewId, pace: "daily" }),
      () => chooseDefaultView(actor, viewId),
      () => change(actor, viewId, ALL),
    ])
      await expect(run()).rejects.toMatchObject({ code: "not_found" });
  }
  for (const actor of [mate, manager])
    await expect(change(actor, viewId, ALL)).rejects.toMatchObject({ code: "forbidden" });
  await change(admin, viewId, ALL);
  expect(await viewsFor(stranger)).toMatchObject([{ id: viewId, team: null }]);
});

test("it is shared with a team of one's own or in one's scope, by an admin with any that is there", async () => {
  const [team, west] = teams();
  const { owner, manager, admin } = people;
  const away = await aTeam(await aWorkspace());
  const gone = await aTeam(workspace, { deletedAt: new Date() });
  const offered = async (actor: Member) => (await open(actor)).viewTeams.map(({ name }) => name);
  // Those below a team are in the scope of its people.
  expect(await offered(owner)).toEqual(["East", "East inside"]);
  expect(await offered(manager)).toEqual(["East"]);
  expect(await offered(admin)).toEqual(["East", "East inside", "West"]);
  expect(await offered(await aMember(workspace))).toEqual([]);
  for (const [actor, teamId] of [
    [owner, west.id],
    [manager, west.id],
    [admin, gone.id],
    [admin, away.id],
  ] as const) {
    await expect(save(actor, { isShared: true, teamId })).rejects.toEqual(notOffered);
    const own = await aView(actor);
    await expect(change(actor, own.id, { isShared: true, teamId })).rejects.toEqual(notOffered);
  }
  await save(manager, withTeam(team));
  await save(admin, withTeam(west));
});

test("a view keeps its team when its owner has left that, and when there is no such team any more", async () => {
  const { owner, admin, mate } = people;
  const [team] = teams();
  const empty = await aTeam(workspace, { name: "Empty" });
  const left = await save(owner, withTeam(team));
  const moved: Member = { ...owner, teamIds: [], scopeTeamIds: [] };
  await change(moved, left, withTeam(team));
  await change(moved, left, ALL, 2);
  await expect(change(moved, left, withTeam(team), 3)).rejects.toEqual(notOffered);
  const theirs = await save(admin, withTeam(empty));
  await removeTeam(admin, empty.id);
  expect(await viewsFor(mate)).toMatchObject([{ id: left }]);
  await change(admin, theirs, withTeam(empty));
  const kept = (await viewsFor(admin)).find(({ id }) => id === theirs);
  expect(kept?.team).toEqual({ id: empty.id, name: "Empty" });
});

test("who may not open it any more gets no more e-mails about it, and it opens first for them no more", async () => {
  const { owner, mate, manager, stranger, admin } = people;
  const [team, west] = teams();
  const viewId = await save(owner, ALL);
  const ids = (...of: SignedIn[]) => of.map(({ memberId }) => memberId).sort();
  for (const actor of [owner, mate, manager, stranger, admin]) {
    await followView(actor, { viewId, pace: "daily" });
    await chooseDefaultView(actor, viewId);
  }
  await change(owner, viewId, withTeam(team));
  expect(await followers(viewId)).toEqual(ids(owner, mate, manager, admin));
  const bare = (actor: Member) => getRecordingsPage(actor, new URLSearchParams(), "UTC");
  expect(await bare(mate)).toEqual({ opens: viewId });
  expect(await bare(stranger)).toMatchObject({ query: { view: null }, look: { viewId: null } });
  await change(admin, viewId, withTeam(west), 2);
  expect(await followers(viewId)).toEqual(ids(owner, admin));
  expect(await bare(mate)).toMatchObject({ query: { view: null }, look: { viewId: null } });
  await change(owner, viewId, ALONE, 3);
  expect(await followers(viewId)).toEqual(ids(owner));
});

test("the log says whom it was shared with, and whom it is shared with now", async () => {
  const { owner } = people;
  const [team] = teams();
  const viewId = await save(owner, withTeam(team));
  await change(owner, viewId, ALL);
  await change(owner, viewId, ALONE, 2);
  const entries = await db.auditEntry.findMany({
    where: { target: viewId },
    orderBy: { id: "asc" },
  });
  const facts = (json: string | null): unknown => JSON.parse(json ?? "null");
  const [toTeam, toAll, toNone] = [
    { name: "View", shared: true, team: team.id },
    { name: "View", shared: true },
    { name: "View", shared: false },
  ];
  expect(entries.map(({ before, after }) => [facts(before), facts(after)])).toEqual([
    [null, toTeam],
    [toTeam, toAll],
    [toAll, toNone],
  ]);
});

test("a form names a team by its id; one without the field shares with no others", () => {
  const [{ id }] = teams();
  const given = { intent: "save_view", name: "View" };
  const read = (more: object) => saveViewForm.parse({ ...given, ...more }).shareWith;
  expect([{}, { shareWith: "" }, { shareWith: "me" }].map(read)).toEqual([ALONE, ALONE, ALONE]);
  expect(read({ shareWith: "workspace" })).toEqual(ALL);
  expect(read({ shareWith: id })).toEqual({ isShared: true, teamId: id });
  for (const shareWith of ["everyone", "on", `${id}x`])
    expect(
      changeViewForm.safeParse({
        ...{ intent: "change_view", viewId: id, name: "View", version: "1", shareWith },
      }).success,
    ).toBe(false);
});
