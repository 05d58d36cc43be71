import { expect, test } from "vitest";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { listPairs, listUrl, sortLink, withoutValue } from "./list-url.ts";

const ID = "0190a6e0-0000-7000-8000-000000000000";
const read = (text: string) => parseRecordingsQuery(new URLSearchParams(text));
const FULL = `q=price&show=needs-you&owner=${ID}&team=${ID}&participant=Aki&participant=Bo&company=K+%26+Co&kind=room&language=ja&state=failed&quality=A&visibility=team&range=last-week&from=2026-01-02&to=2026-01-03&min=0&max=90&talkRatio.gt=65&talkRatio.lt=0&sort=-talkRatio`;

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
