import { afterAll, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
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
    const { workspaceId, memberId } = owner;
    const row = {
      ...{ workspaceId, config: "metrics@5", callId: call.id, startedAt },
      ...{ durationMs: 60_000, speechMs: 30_000, talkRatio: 0.5 },
      side: "R" as const,
      kind: "upload" as const,
    };
    await db.metricRow.createMany({
      data: [
        { ...row, subject: call.id },
        { ...row, subject: newId(), memberId },
      ],
    });
  }
}

const ask = (actor: Member, search: Record<string, string>) =>
  getActivity(actor, parseAnalyticsQuery(new URLSearchParams(search), "UTC", NOW).query);

test("five others with five calls each make a median, in which the reader's own calls are not", async () => {
  const { reps, rep } = await aHouse(6);
  for (const [at, one] of reps.entries()) await calls(one, "2026-12-10", at === 0 ? 40 : 4 + at);
  const view = await ask(rep, { range: "last-month" });
  expect(view.team).toMatchObject({ n: 5, mean: null, median: { held: 7 } });
  expect(view.people.map(({ memberId }) => memberId)).toEqual([rep.memberId]);
});

test.each([
  ["four others", 5, 5, {}],
  ["four calls", 6, 4, {}],
  ["private calls", 6, 5, { visibility: "private" }],
  ["calls in which nothing was recorded", 6, 5, { state: "empty" }],
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

type Shown = {
  days: readonly [string, string];
  talk: TalkKind | null;
  team: string;
  people: Set<string>;
};

/** Who has five calls in a group, counted a second time. */
function peopleOf(
  stored: Awaited<ReturnType<typeof db.call.findMany>>,
  {
    days,
    talk,
    teams,
  }: { days: readonly [string, string]; talk: TalkKind | null; teams: ReadonlySet<string> },
): Set<string> {
  const of = stored.filter(({ startedAt, talkKind, teamId }) => {
    const day = startedAt?.toISOString().slice(0, 10) ?? "";
    const isKind = talk === null || talk === (talkKind ?? "other");
    return day >= days[0] && day <= days[1] && isKind && teams.has(teamId ?? "");
  });
  const byOwner = Map.groupBy(of, ({ ownerId }) => ownerId);
  return new Set([...byOwner].flatMap(([id, all]) => (all.length >= 5 ? [id] : [])));
}

const without = (people: ReadonlySet<string>, id: string) =>
  [...people].filter((one) => one !== id);

test.each(Object.entries(PAGES))(
  "of %s no two groups that a reader is shown differ by one to four people",
  async (_page, peopleIn) => {
    const { workspace, reps } = await aHouse(12);
    const parent = reps[0]?.teamIds[0] ?? expect.fail();
    // Below it one team of which one to four people are, and one that leaves as few to its parent.
    const small = await aTeam(workspace, { parentId: parent });
    const large = await aTeam(workspace, { parentId: parent });
    const readers: Member[] = [
      ...reps.slice(0, 2),
      await aMember(workspace, { teams: [large, { id: parent }] }),
      await aMember(workspace, { teams: [small, large, { id: parent }] }),
    ];
    const teamOf = (at: number): string => (at < 6 ? large.id : at < 9 ? small.id : parent);
    // Who talks about what, and when: every number of people between none and all of them somewhere.
    for (const [at, one] of reps.entries()) {
      const more = { teamId: teamOf(at) };
      await calls(one, "2026-12-29", at < 7 ? 5 : at < 9 ? 3 : 0, { talkKind: "demo", ...more });
      await calls(one, "2026-12-10", at < 8 ? 5 : 2, { talkKind: "discovery", ...more });
      const kind = at % 2 === 0 ? null : "demo";
      await calls(one, "2026-10-10", 5, { talkKind: kind, ...more });
      // And some in the other teams, as people who changed have.
      if (at % 3 === 0) await calls(one, "2026-11-11", 5, { talkKind: kind, teamId: parent });
    }
    const stored = await db.call.findMany({ where: { workspaceId: workspace.id } });
    const below = new Map([
      [parent, new Set([parent, small.id, large.id])],
      [small.id, new Set([small.id])],
      [large.id, new Set([large.id])],
    ]);
    let count = 0;
    for (const reader of readers) {
      const shown: Shown[] = [];
      for (const range of RANGES)
        for (const talk of [null, ...TALK_KINDS])
          for (const [team, teams] of below) {
            const n = await peopleIn(reader, { range, team, ...(talk && { talk }) });
            if (n === null) continue;
            expect(reader.teamIds).toContain(team);
            const days = DAYS[range];
            const people = new Set(
              without(peopleOf(stored, { days, talk, teams }), reader.memberId),
            );
            expect([range, talk, n]).toEqual([range, talk, people.size]);
            expect(people.size).toBeGreaterThanOrEqual(5);
            shown.push({ days, talk, team, people });
          }
      count += shown.length;
      for (const inside of shown)
        for (const around of shown) {
          const isAround =
            around.days[0] <= inside.days[0] &&
            around.days[1] >= inside.days[1] &&
            (around.talk === null || around.talk === inside.talk) &&
            (around.team === parent || around.team === inside.team);
          if (!isAround) continue;
          const left = [...around.people].filter((id) => !inside.people.has(id)).length;
          expect([inside, around, left === 0 || left >= 5]).toEqual([inside, around, true]);
        }
    }
    expect(count).toBeGreaterThan(0);
  },
);

test.each([
  // Of twelve others, the team below has eight: the four that are left would be shown by the difference.
  [8, 12, false],
  [7, 12, true],
  [12, 12, true],
])(
  "a team of whose %i of %i people are in the team below: shown is %s",
  async (inside, all, isShown) => {
    const workspace = await aWorkspace();
    const parent = await aTeam(workspace);
    const child = await aTeam(workspace, { parentId: parent.id });
    const reader = await aMember(workspace, { teams: [parent, child] });
    for (let at = 0; at < all; at += 1) {
      const one = await aMember(workspace, { teams: [parent] });
      await calls(one, "2026-12-10", 5, { teamId: at < inside ? child.id : parent.id });
    }
    for (const peopleIn of Object.values(PAGES))
      for (const [team, n] of [
        [parent.id, all],
        [child.id, inside],
      ] as const)
        expect(await peopleIn(reader, { range: "last-month", team })).toBe(isShown ? n : null);
  },
);

test("three teams below that together leave a few to their parent show it to nobody", async () => {
  const workspace = await aWorkspace();
  const parent = await aTeam(workspace);
  const children = [];
  for (let n = 0; n < 3; n += 1) children.push(await aTeam(workspace, { parentId: parent.id }));
  const reader = await aMember(workspace, { teams: [parent, ...children] });
  for (let at = 0; at < 18; at += 1) {
    const one = await aMember(workspace, { teams: [parent] });
    await calls(one, "2026-12-10", 5, { teamId: at < 15 ? children[at % 3]?.id : parent.id });
  }
  for (const peopleIn of Object.values(PAGES)) {
    expect(await peopleIn(reader, { range: "last-month", team: parent.id })).toBeNull();
    const child = children[0]?.id ?? expect.fail();
    expect(await peopleIn(reader, { range: "last-month", team: child })).toBe(5);
  }
});

test.each([
  [5, 5, false],
  [5, 6, true],
  [5, 9, true],
  [5, 10, false],
])("of %i people within %i: too close is %s", (inside, around, wanted) => {
  const people = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
  expect(isTooClose(people(inside), people(around))).toBe(wanted);
});
