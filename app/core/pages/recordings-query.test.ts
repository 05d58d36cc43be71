import { expect, test } from "vitest";
import { FILTER_KEYS, filterOf, isFiltered, questionOf, SORTS } from "./recordings-filters.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { keptSearch } from "./recordings-search.ts";

const ID = "0190a6e0-0000-7000-8000-000000000000";
const read = (text: string) => parseRecordingsQuery(new URLSearchParams(text));

test("an empty address is the newest 25 calls", () => {
  const { query, ignored } = read("");
  expect(query).toEqual({
    q: "",
    said: null,
    filters: {},
    counted: null,
    show: null,
    range: null,
    from: null,
    to: null,
    minMinutes: null,
    maxMinutes: null,
    metrics: {},
    sort: "-startedAt",
    as: null,
    at: null,
    panel: null,
    view: null,
    after: null,
    limit: 25,
    zone: "UTC",
  });
  expect(ignored).toEqual([]);
  expect(isFiltered(query)).toBe(false);
});

test("several values of one key are alternatives", () => {
  const { query } = read(
    `state=ready&state=failed&owner=${ID}&company=Kestrel&from=2026-01-02&to=2026-01-03&min=1&max=90&sort=title&limit=100&q=%20renewal%20`,
  );
  expect(query).toMatchObject({
    q: "renewal",
    filters: { state: ["ready", "failed"], owner: [ID], company: ["Kestrel"] },
    from: "2026-01-02",
    to: "2026-01-03",
    minMinutes: 1,
    maxMinutes: 90,
    sort: "title",
    limit: 100,
  });
  expect(isFiltered(query)).toBe(true);
});

test("talk share, periods, teams and Home's lists are read", () => {
  const { query, ignored } = read(
    `talkRatio.gt=65&talkRatio.lt=90&range=last-week&show=needs-you&team=${ID}&participant=Aki&sort=-talkRatio`,
  );
  expect(query).toMatchObject({
    metrics: { "talkRatio.gt": 65, "talkRatio.lt": 90 },
    range: "last-week",
    show: "needs-you",
    filters: { team: [ID], participant: ["Aki"] },
    sort: "-talkRatio",
  });
  expect(ignored).toEqual([]);
  for (const text of ["talkRatio.gt=0", "range=today", "show=in-progress", "participant=A"])
    expect([text, isFiltered(read(text).query)]).toEqual([text, true]);
  expect(read("talkRatio.gt=101&range=last-year&show=all").ignored).toHaveLength(3);
});

test("the calls behind a number of analytics are asked for as its page is, and narrowed by the list's own filters", () => {
  const { query, ignored } = read(
    `counted=talk_ratio.out&range=last-week&member=${ID}&team=${ID}&team=${ID}&label=${ID}&hours=working&sample=no&state=ready&label.not=${ID}&at=2-14`,
  );
  expect(ignored).toEqual([]);
  expect(query).toMatchObject({
    counted: {
      figure: "talk_ratio.out",
      query: {
        ...{ range: "last-week", members: [ID], teams: [ID], labels: [ID] },
        ...{ isInHours: true, isWithoutSample: true },
      },
    },
    filters: { state: ["ready"], "label.not": [ID] },
    ...{ range: null, from: null, to: null, at: "2-14" },
  });
  expect(isFiltered(query)).toBe(true);
  const byHand = read("counted=held&from=2026-01-05&to=2026-01-04");
  expect(byHand.ignored).toEqual([
    { key: "from", value: "2026-01-05" },
    { key: "to", value: "2026-01-04" },
  ]);
  expect(byHand.query.counted?.query.range).toBe("last-13w");
  for (const figure of ["longest", "talk_ratio@9", "held.out"]) {
    const unknown = read(`counted=${figure}&member=${ID}`);
    expect([figure, unknown.query.counted]).toEqual([figure, null]);
    expect(unknown.ignored).toHaveLength(2);
  }
});

test("what cannot be read is dropped and named, and the rest is kept", () => {
  const { query, ignored } = read(
    "state=foo&state=ready&owner=me&from=2026-02-30&min=-1&max=many&sort=loudest&limit=1000&to=0000-01-01",
  );
  expect(query).toMatchObject({
    filters: { state: ["ready"] },
    from: null,
    to: null,
    minMinutes: null,
    sort: "-startedAt",
    limit: 25,
  });
  expect(ignored.map(({ key, value }) => `${key}=${value}`).sort()).toEqual([
    "from=2026-02-30",
    "limit=1000",
    "max=many",
    "min=-1",
    "owner=me",
    "sort=loudest",
    "state=foo",
    "to=0000-01-01",
  ]);
});

test("a key that nobody asked for is named, those of the page's own are not", () => {
  expect(read("stage=foo&upload=1&headers=machine&empty=&q=a").ignored).toEqual([
    { key: "stage", value: "foo" },
  ]);
});

/** A small generator with a seed, so that a failure can be run again. */
function* noise(seed: number): Generator<string> {
  const pieces = [
    "",
    "0",
    "-1",
    "1e9",
    "9".repeat(30),
    "0x1",
    "null",
    "[]",
    "{}",
    "'",
    '"',
    "%",
    "_",
    "\\",
    "\ud800",
    "日本",
    ID,
    ID.toUpperCase(),
    "2026-01-01",
    "0000-00-00",
    "9999-12-31",
    "ready",
    "-title",
    "a".repeat(2_000),
    "(a OR",
    '"',
    "&|!",
    "near/3",
  ];
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield pieces[state % pieces.length] ?? "";
  }
}

const isWithinLimits = ({ query }: ReturnType<typeof parseRecordingsQuery>): boolean =>
  SORTS.includes(query.sort) &&
  query.limit >= 1 &&
  query.limit <= 100 &&
  query.q.length <= 400 &&
  Object.keys(query.filters).every((key) => FILTER_KEYS.some((known) => known === key));

test("1,000 random addresses are read without an error, and the outcome is within its limits", () => {
  const next = noise(7);
  const word = (): string => String(next.next().value);
  const keys = [
    ...FILTER_KEYS,
    "q",
    "from",
    "to",
    "min",
    "max",
    "sort",
    "after",
    "limit",
    "__proto__",
    "constructor",
    "page",
  ];
  for (let turn = 0; turn < 1_000; turn += 1) {
    const search = new URLSearchParams();
    for (const key of keys) if ((turn + key.length) % 3 > 0) search.append(key, word());
    search.append("owner", word());
    const parsed = parseRecordingsQuery(search);
    if (!isWithinLimits(parsed)) expect.fail(search.toString());
  }
});

test("which side said it is asked beside the words, and of no words it asks nothing", () => {
  const asked = (text: string) => questionOf(read(text).query);
  expect(asked("q=price&said=customer")).toBe("side:customer price");
  expect(asked("q=price+OR+cost&said=us")).toBe("side:us (price OR cost)");
  expect(asked("said=customer")).toBe("");
  expect(isFiltered(read("said=customer").query)).toBe(false);
  expect(read("said=us").query).toMatchObject({ q: "", said: "us" });
  expect(read("said=nobody").ignored).toEqual([{ key: "said", value: "nobody" }]);
  expect(keptSearch(read("q=a&said=us").query)).toBe("q=a&said=us");
});

test("only kinds of calls that are made here can be asked for", () => {
  const { values = [] } = filterOf("kind");
  expect([...values].toSorted()).toEqual(["recorder", "room", "upload"]);
});
