import { afterAll, beforeAll, expect, test } from "vitest";
import { PERSON_MEASURES } from "#app/core/domain/analytics/activity-views.ts";
import { MEASURES } from "#app/core/domain/analytics/measures.ts";
import { TALK_METRICS, type TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import type { CallMetrics } from "#app/core/pages/call-metrics.server.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aHistory, anAddress, HISTORY_HOURS, wall } from "#tests/support/analytics-history.ts";
import {
  activityCalls,
  type Asked,
  type Call,
  countsOf,
  figureCells,
  quantile,
  type Reader,
  type Speeds,
  speedsOf,
  talkUnits,
  type Teams,
  type Unit,
} from "#tests/support/analytics-oracle.ts";
import { speak } from "#tests/support/analytics-talk.ts";
import type { SignedIn } from "#tests/support/factories.ts";
import { appForFile } from "./app-for-file.ts";

// Every figure of the analytics pages, made a second time from `/recordings.json` and each call's `metrics.json`.

const NOW = "2027-01-06T12:00:00Z";
const restart = stopClock(new Date(NOW));
afterAll(restart);
const app = await appForFile();
let house: Awaited<ReturnType<typeof aHistory>>;
let calls: Call[];
let teams: Teams;
const numbers = new Map<string, CallMetrics>();
const readers = new Map<string, Reader>();

type Line = Record<string, string | number | null>;

async function ask<T>(
  actor: SignedIn,
  path: string,
  search: URLSearchParams,
  zone = "UTC",
): Promise<T> {
  const request = new Request(`https://parley.test${path}?${search.toString()}`, {
    headers: { cookie: `__Host-sid=${actor.token}; tz=${encodeURIComponent(zone)}` },
  });
  const response = await app.ask(request);
  expect([path, search.toString(), response.status]).toEqual([path, search.toString(), 200]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the product wrote; the test compares it
  return (await response.json()) as T;
}

type Page = { data: RecordingRow[]; count: number; nextCursor: string | null };

/** All calls that a member may download, of two years. */
async function download(
  actor: SignedIn,
  more: Record<string, string> = {},
): Promise<RecordingRow[]> {
  const found: RecordingRow[] = [];
  const days = { from: "2026-01-01", to: "2027-12-31", counted: "held", limit: "100" };
  for (let after = ""; ; ) {
    const search = new URLSearchParams({ ...days, ...more, ...(after && { after }) });
    const page = await ask<Page>(actor, "/recordings.json", search);
    found.push(...page.data);
    if (page.nextCursor === null) return found;
    after = page.nextCursor;
  }
}

beforeAll(async () => {
  house = await aHistory(260);
  await speak(house);
  const { workspace, reps, other, manager, admin } = house;
  const active = [...reps.slice(0, 4), ...reps.slice(5), other, manager];
  const found = await download(admin);
  // Private calls are in their owners' own lists alone.
  for (const one of active) found.push(...(await download(one, { member: one.memberId })));
  const rows = new Map(found.map((row) => [row.callId, row]));
  const stored = await db.team.findMany({ where: { workspaceId: workspace.id } });
  teams = new Map(stored.map(({ id, parentId }) => [id, parentId]));
  const people = await db.member.findMany({ where: { workspaceId: workspace.id } });
  const zones = new Map(people.map(({ id, timeZone }) => [id, timeZone ?? "Europe/Berlin"]));
  calls = [...rows.values()].map((row) => ({
    ...row,
    teamId: stored.find(({ name }) => name === row.team)?.id ?? null,
    isInHours: isWithinHours(
      new Date(row.startedAt ?? NOW),
      zones.get(row.owner.id) ?? "UTC",
      HISTORY_HOURS[row.owner.id === house.nights?.memberId ? "ofNights" : "ofAll"],
    ),
  }));
  const byId = new Map([...active, admin].map((one) => [one.memberId, one]));
  for (const { callId, owner, callState } of calls)
    if (callState === "available")
      numbers.set(
        callId,
        await ask(
          byId.get(owner.id) ?? admin,
          `/calls/${callId}/metrics.json`,
          new URLSearchParams(),
        ),
      );
  for (const { memberId, role, scopeTeamIds: scope } of [...active, admin])
    readers.set(memberId, { memberId, role, scope });
});

/** Hours past midnight belong to the day on which they began. */
function isWithinHours(at: Date, zone: string, { days, from, to }: typeof HISTORY_HOURS.ofAll) {
  const worksOn = ({ day, date }: { day: number; date: string }) =>
    days.includes(day) && !HISTORY_HOURS.holidays.includes(date);
  const now = wall(at, zone);
  if (from < to) return worksOn(now) && now.time >= from && now.time < to;
  const yesterday = {
    day: (now.day + 6) % 7,
    date: new Date(Date.parse(now.date) - 86_400_000).toISOString().slice(0, 10),
  };
  return (worksOn(now) && now.time >= from) || (worksOn(yesterday) && now.time < to);
}

const numbersOf = (id: string): CallMetrics =>
  numbers.get(id) ?? expect.fail(`no numbers of ${id}`);

/** A reader who asks for something, and the days that the answer says it is about. */
function anAsk() {
  const { random, one, two, below, labels, reps, manager, admin } = house;
  const actor = random.of([
    manager,
    admin,
    admin,
    reps[1] ?? expect.fail(),
    reps[0] ?? expect.fail(),
  ]);
  const search = anAddress(random, {
    teams: [one.id, two.id, below.id],
    members: [...reps, manager].map(({ memberId }) => memberId),
    labels: labels.map(({ id }) => id),
  });
  const zone = random.of([
    "UTC",
    "Asia/Tokyo",
    "America/New_York",
    "America/Santiago",
    "Europe/Berlin",
  ]);
  const reader = readers.get(actor.memberId) ?? expect.fail();
  return { actor, search, zone, reader };
}

const askedFor = (search: URLSearchParams, zone: string, line: Line | undefined): Asked => ({
  members: search.getAll("member"),
  teams: search.getAll("team"),
  talk: TALK_KINDS.filter((kind) => search.getAll("talk").includes(kind)),
  languages: search.getAll("language"),
  labels: search.getAll("label"),
  isInHours: search.has("hours"),
  isWithoutSample: search.has("sample"),
  ...{ zone, from: String(line?.["from"]), to: String(line?.["to"]) },
});

const like = (line: Record<string, unknown>): unknown => expect.objectContaining(line);
/** Four digits, of values that are kept with seven. */
const near = (cells: Record<string, number | null>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cells).map(([key, value]) => [
      key,
      value === null || key === "n" || key === "left_out" ? value : expect.closeTo(value, 3),
    ]),
  );
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function activityCells(of: readonly Call[]) {
  const { held, connected, externalMs, companies, recorded, recordable, reviewed } = countsOf(of);
  return {
    ...{ held, connected, connected_share: share(connected, held), external_ms: externalMs },
    ...{ companies, recorded, recordable, recorded_share: share(recorded, recordable) },
    ...{ reviewed, reviewed_share: share(reviewed, recorded) },
  };
}

/** How many the list of a number holds. */
async function listed(
  { actor, search, zone }: ReturnType<typeof anAsk>,
  counted: string,
  more: Record<string, string> = {},
): Promise<number> {
  const address = new URLSearchParams([...search, ["counted", counted]]);
  for (const [key, value] of Object.entries(more)) address.set(key, value);
  for (const key of ["metric", "order"]) address.delete(key);
  return (await ask<Page>(actor, "/recordings.json", address, zone)).count;
}

test("the history holds what it is for", () => {
  const rows = [...numbers.values()].flatMap(({ rows: all }) => all);
  const ofTwo = [...numbers.values()].filter(
    (one) => one.rows.filter(({ memberId }) => memberId !== null).length > 1,
  );
  expect(ofTwo.length).toBeGreaterThan(10);
  expect(
    rows.some(({ participantId, memberId }) => participantId !== null && memberId === null),
  ).toBe(true);
  expect(calls.filter(({ visibility }) => visibility === "private").length).toBeGreaterThan(20);
  expect(calls.filter(({ callState }) => callState === "empty").length).toBeGreaterThan(10);
  const nights = calls.filter(({ owner }) => owner.id === house.nights?.memberId);
  expect(new Set(nights.map(({ isInHours }) => isInHours)).size).toBe(2);
  const reader = readers.get(house.admin.memberId) ?? expect.fail();
  const always = { from: "2026-01-01", to: "2027-12-31" };
  const reasons = new Set(
    (["patience", "talk_ratio"] as const).flatMap((metric) =>
      talkUnits(reader, askedFor(new URLSearchParams(), "UTC", always), metric, {
        ...{ calls, teams, numbersOf },
      }).parts.map(({ reason }) => reason),
    ),
  );
  for (const reason of ["class_c", "too_short", "times_estimated", "not_analysed", "no_member"])
    expect([...reasons]).toContain(reason);
});

test("activity: every figure, for thirty filter sets, and lists of as many calls", async () => {
  for (let round = 0; round < 30; round += 1) {
    const asking = anAsk();
    const { actor, search, reader } = asking;
    const lines = await ask<Line[]>(actor, "/analytics/activity.json", search, asking.zone);
    // A zone of one's profile comes before the browser's.
    const zone = String(lines[0]?.["time_zone"]);
    const of = (group: string) => lines.filter((line) => line["group"] === group);
    const [asked, askedBefore] = ["total", "before"].map((group) =>
      askedFor(search, zone, of(group)[0]),
    );
    const now = activityCalls(reader, asked ?? expect.fail(), calls, teams);
    const before = activityCalls(reader, askedBefore ?? expect.fail(), calls, teams);
    const about = `${search.toString()} ${zone} as ${actor.role}`;
    expect([about, of("total")]).toEqual([about, [like(activityCells(now.ofTotals))]]);
    expect([about, of("before")]).toEqual([about, [like(activityCells(before.ofTotals))]]);
    const byOwner = Map.groupBy(now.ofPeople, ({ owner }) => owner.id);
    expect(new Set(of("person").map((line) => line["member_id"]))).toEqual(new Set(byOwner.keys()));
    for (const line of of("person"))
      expect([about, line]).toEqual([
        about,
        like(activityCells(byOwner.get(String(line["member_id"])) ?? [])),
      ]);
    const mine = (all: Call[]) => all.filter(({ owner }) => owner.id === actor.memberId);
    const hasOwn = mine(now.ofPeople).length + mine(before.ofPeople).length > 0;
    expect(of("own_before")).toEqual(hasOwn ? [like(activityCells(mine(before.ofPeople)))] : []);
    for (const [group, all] of [
      ["week", now.ofTotals],
      ["week_before", before.ofTotals],
    ] as const) {
      for (const line of of(group)) {
        const inside = all.filter(({ startedAt }) => {
          const { date } = wall(startedAt ?? NOW, zone);
          return date >= String(line["from"]) && date <= String(line["to"]);
        });
        expect([about, line]).toEqual([about, like(activityCells(inside))]);
      }
      const sum = of(group).reduce((total, line) => total + Number(line["held"]), 0);
      expect([group, sum]).toEqual([group, all.length]);
    }
    const byHour = Map.groupBy(now.ofTotals, ({ startedAt }) => {
      const { day, hour } = wall(startedAt ?? NOW, zone);
      return `${day}-${hour}`;
    });
    expect(new Map(of("hour").map((line) => [line["name"], line["held"]]))).toEqual(
      new Map([...byHour].map(([hour, all]) => [hour, all.length])),
    );
    if (reader.role !== "rep")
      expect([about, of("median")[0]]).toEqual([about, medianLine(byOwner)]);
    if (round % 3 > 0) continue;
    const total = countsOf(now.ofTotals);
    const wanted = {
      ...total,
      company: now.ofTotals.filter(({ company }) => company !== null).length,
    };
    for (const measure of MEASURES)
      if (measure !== "feedback")
        expect([about, measure, await listed(asking, measure)]).toEqual([
          about,
          measure,
          wanted[measure],
        ]);
    const [hottest] = [...byHour];
    if (hottest) expect(await listed(asking, "held", { at: hottest[0] })).toBe(hottest[1].length);
    const [person] = [...byOwner];
    if (person) expect(await listed(asking, "held", { member: person[0] })).toBe(person[1].length);
  }
});

/** The middle of people, each counting once; who has nothing to take a share of counts in none. */
function medianLine(byOwner: ReadonlyMap<string, Call[]>): unknown {
  if (byOwner.size === 0) return undefined;
  const cells = [...byOwner.values()].map(activityCells);
  const columns: Record<(typeof PERSON_MEASURES)[number], keyof ReturnType<typeof activityCells>> =
    {
      ...{ held: "held", connected: "connected_share", externalMs: "external_ms" },
      ...{ companies: "companies", recorded: "recorded_share", reviewed: "reviewed_share" },
    };
  return like({
    people: byOwner.size,
    ...Object.fromEntries(
      PERSON_MEASURES.map((measure) => {
        const values = cells.flatMap((one) => one[columns[measure]] ?? []);
        return [
          columns[measure],
          values.length === 0 ? null : expect.closeTo(quantile(values, 0.5), 6),
        ];
      }),
    ),
  });
}

test("talk statistics: every figure, for thirty filter sets, and lists of as many calls", async () => {
  for (let round = 0; round < 30; round += 1) {
    const asking = anAsk();
    const { actor, search, reader } = asking;
    const metric = house.random.of(TALK_METRICS);
    search.set("metric", metric);
    const lines = await ask<Line[]>(actor, "/analytics/talk-stats.json", search, asking.zone);
    const zone = String(lines[0]?.["time_zone"]);
    const of = (group: string) => lines.filter((line) => line["group"] === group);
    const about = `${search.toString()} ${zone} as ${actor.role} ${actor.memberId}`;
    const [asked = expect.fail(), askedBefore = expect.fail()] = ["all", "all_before"].map(
      (group) => askedFor(search, zone, of(group)[0]),
    );
    const unitsOf = (when: Asked, which: TalkMetric) =>
      talkUnits(reader, when, which, { calls, teams, numbersOf });
    const [now, before] = [unitsOf(asked, metric), unitsOf(askedBefore, metric)];
    expect([about, of("all")]).toEqual([about, [like(near(figureCells(now.all)))]]);
    expect([about, of("all_before")]).toEqual([about, [like(near(figureCells(before.all)))]]);
    const byPerson = Map.groupBy(now.parts, ({ person }) => person);
    expect([about, new Set(of("person").map((line) => line["member_id"]))]).toEqual([
      about,
      new Set(byPerson.keys()),
    ]);
    for (const line of of("person")) {
      const theirs = byPerson.get(String(line["member_id"])) ?? [];
      expect([about, line]).toEqual([about, like(near(figureCells(theirs)))]);
    }
    const mine = (all: readonly Unit[]) => all.filter(({ person }) => person === actor.memberId);
    const isOwn = mine([...now.parts, ...before.parts]).length > 0;
    expect(of("own_before")).toEqual(isOwn ? [like(near(figureCells(mine(before.parts))))] : []);
    const metricLines = of("metric");
    for (const [at, one] of TALK_METRICS.entries())
      for (const [no, when] of [asked, askedBefore].entries()) {
        const units = unitsOf(when, one);
        const cells = figureCells(isOwn ? mine(units.parts) : units.all);
        const value = isOwn ? { median: cells["median"] ?? null } : { mean: cells["mean"] ?? null };
        expect([about, one, metricLines[2 * at + no]]).toEqual([
          ...[about, one],
          like({ metric: one, ...near({ n: cells["n"] ?? null, ...value }) }),
        ]);
      }
    const reasons = Map.groupBy(
      now.all.filter(({ value }) => value === null),
      ({ reason }) => reason,
    );
    expect([
      about,
      new Map(of("left_out").map((line) => [line["reason"], line["left_out"]])),
    ]).toEqual([about, new Map([...reasons].map(([reason, all]) => [reason, all.length]))]);
    const spoken = isOwn ? mine(now.parts) : now.all;
    const isByPerson = isOwn || now.all === now.parts;
    const speeds = spoken.flatMap((unit) =>
      speedsOf(unit, numbersOf(unit.call.callId), isByPerson),
    );
    expectPace(about, { ours: of("pace_us"), theirs: of("pace_them") }, speeds, zone);
    expect(of("call")).toHaveLength(now.all.length);
    expect(of("part")).toHaveLength(now.parts.length);
    if (reader.role !== "rep") expect([about, of("team")[0]]).toEqual([about, teamLine(byPerson)]);
    if (round % 4 > 0) continue;
    const counted = now.all.filter(({ value }) => value !== null);
    expect([about, await listed(asking, metric)]).toEqual([about, counted.length]);
    expect(await listed(asking, `${metric}.out`)).toBe(now.all.length - counted.length);
    for (const [reason, all] of reasons)
      expect([reason, await listed(asking, `${metric}.${reason}`)]).toEqual([reason, all.length]);
    for (const [person, parts] of [...byPerson].slice(0, 3)) {
      const n = parts.filter(({ value }) => value !== null).length;
      expect([about, person, await listed(asking, metric, { member: person })]).toEqual([
        about,
        person,
        n,
      ]);
      expect(await listed(asking, `${metric}.out`, { member: person })).toBe(parts.length - n);
    }
  }
});

/** Weekly medians of both sides' speeds, in the unit that the lines name; no lines where no call has both. */
function expectPace(
  about: string,
  { ours, theirs }: { ours: Line[]; theirs: Line[] },
  speeds: readonly Speeds[],
  zone: string,
): void {
  const isMorae = ours[0]?.["metric"] === "speed_morae";
  const both = speeds.filter((one) => one.isMorae === isMorae);
  if (ours.length === 0) expect([about, both]).toEqual([about, []]);
  const middle = (values: number[]): unknown =>
    values.length === 0 ? null : expect.closeTo(quantile(values, 0.5), 2);
  for (const [at, line] of ours.entries()) {
    const inside = both.filter(({ call }) => {
      const { date } = wall(call.startedAt ?? NOW, zone);
      return date >= String(line["from"]) && date <= String(line["to"]);
    });
    const lines = [line, theirs[at]].map((one) => [one?.["n"], one?.["median"]]);
    expect([about, lines]).toEqual([
      about,
      [
        [inside.length, middle(inside.map(({ us }) => us))],
        [inside.length, middle(inside.map(({ them }) => them))],
      ],
    ]);
  }
}

/** Over people with five numbers or more: the middle of their medians. */
function teamLine(byPerson: ReadonlyMap<string, readonly Unit[]>): unknown {
  const cells = [...byPerson.values()].map(figureCells).filter(({ n }) => (n ?? 0) >= 5);
  if (cells.length === 0) return undefined;
  const of = (key: string) => cells.flatMap((one) => one[key] ?? []);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return like({
    people: cells.length,
    ...near({
      median: quantile(of("median"), 0.5),
      q1: quantile(of("median"), 0.25),
      q3: quantile(of("median"), 0.75),
      ...{ mean: mean(of("mean")), by_time: mean(of("by_time")) },
    }),
  });
}
