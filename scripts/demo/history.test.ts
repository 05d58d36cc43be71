import { describe, expect, test } from "vitest";
import { computeMetrics } from "#app/core/domain/metrics/metrics.ts";
import type { MetricRow } from "#app/core/domain/metrics/metric-rows.ts";
import { median } from "#app/core/domain/metrics/numbers.ts";
import { parseTranscript } from "#app/core/domain/transcript/import/parse-transcript.ts";
import { STYLES } from "./history-styles.ts";
import { mondayOf, planHistory, type PlannedCall, planWeek, segmentsOf, WEEKS } from "./history.ts";

const WEEK_MS = 7 * 86_400_000;
const MONDAY = mondayOf(new Date("2026-11-25T15:00:00Z"));
const people = Object.keys(STYLES).map((email, at) => ({
  ...{ email, name: `Seller ${email}`, teamId: at < 6 ? "one" : "other" },
}));
const emails = people.map(({ email }) => email);
const all = planHistory(people, { weeks: WEEKS, monday: MONDAY });

/** The rows of both sides, as the numbers of a call have them. */
function sidesOf(call: PlannedCall): Record<"R" | "C", MetricRow> {
  const segments = segmentsOf(call);
  const { rows } = computeMetrics({
    words: segments.flatMap(({ speaker, words }) =>
      words.map(({ text, startMs, endMs }) => ({
        ...{ text, t0Ms: startMs, t1Ms: endMs, confidence: null, speakerId: speaker },
        side: speaker === call.customer ? ("C" as const) : ("R" as const),
      })),
    ),
    ...{ durationMs: segments.at(-1)?.endMs ?? 0, excluded: [], quality: "B" },
    ...{ language: call.language, sidesKnown: true, fillersSupported: true, spreadShare: 0 },
  });
  const [ours, theirs] = (["R", "C"] as const).map((side) =>
    rows.find((row) => row.side === side && row.participantId === null),
  );
  if (!ours || !theirs) throw new Error("a side says nothing");
  return { R: ours, C: theirs };
}

test("a history is the same each time, lies in working days and holds no two calls of a person at once", () => {
  expect(planHistory(people, { weeks: 3, monday: MONDAY })).toEqual(
    planHistory(people, { weeks: 3, monday: MONDAY }),
  );
  const taken = all.flatMap(({ owner, colleague, startedAt }) =>
    [owner, colleague].flatMap((one) => (one === null ? [] : [`${one.email} ${startedAt}`])),
  );
  expect(new Set(taken).size).toBe(taken.length);
  for (const { startedAt } of all) {
    const at = new Date(startedAt);
    expect(at.getTime()).toBeLessThan(MONDAY.getTime());
    expect(at.getTime()).toBeGreaterThan(MONDAY.getTime() - WEEKS * WEEK_MS);
    expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay());
  }
});

test("a start in a later week plans what the week before it has, and no other calls", () => {
  const begun = (calls: readonly PlannedCall[]) =>
    calls.map(({ owner, startedAt, title }) => `${owner.email} ${startedAt} ${title}`);
  const dense = new Set(begun(planWeek(people, MONDAY, true)));
  for (const call of begun(planWeek(people, MONDAY))) expect(dense).toContain(call);
});

test("about 950 calls of two teams of six; in the two newest weeks each has five and more", () => {
  expect(all.length).toBeGreaterThan(900);
  expect(all.length).toBeLessThan(1_000);
  expect(new Set(all.map(({ owner }) => owner.email))).toEqual(new Set(emails));
  expect(emails).toHaveLength(12);
  for (const week of [1, 2]) {
    const from = new Date(MONDAY.getTime() - week * WEEK_MS).toISOString();
    const to = new Date(MONDAY.getTime() - (week - 1) * WEEK_MS).toISOString();
    for (const email of emails)
      expect(
        all.filter(
          ({ owner, startedAt }) => owner.email === email && startedAt >= from && startedAt < to,
        ).length,
      ).toBeGreaterThanOrEqual(5);
  }
});

test("the import door reads every call whole, with the times of its words and all who talk", () => {
  for (const call of [...all.slice(0, 60), ...all.filter(({ language }) => language === "ja")]) {
    const segments = segmentsOf(call);
    const read = parseTranscript(Buffer.from(JSON.stringify(segments)), {
      language: call.language,
    });
    if (!read.isOk) throw new Error(read.code);
    expect(read).toMatchObject({ timing: "given", faults: [], leftOut: [] });
    expect(read.document.segments).toHaveLength(segments.length);
    expect(read.document.segments.flatMap(({ words }) => words)).toHaveLength(
      segments.flatMap(({ words }) => words).length,
    );
    const spoken = new Set(read.document.speakers.map(({ name }) => name));
    expect(spoken).toContain(call.customer);
    expect(spoken).toContain(call.owner.name);
  }
});

test("some calls are Japanese, and in some a colleague of the same team speaks", () => {
  expect(all.filter(({ language }) => language === "ja").length).toBeGreaterThan(10);
  const joined = all.filter(({ colleague }) => colleague !== null);
  expect(joined.length).toBeGreaterThan(50);
  for (const { owner, colleague } of joined) expect(colleague?.teamId).toBe(owner.teamId);
});

describe("its numbers", () => {
  const made = all.filter((_, at) => at % 3 === 0).map((call) => ({ call, sides: sidesOf(call) }));

  test("every call takes two to four minutes and passes the gates from which figures are shown", () => {
    for (const { sides } of made) {
      expect(sides.R.durationMs).toBeGreaterThanOrEqual(120_000);
      expect(sides.R.durationMs).toBeLessThanOrEqual(240_000);
      for (const row of [sides.R, sides.C]) {
        expect(row.speechMs).toBeGreaterThanOrEqual(60_000);
        const { talkRatio, longestMs, patienceMs, cutIn, speed, silencePm } = row;
        expect([talkRatio, longestMs, patienceMs, cutIn, speed, silencePm]).not.toContain(null);
        expect(Object.values(row.reasons)).not.toContain("too_short");
      }
    }
  });

  const figure = (email: string, of: (row: MetricRow) => number | null): number =>
    median(
      made.flatMap(({ call, sides }) => {
        const value = of(sides.R);
        return call.owner.email === email && call.language === "en" && value !== null
          ? [value]
          : [];
      }),
    ) ?? Number.NaN;

  test("people differ: in how much and how fast they talk, how long they wait and what they ask", () => {
    const [rui, jonas, nadia] = ["rui@demo.test", "jonas@demo.test", "nadia@demo.test"];
    const [priya, kei, milo] = ["priya@demo.test", "kei@demo.test", "milo@demo.test"];
    const share = (email = "") => figure(email, ({ talkRatio }) => talkRatio);
    const wait = (email = "") => figure(email, ({ patienceMs }) => patienceMs);
    const pace = (email = "") => figure(email, ({ speed }) => speed);
    const questions = (email = "") => figure(email, ({ questionsPh }) => questionsPh);
    const fillers = (email = "") => figure(email, ({ fillersPm }) => fillersPm);
    expect(share(rui)).toBeGreaterThan(share(jonas) + 0.12);
    expect(wait(nadia)).toBeGreaterThan(wait(rui) + 500);
    expect(pace(rui)).toBeGreaterThan(pace(jonas) + 20);
    expect(questions(priya)).toBeGreaterThan(questions(kei) + 10);
    expect(fillers(milo)).toBeGreaterThan(fillers(kei));
  });

  test("long monologues occur, some of more than 150 s, mostly of who runs on", () => {
    const longer = (ms: number) => made.filter(({ sides }) => (sides.R.longestMs ?? 0) > ms);
    expect(longer(90_000).length).toBeGreaterThan(8);
    expect(longer(150_000).length).toBeGreaterThan(0);
    const runs = longer(90_000).filter(({ call }) => (STYLES[call.owner.email]?.runs ?? 0) > 0.1);
    expect(runs.length).toBeGreaterThan(longer(90_000).length / 2);
  });
});
