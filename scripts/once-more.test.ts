import { expect, test } from "vitest";
import { judge, planRerun } from "./once-more.ts";
import { failed, failedIn, labelled, lastLine, passed, skipped, sum } from "./tally.ts";

const late = (file: string, name = "is late") =>
  labelled("unit", failedIn(file, `${file} › ${name}`, "3 is not 4"));
const failuresOf = (...tallies: ReturnType<typeof late>[]) => sum(tallies).failed;

test("each file with a failed test runs once more, up to three", () => {
  const failures = failuresOf(late("a"), late("b"), late("a", "is later"), late("c"));
  expect(planRerun(failures)).toEqual([
    { suite: "unit", file: "a" },
    { suite: "unit", file: "b" },
    { suite: "unit", file: "c" },
  ]);
  expect(planRerun([...failures, ...late("d").failed])).toEqual([]);
  expect(planRerun([])).toEqual([]);
});

test("the same file name in two suites is two files", () => {
  const other = labelled("media", failedIn("a", "a › is late", ""));
  expect(planRerun(failuresOf(late("a"), other))).toHaveLength(2);
});

test("nothing runs once more when a check, a build or a runner failed as well", () => {
  expect(planRerun(failuresOf(late("a"), failed("check › lint and types")))).toEqual([]);
});

test("a test that passes alone counts as passed, and is named", () => {
  const first = sum([passed("a › on time"), late("a"), skipped("b: no ffmpeg")]);
  const { tally, flaky } = judge(first, [sum([passed("a › on time"), passed("a › is late")])]);
  expect(lastLine(tally)).toBe("2 passed, 0 failed, 1 skipped");
  expect(flaky).toEqual(["unit › a › is late: 3 is not 4"]);
});

test("a test that fails again stays failed, as does one that is skipped or missing then", () => {
  for (const again of [late("a"), skipped("a › is late: no ffmpeg"), passed("a › on time")]) {
    const { tally, flaky } = judge(late("a"), [again]);
    expect(lastLine(tally)).toBe("0 passed, 1 failed");
    expect(flaky).toEqual([]);
  }
});

test("two tests of one name have passed only when both have", () => {
  const again = sum([passed("a › is late"), late("a")]);
  expect(lastLine(judge(late("a"), [again]).tally)).toBe("0 passed, 1 failed");
});

test("what fails only the second time has failed", () => {
  const again = sum([passed("a › is late"), late("a", "follows"), failed("unhandled: gone")]);
  const { tally, flaky } = judge(late("a"), [again]);
  expect(tally.failed.map(({ name }) => name)).toEqual(["a › follows", "unhandled: gone"]);
  expect(flaky).toHaveLength(1);
});

test("without a second run the first one counts", () => {
  const first = sum([passed("a"), failed("check › boundaries")]);
  expect(judge(first, [])).toEqual({ tally: first, flaky: [] });
});
