import { writeFileSync } from "node:fs";
import type {
  ReportedHookContext,
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestRunEndReason,
} from "vitest/node";
import { reportRunning } from "./running-tests.ts";
import { failed, failedOf, passed, skipped, sum, type Tally } from "./tally.ts";

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
  const name = module.relativeModuleId;
  const tests = [...module.children.allTests()].map((test): Tally => {
    const result = test.result();
    if (result.state === "passed") return passed();
    if (result.state === "skipped")
      return skipped(`${name} › ${test.fullName}: ${result.note ?? "no reason given"}`);
    return failedOf(`${name} › ${test.fullName}`, result.errors?.[0]?.message);
  });
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [
    ...tests,
    ...[...module.errors(), ...suites].map((error) => failed(`${name}: ${error.message}`)),
  ];
}
