import { afterAll, expect, test } from "vitest";
import { followView } from "#app/core/domain/view/follow.server.ts";
import { deleteView } from "#app/core/domain/view/view-writes.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { activityData } from "./activity-export.server.ts";
import { getActivityPage } from "./activity.server.ts";
import { clipsCommands } from "./clips-commands.server.ts";
import { getClips } from "./clips-data.server.ts";
import { activityCommands, talkStatsCommands } from "./saved-views.server.ts";
import { getTalkStatsPage } from "./talk-stats.server.ts";

const restart = stopClock(new Date("2027-01-06T12:00:00Z"));
afterAll(restart);

test("a saved question is asked again by its address, with what the address says in place of its own", async () => {
  const workspace = await aWorkspace();
  const [rep, colleague] = [await aMember(workspace), await aMember(workspace)];
  const save = (name: string, query: string) =>
    talkStatsCommands.commands.save_view.run(
      rep,
      { intent: "save_view", name, query, shareWith: { isShared: false, teamId: null } },
      {},
    );
  const { viewId } = await save("Demos", "range=last-4w&talk=demo&metric=patience&person=x&foo=1");
  const ask = (actor: typeof rep, text: string) =>
    getTalkStatsPage(actor, new URLSearchParams(text), "UTC");
  const opened = await ask(rep, `view=${viewId}`);
  expect(opened.ignored).toEqual([]);
  expect(opened.query).toMatchObject({ range: "last-4w", talk: ["demo"], metric: "patience" });
  // What could not be read was not kept.
  expect(opened.views).toMatchObject([
    { id: viewId, name: "Demos", query: "range=last-4w&talk=demo&metric=patience" },
  ]);
  const over = await ask(rep, `view=${viewId}&range=last-week&talk=`);
  expect(over.query).toMatchObject({ range: "last-week", talk: [], metric: "patience" });
  const days = await ask(rep, `view=${viewId}&from=2026-12-01&to=2026-12-14`);
  expect(days.query).toMatchObject({ range: null, talk: ["demo"] });
  expect(days.query.period).toMatchObject({ from: "2026-12-01", to: "2026-12-14" });
  // Nobody else's, and of no other page.
  expect((await ask(colleague, `view=${viewId}`)).ignored).toEqual([
    { key: "view", value: viewId },
  ]);
  const other = await getActivityPage(rep, new URLSearchParams({ view: viewId }), "UTC");
  expect(other).toMatchObject({ views: [], ignored: [{ key: "view", value: viewId }] });
  await expect(followView(rep, { viewId, pace: "daily" })).rejects.toThrow("not_found");
  await deleteView(rep, viewId);
  expect((await ask(rep, `view=${viewId}`)).ignored).toEqual([{ key: "view", value: "Demos" }]);
});

test("a view of the list of clips is kept as its address is written, without the page", async () => {
  const rep = await aMember(await aWorkspace());
  const { viewId } = await clipsCommands.commands.save_view.run(
    rep,
    {
      intent: "save_view",
      name: "Short",
      query: "days=7&q=&sort=longest&foo=1&limit=5",
      shareWith: { isShared: false, teamId: null },
    },
    {},
  );
  const opened = await getClips(rep, new URLSearchParams({ view: viewId, state: "failed" }));
  expect(opened.query).toMatchObject({ days: 7, sort: "longest", state: "failed", limit: 24 });
  expect(opened).toMatchObject({
    views: [{ name: "Short", query: "days=7&sort=longest" }],
    ignored: [],
  });
});

test("its files read the view as the page does; a shared one is everybody's", async () => {
  const workspace = await aWorkspace();
  const [rep, colleague] = [await aMember(workspace), await aMember(workspace)];
  const { viewId } = await activityCommands.commands.save_view.run(
    rep,
    {
      ...{ intent: "save_view" as const, name: "Working hours", query: "hours=working" },
      shareWith: { isShared: true, teamId: null },
    },
    {},
  );
  const { query } = await activityData.parse(
    new URLSearchParams({ view: viewId }),
    "UTC",
    colleague,
  );
  expect(query.isInHours).toBe(true);
  const page = await getActivityPage(colleague, new URLSearchParams({ view: viewId }), "UTC");
  expect(page.views).toMatchObject([{ id: viewId, isOwn: false, canChange: false }]);
});

test("a saved question can be one team's, and the page says with which teams one may be shared", async () => {
  const workspace = await aWorkspace();
  const [team, other] = [await aTeam(workspace), await aTeam(workspace)];
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const rep = await aMember(workspace, { teams: [team] });
  const stranger = await aMember(workspace, { teams: [other] });
  const given = { intent: "save_view", name: "Long ones", query: "sort=longest" } as const;
  const { viewId } = await clipsCommands.commands.save_view.run(
    manager,
    { ...given, shareWith: { isShared: true, teamId: team.id } },
    {},
  );
  const ask = (actor: typeof rep) => getClips(actor, new URLSearchParams({ view: viewId }));
  expect(await ask(rep)).toMatchObject({
    views: [{ id: viewId, isOwn: false, team: { id: team.id, name: team.name } }],
    viewTeams: [{ id: team.id, name: team.name }],
    query: { sort: "longest" },
    ignored: [],
  });
  expect(await ask(stranger)).toMatchObject({
    views: [],
    viewTeams: [{ id: other.id }],
    ignored: [{ key: "view", value: viewId }],
  });
});
