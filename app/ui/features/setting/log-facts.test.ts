import { expect, test } from "vitest";
import { nameKey } from "#app/core/domain/audit/fact-kinds.ts";
import { type FactWords, factLines } from "./log-facts.ts";

const ID = "0199a1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5b";
const OTHER = "0199a1b2-c3d4-7e5f-8a6b-ffffffffffff";
const words: FactWords = {
  fact: (name) => name.toUpperCase(),
  choice: (value) => ({ rep: "Rep", admin: "Admin" })[value] ?? null,
  flag: (value) => (value ? "Yes" : "No"),
  pieces: (n) => `${n} entries`,
  number: (value) => value.toLocaleString("en"),
  bytes: (value) => `${value / 1_000_000} MB`,
  duration: (ms) => `${ms / 1_000} s`,
  moment: () => "a moment",
  day: () => "a day",
};
const linesOf = (
  after: object | null,
  before: object | null = null,
  names: Record<string, string> = {},
) => {
  const json = (facts: object | null) => (facts === null ? null : JSON.stringify(facts));
  return factLines({ before: json(before), after: json(after), names }, words);
};

test.each<[string, object | null, object | null, string[]]>([
  ["a choice that changed", { role: "admin" }, { role: "rep" }, ["ROLE: Rep → Admin"]],
  ["what did not change", { role: "rep", n: 1 }, { role: "rep", n: 1 }, []],
  ["nothing before", { rule: "fits" }, { rule: null }, ["RULE: fits"]],
  ["nothing after", { rule: null }, { rule: "fits" }, ["RULE: fits → –"]],
  ["nothing at all", { rule: null, parent: null, q: "" }, { rule: null }, []],
  ["what was taken away", null, { name: "Old" }, ["NAME: Old"]],
  ["bytes", { bytes: 12_000_000 }, null, ["BYTES: 12 MB"]],
  ["lengths", { seconds: 12, t0Ms: 3_000 }, null, ["SECONDS: 12 s", "T0MS: 3 s"]],
  [
    "moments and days",
    { until: "2026-11-21T10:00:00.000Z", week: "2026-11-16" },
    null,
    ["UNTIL: a moment", "WEEK: a day"],
  ],
  ["flags and numbers", { isOn: false, rows: 1_200 }, null, ["ISON: No", "ROWS: 1,200"]],
  ["choices without words", { why: "nobody_came" }, null, ["WHY: nobody came"]],
  [
    "facts within facts",
    { signIn: { mode: "rep", rule: null } },
    { signIn: { mode: "admin", rule: null } },
    ["MODE: Admin → Rep"],
  ],
  ["many", { fields: ["rep", "admin"] }, null, ["FIELDS: Rep, Admin"]],
  [
    "many of more than a value",
    { phrases: [{ text: "a" }, { text: "b" }] },
    null,
    ["PHRASES: 2 entries"],
  ],
  [
    "what people wrote, whatever it is like",
    { name: "admin", term: "null" },
    null,
    ["NAME: admin", "TERM: null"],
  ],
])("%s", (_what, after, before, lines) => {
  expect(linesOf(after, before)).toEqual(lines);
});

test("what is named by an id is called by its name, or not shown", () => {
  const names = { [nameKey("label", ID)]: "Renewal", [nameKey("template", "12")]: "First call" };
  expect(linesOf({ label: ID, template: 12 }, null, names)).toEqual([
    "LABEL: Renewal",
    "TEMPLATE: First call",
  ]);
  expect(linesOf({ label: OTHER, template: 13, members: [ID, OTHER] }, null, names)).toEqual([]);
  expect(linesOf({ label: ID }, { label: OTHER }, names)).toEqual(["LABEL: Renewal"]);
});

test("no id, no code and no key is shown", () => {
  const facts = {
    ...{ item: ID, link: ID, unknown: ID, many: [ID], within: { deeper: ID }, name: ID },
    ...{ digest: "a1b2c3d4e5f60718", unsubscribed: `view:${OTHER}`, job: "sweep.night" },
  };
  expect(linesOf(facts)).toEqual([]);
});

test("what is no JSON, or no group of facts, says nothing", () => {
  for (const after of ["oops", "[1]", "null", '"text"'])
    expect(factLines({ before: null, after, names: {} }, words)).toEqual([]);
});
