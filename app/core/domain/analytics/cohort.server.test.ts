import { afterAll, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import type { Member } from "../access/actor.ts";
import { TALK_KINDS, type TalkKind } from "../views.ts";
import { getActivity } from "./activity.server.ts";
import { isTooClose } from "./cohort.server.ts";
import { parseAnalyticsQuery } from "./parse-query.ts";
import { parseTalkQuery } from "./talk-query.ts";
import { getTalkStats } from "./talk-stats.server.ts";

// A Wednesday, so that the whole week before lies in the whole month before, and that in the whole quarter.
const NOW = new Date("2027-01-06T12:00:00Z");
const restart = stopClock(NOW);
afterAll(restart);

const RANGES = ["last-week", "last-month", "last-quarter"] as const;
const DAYS = {
  "last-week": ["2026-12-28", "2027-01-03"],
  "last-month": ["2026-12-01", "2026-12-31"],
  "last-quarter": ["2026-10-01", "2026-12-31"],
} as const;

async function aHouse(people: number) {
  const workspace = await aWorkspace();
  const teams = [await aTeam(workspace)];
  const reps: Member[] = [];
  for (let n = 0; n < people; n += 1) reps.push(await aMember(workspace, { teams }));
  return { workspace, reps, rep: reps[0] ?? expect.fail() };
}

async function calls(owner: Member, day: string, count: number, more: object = {}): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const startedAt = new Date(`${day}T10:00:00Z`);
    const call = await aCall(owner, { startedAt, ...more });
    await db.metricRow.create({
      data: {
        ...{ workspaceId: owner.workspaceId, config: "metrics@3", callId: call.id, side: "R" },
        ...{ subject: call.id, startedAt, kind: "upload", durationMs: 60_000, speechMs: 30_000 },
        talkRatio: 0.5,
      },
    });
  }
}

const ask = (actor: Member, search: Record<string, string>) =>
  getActivity(actor, parseAnalyticsQuery(new URLSearchParams(search), "UTC", NOW).query);

test("five people with five calls each make a median, which is nobody's own list", async () => {
  const { reps, rep } = await aHouse(5);
  for (const [at, one] of reps.entries()) await calls(one, "2026-12-10", 5 + at);
  const view = await ask(rep, { range: "last-month" });
  expect(view.team).toMatchObject({ n: 5, mean: null, median: { held: 7 } });
  expect(view.people.map(({ memberId }) => memberId)).toEqual([rep.memberId]);
});

test.each([
  ["four people", 4, 5, {}],
  ["four calls", 5, 4, {}],
  ["private calls", 5, 5, { visibility: "private" }],
  ["calls in which nothing was recorded", 5, 5, { state: "empty" }],
] as const)("%s make none", async (_name, people, count, more) => {
  const { reps, rep } = await aHouse(people);
  for (const one of reps) await calls(one, "2026-12-10", count, more);
  expect(await ask(rep, { range: "last-month" })).toMatchObject({ team: null, noTeam: "few" });
});

test.each([
  { range: "last-13w" },
  { range: "this-month" },
  { from: "2026-12-01", to: "2026-12-31" },
  { range: "last-month", hours: "working" },
  { range: "last-month", sample: "no" },
  { range: "last-month", language: "en" },
])("asked for %j a group is not fixed", async (search) => {
  const { reps, rep } = await aHouse(5);
  for (const one of reps) await calls(one, "2026-12-10", 5);
  expect(await ask(rep, { ...search })).toMatchObject({ team: null, noTeam: "filtered" });
});

test("another team's figures are not there, whatever the address asks for", async () => {
  const { workspace, reps } = await aHouse(6);
  for (const one of reps) await calls(one, "2026-12-10", 5);
  const outsider = await aMember(workspace, { teams: [await aTeam(workspace)] });
  const team = reps[0]?.teamIds[0] ?? "";
  const view = await ask(outsider, { range: "last-month", team });
  expect(view).toMatchObject({ team: null, noTeam: "few", people: [] });
});

/** How many people each page makes the figures of a group of; null where it shows none. */
const PAGES = {
  activity: async (actor: Member, search: Record<string, string>) =>
    (await ask(actor, search)).team?.n ?? null,
  "talk statistics": async (actor: Member, search: Record<string, string>) => {
    const { query } = parseTalkQuery(new URLSearchParams(search), "UTC", NOW);
    return (await getTalkStats(actor, query)).team?.people ?? null;
  },
};

test.each(Object.entries(PAGES))(
  "of %s no two groups that are shown differ by one to four people",
  async (_page, peopleIn) => {
    const { workspace, reps, rep } = await aHouse(11);
    // Who talks about what, and when: every number of people between none and all of them somewhere.
    for (const [at, one] of reps.entries()) {
      await calls(one, "2026-12-29", at < 6 ? 5 : at < 8 ? 3 : 0, { talkKind: "demo" });
      await calls(one, "2026-12-10", at < 7 ? 5 : 2, { talkKind: "discovery" });
      await calls(one, "2026-10-10", at < 11 ? 5 : 0, { talkKind: at % 2 === 0 ? null : "demo" });
    }
    const stored = await db.call.findMany({ where: { workspaceId: workspace.id } });
    type Group = { days: readonly [string, string]; talk: TalkKind | null; people: Set<string> };
    const shown: Group[] = [];
    for (const range of RANGES)
      for (const talk of [null, ...TALK_KINDS]) {
        const days = DAYS[range];
        const n = await peopleIn(rep, { range, ...(talk && { talk }) });
        const of = stored.filter(({ startedAt, talkKind }) => {
          const day = startedAt?.toISOString().slice(0, 10) ?? "";
          return (
            day >= days[0] && day <= days[1] && (talk === null || talk === (talkKind ?? "other"))
          );
        });
        const people = new Set(
          of
            .map(({ ownerId }) => ownerId)
            .filter((id) => of.filter(({ ownerId }) => ownerId === id).length >= 5),
        );
        if (n === null) continue;
        expect([range, talk, n]).toEqual([range, talk, people.size]);
        expect(people.size).toBeGreaterThanOrEqual(5);
        shown.push({ days, talk, people });
      }
    expect(shown.length).toBeGreaterThan(0);
    for (const inside of shown)
      for (const around of shown) {
        const isAround =
          around.days[0] <= inside.days[0] &&
          around.days[1] >= inside.days[1] &&
          (around.talk === null || around.talk === inside.talk);
        if (!isAround) continue;
        const left = [...around.people].filter((id) => !inside.people.has(id)).length;
        expect(left === 0 || left >= 5).toBe(true);
      }
  },
);

test.each([
  [5, 5, false],
  [5, 6, true],
  [5, 9, true],
  [5, 10, false],
])("of %i people within %i: too close is %s", (inside, around, wanted) => {
  const people = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
  expect(isTooClose(people(inside), people(around))).toBe(wanted);
});
