import { expect, test } from "vitest";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import {
  allUrl,
  exportSearch,
  linkedUrl,
  listPairs,
  listUrl,
  sortLink,
  withoutFilter,
  withoutMetric,
  withoutValue,
  withValue,
} from "./list-url.ts";

const ID = "0190a6e0-0000-7000-8000-000000000000";
const read = (text: string) => parseRecordingsQuery(new URLSearchParams(text));
const FULL = `q=price&show=needs-you&owner=${ID}&team=${ID}&participant=Aki&participant=Bo&company=K+%26+Co&kind=room&language=ja&state=failed&consent=agreed&quality=A&visibility=team&comment=yes&reviewer=${ID}&label=${ID}&label.all=${ID}&label.not=${ID}&kind.not=recorder&range=last-week&from=2026-01-02&to=2026-01-03&min=0&max=90&talkRatio.gt=65&talkRatio.lt=0&patience.gt=0.5&sort=-talkRatio&as=cards&panel=filters`;

test("an address is written as it was read: nothing is lost, and nothing empty is in it", () => {
  const { query, ignored } = read(FULL);
  expect(ignored).toEqual([]);
  const written = new URLSearchParams(listUrl(query, {}).split("?")[1]);
  expect(read(written.toString()).query).toEqual(query);
  expect(read(new URLSearchParams(listPairs(query)).toString()).query).toEqual(query);
  expect([...written.values()]).not.toContain("");
  expect(listUrl(read("").query, {})).toBe("/recordings");
  expect(listUrl(read("q=&state=&sort=-startedAt").query, {})).toBe("/recordings");
});

test("a list behind a number is written as it was read, and its one chip takes all of it away", () => {
  for (const text of [
    `q=a&counted=connected&range=last-quarter&team=${ID}&talk=demo&language=ja&label=${ID}&stage=${ID}&hours=working&sample=no&state=ready&sort=title`,
    `counted=patience.few_waits&from=2026-03-01&to=2026-03-31&member=${ID}`,
    "counted=held",
  ]) {
    const { query, ignored } = read(text);
    expect(ignored).toEqual([]);
    const written = new URLSearchParams(listUrl(query, {}).split("?")[1]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(text)));
  }
  const { query } = read(`counted=held&team=${ID}&state=ready`);
  expect(listUrl(query, { counted: null })).toBe("/recordings?state=ready");
});

test("values of a filter go one by one", () => {
  const { query } = read("state=failed&q=a");
  expect(withoutValue(query, "state", "failed")).toBe("/recordings?q=a");
  expect(withoutValue(read("state=failed&state=ready").query, "state", "failed")).toBe(
    "/recordings?state=ready",
  );
});

test("a column of numbers is sorted from the large end first, then the other way", () => {
  expect(sortLink(read("").query, "talkRatio")).toEqual({
    to: "/recordings?sort=-talkRatio",
    state: "none",
  });
  expect(sortLink(read("sort=-talkRatio").query, "talkRatio")).toEqual({
    to: "/recordings?sort=talkRatio",
    state: "descending",
  });
});

test("values are joined in another way, and those that are there already stay", () => {
  const { query } = read(`label=${ID}&label.not=b&kind=room&talkRatio.gt=5&talkRatio.lt=9`);
  const labelled = { ...query, filters: { label: ["a", "b"], "label.not": ["c"] } };
  expect(linkedUrl(labelled, "label", "all")).toContain("label.all=a&label.all=b");
  expect(linkedUrl(labelled, "label", "all")).not.toContain("label=a");
  expect(linkedUrl(labelled, "label", "not")).toContain("label.not=c&label.not=a&label.not=b");
  expect(linkedUrl(labelled, "label.not", "any")).toContain("label=a&label=b&label=c");
  expect(linkedUrl(query, "kind", "all")).toBeNull();
  expect(withValue(read("kind=room").query, "kind", "recorder")).toBe(
    "/recordings?kind=room&kind=recorder",
  );
  expect(withoutFilter(read("kind=room&kind=recorder&q=a").query, "kind")).toBe("/recordings?q=a");
  expect(withoutMetric(read("talkRatio.gt=5&talkRatio.lt=9").query, "talkRatio.gt")).toBe(
    "/recordings?talkRatio.lt=9",
  );
});

test("on a view only what is different is written, and what was taken away as empty", () => {
  const view = { id: ID, query: "q=price&kind=room&kind=recorder" };
  const on = (text: string) => ({ ...read(text).query, view });
  expect(listUrl(on("q=price&kind=room&kind=recorder"), {})).toBe(`/recordings?view=${ID}`);
  expect(listUrl(on("q=price&kind=room&kind=recorder"), { q: "" })).toBe(
    `/recordings?view=${ID}&q=`,
  );
  expect(listUrl(on("q=price&kind=room&state=ready"), {})).toBe(
    `/recordings?view=${ID}&kind=room&state=ready`,
  );
  // A form keeps all of it: what is added to a key stands beside what the view has there.
  expect(listPairs(on("kind=room&kind=recorder"))).toEqual([
    ["view", ID],
    ["kind", "room"],
    ["kind", "recorder"],
    ["q", ""],
  ]);
  expect(exportSearch(on("q=price&kind=room&as=cards&panel=filters"))).toEqual({
    q: ["price"],
    kind: ["room"],
  });
});

test("whoever has a view that opens by itself is led around it", () => {
  const all = { id: "all", query: "" };
  expect(allUrl(read("kind=room").query)).toBe("/recordings");
  expect(allUrl({ ...read("kind=room&as=cards").query, view: all })).toBe(
    "/recordings?view=all&as=cards",
  );
  expect(listUrl({ ...read("kind=room").query, view: all }, { filters: {} })).toBe(
    "/recordings?view=all",
  );
});
