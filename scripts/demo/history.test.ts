import { expect, test } from "vitest";
import { parseTranscript } from "#app/core/domain/transcript/import/parse-transcript.ts";
import { callsOfWeek, historyOwners, WEEKS } from "./history.ts";

const MONDAYS = Array.from(
  { length: WEEKS },
  (_, week) => new Date(Date.UTC(2026, 4, 25) + week * 7 * 86_400_000),
);
const all = MONDAYS.map((monday) =>
  historyOwners().flatMap((email) => callsOfWeek({ email, name: "Mari Kato" }, monday)),
);

test("a history is the same each time, lies in working days and holds no two calls of a person at once", () => {
  const [monday = new Date()] = MONDAYS;
  for (const email of historyOwners())
    expect(callsOfWeek({ email, name: "A" }, monday)).toEqual(
      callsOfWeek({ email, name: "A" }, monday),
    );
  for (const [week, calls] of all.entries()) {
    const from = MONDAYS[week]?.getTime() ?? 0;
    for (const { startedAt } of calls) {
      expect(Date.parse(startedAt)).toBeGreaterThan(from);
      expect(Date.parse(startedAt)).toBeLessThan(from + 5 * 86_400_000);
    }
    const begun = calls.map(({ owner, startedAt }) => `${owner} ${startedAt}`);
    expect(new Set(begun).size).toBe(begun.length);
  }
});

test("every call is read whole by the import door, with the times of its words", () => {
  for (const { segments } of all.flat().slice(0, 60)) {
    const read = parseTranscript(Buffer.from(JSON.stringify(segments)));
    if (!read.isOk) throw new Error(JSON.stringify(read.faults));
    expect(read.isEstimated).toBe(false);
    expect(read.document.segments).toHaveLength(segments.length);
    const words = read.document.segments.flatMap((segment) => segment.words);
    expect(words).toHaveLength(segments.flatMap((segment) => segment.words).length);
  }
});

test("half a year is enough for figures, and small enough to come beside the first calls", () => {
  const count = all.flat().length;
  expect(count).toBeGreaterThan(500);
  expect(count).toBeLessThan(1_000);
  for (const email of historyOwners())
    expect(
      all.slice(-13).flatMap((calls) => calls.filter(({ owner }) => owner === email)).length,
    ).toBeGreaterThan(8);
});
