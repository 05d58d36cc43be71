import { afterAll, beforeAll, expect, test } from "vitest";
import {
  TALK_METRIC,
  TALK_METRICS,
  type TalkMetric,
} from "#app/core/domain/analytics/talk-metrics.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { aHistory, anAddress, HISTORY_HOURS } from "#tests/support/analytics-history.ts";
import { speak } from "#tests/support/analytics-talk.ts";
import { namedOf, namesOfLinks, tablesOf } from "#tests/support/read-page.ts";
import { appForFile } from "./app-for-file.ts";

// Of every figure of the analytics pages: what a reader sees is what the file of the same address holds. The figures are
// written a second time here, from the JSON alone, and compared with the HTML.

const restart = stopClock(new Date("2027-01-06T12:00:00Z"));
afterAll(restart);
const app = await appForFile({ draws: true });
let house: Awaited<ReturnType<typeof aHistory>>;

beforeAll(async () => {
  house = await aHistory(180);
  await speak(house);
});

/** Of every reader: in the profile of one, by the browser of the others. */
const ZONE = "Asia/Tokyo";

async function ask(actor: { token: string }, path: string, search: URLSearchParams) {
  const query = search.toString();
  const request = new Request(`https://parley.test${path}?${query}`, {
    headers: { cookie: `__Host-sid=${actor.token}; tz=${encodeURIComponent(ZONE)}; lang=en` },
  });
  const response = await app.ask(request);
  expect([path, query, response.status]).toEqual([path, query, 200]);
  return response.text();
}

type Line = Record<string, string | number | null>;
/** A page, and its JSON by group. */
async function read(page: string, more: Record<string, string> = {}) {
  const { random, one, two, labels, reps, manager, admin } = house;
  const actor = random.of([manager, admin, reps[1] ?? expect.fail()]);
  const search = anAddress(random, {
    teams: [one.id, two.id],
    members: reps.map(({ memberId }) => memberId),
    labels: labels.map(({ id }) => id),
  });
  for (const [key, value] of Object.entries(more)) search.set(key, value);
  const html = await ask(actor, `/analytics/${page}`, search);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the product wrote; the test compares it
  const lines = JSON.parse(await ask(actor, `/analytics/${page}.json`, search)) as Line[];
  const of = (group: string) => lines.filter((line) => line["group"] === group);
  const [, , , , leaver] = reps;
  const nameOf = ({ name }: Line) => {
    if (name === actor.name) return "You";
    return name === leaver?.name ? `${name} (left)` : name;
  };
  return { html, of, nameOf };
}

const number = (value: unknown, digits = 0): string =>
  new Intl.NumberFormat("en-GB", {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(Number(value));
const percent = (value: unknown): string =>
  value === null ? "–" : `${number(Number(value) * 100)} %`;
const hours = (ms: unknown): string => `${number(Number(ms) / 3_600_000, 1)} h`;
const day = (value: unknown): string =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  }).format(new Date(`${String(value)}T00:00:00Z`));
/** Spaces that hold a unit to its number are spaces to a reader. */
const plain = <T>(value: T): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, other spaces
  JSON.parse(JSON.stringify(value).replaceAll("\u00a0", " ").replaceAll("\u202f", " ")) as T;
const tableOf = (html: string, caption: string): string[][] =>
  plain(tablesOf(html).find((table) => table.caption === caption)?.rows ?? []);

/**
 * A page draws by the machine's own clock, which no test stops, and on the day of its reader: a week without calls may lie
 * ahead of it.
 */
const hasBegun = ({ held, from }: Line): boolean =>
  Number(held) > 0 ||
  String(from) <= new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(new Date());

test("activity: what the page shows is what its file holds, for twenty addresses", async () => {
  let figures = 0;
  for (let round = 0; round < 20; round += 1) {
    const { html, of, nameOf } = await read("activity");
    const [now = expect.fail(), before = expect.fail()] = [of("total")[0], of("before")[0]];
    if (
      Number(now["held"]) +
        Number(now["recordable"]) +
        Number(before["held"]) +
        Number(before["recordable"]) ===
      0
    ) {
      expect(html).toContain("No call");
      continue;
    }
    figures += 1;
    const tiles = new Map(plain([...namedOf(html)]));
    const tile = (name: string, value: string, note: string) =>
      expect([name, tiles.get(name)]).toEqual([name, [`${value}${note}`]]);
    const wait = (ms: unknown): string =>
      ms === null ? "–" : Number(ms) < 3_600_000 ? `${number(Number(ms) / 60_000)} min` : hours(ms);
    const shared = (name: string, part: string, whole: string, share: string) =>
      tile(
        name,
        percent(now[share] ?? null),
        `${number(now[part])} of ${number(now[whole])}was ${percent(before[share] ?? null)}`,
      );
    tile("Calls held", number(now["held"]), `was ${number(before["held"])}`);
    shared("Connected", "connected", "held", "connected_share");
    tile("External time", hours(now["external_ms"]), `was ${hours(before["external_ms"])}`);
    tile("Companies", number(now["companies"]), `was ${number(before["companies"])}`);
    shared("Recorded", "recorded", "recordable", "recorded_share");
    shared("Reviewed", "reviewed", "recorded", "reviewed_share");
    tile(
      "Feedback answered in",
      wait(now["feedback_median_ms"]),
      `median, n ${number(now["feedback_answered"])}was ${wait(before["feedback_median_ms"])}`,
    );
    const amount = (value: unknown) =>
      value === null ? "–" : number(value, Number.isInteger(value) ? 0 : 1);
    /** A share of a person's calls, and what it is of; a middle of people is of no one's calls. */
    const part = (line: Line, name: string, whole: string) => {
      const share = percent(line[`${name}_share`] ?? null);
      const isOfCalls = ["person", "own_before"].includes(String(line["group"]));
      return isOfCalls && Number(line[whole]) > 0
        ? `${share}${number(line[name])} of ${number(line[whole])}`
        : share;
    };
    const cells = (line: Line) => [
      amount(line["held"]),
      part(line, "connected", "held"),
      line["external_ms"] === null ? "–" : hours(line["external_ms"]),
      amount(line["companies"]),
      part(line, "recorded", "recordable"),
      part(line, "reviewed", "recorded"),
    ];
    const people = tableOf(html, "Activity by person");
    const own = of("person").filter((line) => nameOf(line) === "You");
    const lines = [
      ...own.map((line) => ["You", ...cells(line)]),
      ...of("own_before").map((line) => ["You, the period before", ...cells(line)]),
      ...of("person")
        .filter((line) => nameOf(line) !== "You")
        .map((line) => [nameOf(line), ...cells(line)]),
    ];
    expect(people.slice(0, lines.length)).toEqual(lines);
    expect(people.slice(lines.length).map(([, ...rest]) => rest)).toEqual(
      [...of("median"), ...of("mean")].map(cells),
    );
    const [weeks, hoursOfWeek] = tablesOf(html).filter(({ caption }) => caption === "");
    const weeksBefore = of("week_before");
    expect(plain(weeks?.rows)).toEqual(
      of("week").map((line, at) => [
        `${day(line["from"])}${holidaysOf(line)}`,
        hasBegun(line) ? number(line["held"]) : "–",
        weeksBefore[at] === undefined ? "–" : number(weeksBefore[at]["held"]),
      ]),
    );
    const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    expect(plain(hoursOfWeek?.rows ?? [])).toEqual(
      of("hour").map((line) => {
        const [of_ = 0, hour = 0] = String(line["name"]).split("-").map(Number);
        return [days[of_], `${String(hour).padStart(2, "0")}:00`, number(line["held"])];
      }),
    );
  }
  expect(figures).toBeGreaterThan(10);
});

/** What a week says behind its day. */
function holidaysOf({ from, to }: Line): string {
  const { length } = HISTORY_HOURS.holidays.filter((on) => on >= String(from) && on <= String(to));
  return length === 0 ? "" : `, ${length} ${length === 1 ? "holiday" : "holidays"}`;
}

const GONE = "00000000-0000-4000-8000-000000000000";

test.each(["activity", "talk-stats"])(
  "%s: every filter that is on is shown with its way out",
  async (page) => {
    const { manager, reps, one } = house;
    const [first = expect.fail(), second = expect.fail()] = reps;
    const search = new URLSearchParams([
      ...[first, second].map(({ memberId }) => ["member", memberId]),
      ...["demo", "other"].map((kind) => ["talk", kind]),
      ...[
        ["team", one.id],
        ["label", GONE],
        ["stage", GONE],
      ],
      ...[
        ["language", "ja"],
        ["hours", "working"],
        ["sample", "no"],
      ],
    ]);
    const html = await ask(manager, `/analytics/${page}`, search);
    const ways = new Map(
      [
        ...html.matchAll(/<a aria-label="Remove the filter ([^"]*)"[^>]* href="[^?"]*\??([^"]*)"/g),
      ].map(([, name = "", query = ""]) => [
        name,
        new URLSearchParams(query.replaceAll("&amp;", "&")),
      ]),
    );
    expect([...ways.keys()]).toEqual([
      `Team ${one.name}`,
      ...[first, second].map(({ name }) => `Person ${name}`),
      ...["Kind of talk Demo", "Kind of talk Other", "Language Japanese"],
      ...["Label no longer there", "Deal stage no longer there"],
      ...["Hours Working hours", "Sample history Left out"],
    ]);
    for (const [name, without] of ways) expect([name, [...without].length]).toEqual([name, 9]);
    expect(ways.get("Kind of talk Demo")?.getAll("talk")).toEqual(["other"]);
  },
);

function textOf(metric: TalkMetric, value: unknown): string {
  if (value === null || value === undefined) return "–";
  const { unit } = TALK_METRIC[metric];
  if (unit === "ratio") return percent(value);
  if (unit !== "ms") return number(value, unit === "wpm" ? 0 : 1);
  const ms = Number(value);
  if (Math.abs(ms) < 10_000) return `${number(ms / 1000, 1)} s`;
  return clockOf(ms);
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Both ends, with their unit at the last. */
function range(metric: TalkMetric, from: unknown, to: unknown): string {
  if (from === null || from === undefined || to === null || to === undefined) return "–";
  const { unit } = TALK_METRIC[metric];
  const last = textOf(metric, to);
  if (unit === "ratio") return `${number(Number(from) * 100)}–${last}`;
  if (unit !== "ms") return `${textOf(metric, from)}–${last}`;
  return `${Number(to) < 10_000 ? number(Number(from) / 1000, 1) : clockOf(Number(from))}–${last}`;
}

const spanOf = (metric: TalkMetric, { least, most }: Line): string =>
  least === null || least === undefined ? "" : `all ${range(metric, least, most)}`;

test("talk statistics: what the page shows is what its file holds, for twenty addresses", async () => {
  let figures = 0;
  for (let round = 0; round < 20; round += 1) {
    const metric = house.random.of(TALK_METRICS);
    const { html, of, nameOf } = await read("talk-stats", { metric });
    const [all = expect.fail(), allBefore = expect.fail()] = [of("all")[0], of("all_before")[0]];
    const counted = [all, allBefore].flatMap((line) => [line["n"], line["left_out"]]);
    if (counted.every((n) => n === 0)) {
      expect(html).toContain("No call");
      continue;
    }
    figures += 1;
    const cells = (line: Line) => [
      ...["median", "mean", "by_time"].map((name) => textOf(metric, line[name])),
      line["q1"] === null || line["q1"] === undefined
        ? "–"
        : `${range(metric, line["q1"], line["q3"])}${spanOf(metric, line)}`,
      String(line["n"] ?? ""),
      String(line["left_out"] ?? ""),
    ];
    const [person, past] = [of("person"), of("own_before")];
    const shown = tableOf(
      html,
      tablesOf(html).find(({ caption }) => caption.endsWith(" by person"))?.caption ?? "",
    ).map(([name, , ...rest]) => [name, ...rest]);
    const own = person.filter((line) => nameOf(line) === "You");
    const others = person.filter((line) => nameOf(line) !== "You");
    const lines = [
      ...own.map((line) => ["You", ...cells(line)]),
      ...past.map((line) => ["You, the period before", ...cells(line)]),
      ...others.map((line) => [nameOf(line), ...cells(line)]),
    ];
    expect(shown.slice(0, lines.length)).toEqual(lines);
    const names = plain(namesOfLinks(html));
    const metrics = of("metric");
    for (const [at, one] of TALK_METRICS.entries()) {
      const value = (line: Line | undefined) => textOf(one, line?.["median"] ?? line?.["mean"]);
      const said = ` ${value(metrics[2 * at])} ${value(metrics[2 * at + 1])}: now, and in the period before`;
      expect([one, said, names.filter((name) => name.endsWith(said)).length > 0]).toEqual([
        ...[one, said, true],
      ]);
    }
    const calls = (n: unknown) => (n === 1 ? "1 call" : `${number(n)} calls`);
    const formula = [...plain([...namedOf(html)])];
    expect(formula.find(([name]) => name.startsWith("Counted: "))?.[1]).toEqual([calls(all["n"])]);
    expect(formula.filter(([name]) => name.startsWith("Left out.")).map(([, [n]]) => n)).toEqual(
      of("left_out").map((line) => calls(line["left_out"])),
    );
    expect(html).toContain("Not for employment decisions.");
  }
  expect(figures).toBeGreaterThan(10);
});
