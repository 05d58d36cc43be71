import { type Failure, lineOf, sum, type Tally } from "./tally.ts";

/** With more test files failing, the cause is not a busy machine. */
export const MOST_FILES = 3;

/** One test file that is to run once more by itself. */
export type Rerun = { suite: string; file: string };

/**
 * Decides what runs once more, alone, before the verdict: the files of the tests that failed.
 * @returns nothing where a second run cannot make the run green: more than three files failed, or something that is no
 *   test
 */
export function planRerun(failures: readonly Failure[]): Rerun[] {
  const reruns = new Map<string, Rerun>();
  for (const { suite, file } of failures) {
    if (file === null) return [];
    reruns.set(`${suite} ${file}`, { suite, file });
  }
  return reruns.size > MOST_FILES ? [] : [...reruns.values()];
}

export type Verdict = { tally: Tally; flaky: string[] };

/**
 * A test that failed first and passed alone has passed, and is named as flaky. A test that is skipped or missing the
 * second time, and whatever fails only then, has failed.
 * @param again the tallies of what `planRerun` asked for
 */
export function judge(first: Tally, again: readonly Tally[]): Verdict {
  const second = sum([...again]);
  const failedAgain = new Set(second.failed.map(keyOf));
  const passedAgain = new Set(second.passed);
  const isFlaky = (failure: Failure): boolean =>
    failure.file !== null && passedAgain.has(failure.name) && !failedAgain.has(keyOf(failure));
  const known = new Set(first.failed.map(keyOf));
  const flaky = first.failed.filter(isFlaky);
  return {
    tally: {
      passed: [...first.passed, ...flaky.map(({ name }) => name)],
      failed: [
        ...first.failed.filter((failure) => !isFlaky(failure)),
        ...second.failed.filter((failure) => !known.has(keyOf(failure))),
      ],
      skipped: first.skipped,
    },
    flaky: flaky.map(lineOf),
  };
}

const keyOf = ({ suite, name }: Failure): string => `${suite} › ${name}`;
