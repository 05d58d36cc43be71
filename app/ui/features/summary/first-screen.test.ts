import { expect, test } from "vitest";
import type { MomentView } from "#app/core/pages/playback-views.ts";
import type { SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";
import { firstOutputs, promisesOf, quotesIn, saidOutputs } from "./first-screen.ts";

const quote = (t0Ms: number) => ({
  ord: 0,
  segment: 0,
  participantId: "mari",
  speaker: "Mari",
  side: "R" as const,
  t0Ms,
  t1Ms: t0Ms + 1_000,
  quote: "…",
});
const output = (section: string, ord: number, quotes = 1): SummaryOutputView => ({
  id: `${section} ${ord}`,
  section,
  ord,
  type: "bullets",
  value: null,
  certainty: "said",
  whyEmpty: null,
  evidence: Array.from({ length: quotes }, (_, n) => quote(ord * 10_000 + n * 2_000)),
});
const ids = (outputs: readonly SummaryOutputView[]) => outputs.map(({ id }) => id);

test("at most six quotes, one of each section before a second one of any", () => {
  const said = [
    ...[0, 1, 2, 3].map((ord) => output("agenda", ord)),
    ...[4, 5].map((ord) => output("issue", ord)),
    ...[6, 7, 8].map((ord) => output("decision", ord)),
  ];
  const first = firstOutputs(said);
  expect(ids(first)).toEqual([
    "agenda 0",
    "agenda 1",
    "issue 4",
    "issue 5",
    "decision 6",
    "decision 7",
  ]);
});

test("a statement with more quotes than are left is not cut, a shorter one takes its place", () => {
  const first = firstOutputs([output("agenda", 0, 4), output("issue", 1, 3), output("pain", 2, 2)]);
  expect(ids(first)).toEqual(["agenda 0", "pain 2"]);
  expect(quotesIn(first)).toBe(6);
});

test("what was not discussed is no statement", () => {
  const empty = { ...output("budget", 0, 0), certainty: "not_discussed" as const };
  expect(ids(saidOutputs([empty, output("pain", 1)]))).toEqual(["pain 1"]);
});

test("a promise has the date of the step made of its words, and doubtful words promise nothing", () => {
  const promise = (t0Ms: number, isUncertain: boolean): MomentView => ({
    kind: "promise",
    rule: "promise.will",
    label: null,
    participantId: "mari",
    side: "R",
    t0Ms,
    t1Ms: t0Ms + 800,
    isUnsure: false,
    text: "I will send it",
    isUncertain,
  });
  const step = output("next_step", 1);
  const found = promisesOf(
    [promise(10_100, false), promise(40_000, false), promise(50_000, true)],
    [output("pain", 4), step],
  );
  expect(found.map(({ moment, output: made }) => [moment.t0Ms, made])).toEqual([
    [10_100, step],
    [40_000, null],
  ]);
});
