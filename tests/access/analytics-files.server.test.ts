import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  ActivityView,
  Counts,
  OverPeople,
} from "#app/core/domain/analytics/activity-views.ts";
import { TALK_METRICS } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkFigures, TalkStatsView } from "#app/core/domain/analytics/talk-stats-views.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { readCsv } from "#app/core/domain/csv.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { aHistory, anAddress } from "#tests/support/analytics-history.ts";
import { speak } from "#tests/support/analytics-talk.ts";
import { appForFile } from "./app-for-file.ts";

// Of every number of the analytics pages: the file beside the page has the same one, byte for byte, whatever is asked for.

const restart = stopClock(new Date("2027-01-06T12:00:00Z"));
afterAll(restart);
const app = await appForFile();
type Reader = { token: string };
let house: Awaited<ReturnType<typeof aHistory>>;

beforeAll(async () => {
  house = await aHistory(180);
  await speak(house);
});

async function ask(actor: Reader, path: string, search: URLSearchParams): Promise<string> {
  const query = search.toString();
  const request = new Request(`https://parley.test${path}${query === "" ? "" : `?${query}`}`, {
    headers: { cookie: `__Host-sid=${actor.token}; tz=Asia%2FTokyo` },
  });
  const response = await app.ask(request);
  expect([path, query, response.status]).toEqual([path, query, 200]);
  // Bytes as they are: reading as text would take the byte order mark away.
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

type Line = Record<string, string | number | null>;
/** What the pages are drawn from: each has its own of the first two. */
type Data = { activity: ActivityView; stats: TalkStatsView; query: AnalyticsQuery };
// oxlint-disable typescript/no-unsafe-type-assertion -- what the product wrote; the test compares all of it
const asData = (text: string) => JSON.parse(text) as Data;
const asLines = (text: string) => JSON.parse(text) as Line[];
// oxlint-enable typescript/no-unsafe-type-assertion
const like = (line: Line): unknown => expect.objectContaining(line);

/** What the CSV of these lines is, cell by cell; what is not there is empty. */
const asCells = (lines: readonly Line[]): string[][] =>
  lines.map((line) => Object.values(line).map((value) => (value === null ? "" : String(value))));

/** The page as its own script gets it, and both files of the same address; the CSV holds what the JSON does. */
async function read(actor: Reader, page: string, search: URLSearchParams) {
  const ofPage = new URLSearchParams([...search, ["_data", `routes/analytics/${page}`]]);
  const data = asData(await ask(actor, `/analytics/${page}`, ofPage));
  const lines = asLines(await ask(actor, `/analytics/${page}.json`, search));
  const ofMachine = new URLSearchParams([...search, ["headers", "machine"]]);
  const csv = await ask(actor, `/analytics/${page}.csv`, ofMachine);
  expect(csv.startsWith("\uFEFF")).toBe(true);
  const [heading = [], ...cells] = readCsv(csv).rows;
  expect(heading).toEqual(Object.keys(lines[0] ?? {}));
  expect(cells.filter((row) => row.length > 1)).toEqual(asCells(lines));
  return { data, lines };
}

function anAsk() {
  const { random, one, two, labels, reps, manager, admin } = house;
  const actor = random.of([manager, admin, reps[1] ?? expect.fail()]);
  const search = anAddress(random, {
    teams: [one.id, two.id],
    members: reps.map(({ memberId }) => memberId),
    labels: labels.map(({ id }) => id),
  });
  return { actor, search, random };
}

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

function activityCells(counts: Counts): Line {
  const { held, connected, externalMs, companies, recorded, recordable, reviewed } = counts;
  return {
    ...{ held, connected, connected_share: shareOf(connected, held), external_ms: externalMs },
    ...{ companies, recorded, recordable, recorded_share: shareOf(recorded, recordable) },
    ...{ reviewed, reviewed_share: shareOf(reviewed, recorded) },
  };
}
const overCells = (over: OverPeople): Line => ({
  ...{ held: over.held, connected_share: over.connected, external_ms: over.externalMs },
  ...{ companies: over.companies, recorded_share: over.recorded, reviewed_share: over.reviewed },
});

test("activity: twenty addresses, drawn at random", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { actor, search } = anAsk();
    const { data, lines } = await read(actor, "activity", search);
    const { activity, query } = data;
    const of = (group: string) => lines.filter((line) => line["group"] === group);
    const feedback = ({ n, medianMs }: ActivityView["feedback"]) => ({
      ...{ feedback_answered: n, feedback_median_ms: medianMs },
    });
    expect(of("total")).toEqual([
      like({ ...activityCells(activity.now), ...feedback(activity.feedback) }),
    ]);
    expect(of("before")).toEqual([
      like({
        ...{ ...activityCells(activity.before), ...feedback(activity.feedbackBefore) },
        ...{ from: query.period.beforeFrom, to: query.period.beforeTo },
      }),
    ]);
    expect(of("person")).toEqual(
      activity.people.map((person) => like({ name: person.name, ...activityCells(person) })),
    );
    expect(of("week")).toEqual(
      activity.weeks.map(({ from, to, ...counts }) => like({ from, to, ...activityCells(counts) })),
    );
    expect(of("week_before")).toHaveLength(activity.weeksBefore.length);
    expect(of("hour")).toEqual(
      activity.hours.map(({ day, hour, calls }) => like({ name: `${day}-${hour}`, held: calls })),
    );
    const { team } = activity;
    expect(of("median")).toEqual(
      team === null ? [] : [like({ people: team.n, ...overCells(team.median) })],
    );
    expect(of("mean")).toEqual(
      team?.mean ? [like({ people: team.n, ...overCells(team.mean) })] : [],
    );
    expect(new Set(lines.map((line) => line["time_zone"]))).toEqual(new Set([query.zone]));
  }
});

const talkCells = (figures: TalkFigures): Line => ({
  ...{ n: figures.n, left_out: figures.leftOut, mean: figures.mean, by_time: figures.byTime },
  ...{ median: figures.median, q1: figures.q1, q3: figures.q3, least: figures.least },
  most: figures.most,
});

test("talk statistics: twenty addresses, drawn at random; each call is a line", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { actor, search, random } = anAsk();
    search.set("metric", random.of(TALK_METRICS));
    const { data, lines } = await read(actor, "talk-stats", search);
    const { people, all, allBefore, ownBefore, team, reasons, lines: metrics } = data.stats;
    const of = (group: string) => lines.filter((line) => line["group"] === group);
    expect(of("person")).toEqual(
      people.map((person) => like({ name: person.name, ...talkCells(person) })),
    );
    expect(of("all")).toEqual([like(talkCells(all))]);
    expect(of("all_before")).toEqual([like(talkCells(allBefore))]);
    expect(of("own_before")).toEqual(ownBefore === null ? [] : [like(talkCells(ownBefore))]);
    expect(of("team").map((line) => [line["people"], line["median"], line["mean"]])).toEqual(
      team === null ? [] : [[team.people, team.median, team.mean]],
    );
    expect(of("left_out").map((line) => [line["reason"], line["left_out"]])).toEqual(
      reasons.map(({ reason, n }) => [reason, n]),
    );
    expect(of("metric")).toHaveLength(2 * TALK_METRICS.length);
    expect(of("metric").map((line) => line["n"])).toEqual(
      metrics.flatMap(({ n, nBefore }) => [n, nBefore]),
    );
    const calls = of("call");
    expect(calls).toHaveLength(all.n + all.leftOut);
    expect(calls.filter((line) => line["value"] !== null)).toHaveLength(all.n);
    for (const { name, values } of people)
      expect(
        of("part")
          .filter((line) => line["name"] === name && line["value"] !== null)
          .map((line) => Number(line["value"]))
          .toSorted((a, b) => a - b),
      ).toEqual(values);
  }
});
