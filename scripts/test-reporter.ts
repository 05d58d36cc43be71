import { writeFileSync } from "node:fs";
import type {
  ReportedHookContext,
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestRunEndReason,
  TestSuite,
} from "vitest/node";
import { reportRunning } from "./running-tests.ts";
import { failed, failedIn, passed, skipped, sum, type Tally } from "./tally.ts";

/** As long as any hook of ours may take: vitest tells no reporter which limit a hook was given. */
const HOOK_MS = 600_000;

/**
 * Counts for the last line of `npm test`, with the reason of every skip; written where PARLEY_TALLY says. While it
 * counts, it names tests and hooks that take long.
 */
export default class TallyReporter implements Reporter {
  readonly #running = reportRunning((line) => process.stdout.write(line));

  onTestCaseReady(test: TestCase): void {
    const { testTimeout, hookTimeout } = test.project.config;
    const limitMs = (test.options.timeout ?? testTimeout) + 2 * hookTimeout;
    this.#running.began(test.id, `${test.module.relativeModuleId} › ${test.fullName}`, limitMs);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.ended(test.id);
    // A hook that skips its test is not reported as ended.
    for (const hook of ["beforeEach", "afterEach"]) this.#running.ended(`${hook} ${test.id}`);
  }

  onHookStart({ name, entity }: ReportedHookContext): void {
    const where = entity.type === "module" ? entity.relativeModuleId : entity.fullName;
    this.#running.began(`${name} ${entity.id}`, `${name} of ${where}`, HOOK_MS);
  }

  onHookEnd({ name, entity }: ReportedHookContext): void {
    this.#running.ended(`${name} ${entity.id}`);
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    this.#running.stop();
    const tallies = [
      ...modules.flatMap(tallyOf),
      ...errors.map((error) => failed(`unhandled: ${error.message}`)),
    ];
    if (reason === "interrupted") tallies.push(failed("The run was interrupted."));
    const file = process.env["PARLEY_TALLY"];
    if (file) writeFileSync(file, JSON.stringify(sum(tallies)));
  }
}

function tallyOf(module: TestModule): Tally[] {
  const file = module.relativeModuleId;
  const unattributed = new Map(
    [module, ...module.children.allSuites()].map((suite) => [suite, suite.errors()]),
  );
  const tests = [...module.children.allTests()].map((test): Tally => {
    const name = `${file} › ${test.fullName}`;
    const result = test.result();
    if (result.state === "passed") return passed(name);
    if (result.state === "failed") return failedIn(file, name, result.errors[0]?.message ?? "");
    const broken = result.state === "skipped" && result.note ? null : brokenAbove(test);
    if (broken === null || test.options.mode !== "run")
      return skipped(
        `${name}: ${(result.state === "skipped" && result.note) || "no reason given"}`,
      );
    unattributed.delete(broken);
    return failedIn(file, name, `not run: ${broken.errors()[0]?.message ?? ""}`);
  });
  // An error that kept no test from running, as one of a file that cannot be loaded: another run would not find its test.
  const errors = [...unattributed.values()].flat();
  return [...tests, ...errors.map((error) => failedIn(null, file, error.message))];
}

/** The suite around a test, or its file, whose hook failed, so that the test was not run. */
function brokenAbove(test: TestCase): TestModule | TestSuite | null {
  for (let suite = test.parent; ; suite = suite.parent) {
    if (suite.errors().length > 0) return suite;
    if (suite.type === "module") return null;
  }
}
