import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from "vitest/node";
import { failed, passed, skipped, sum, type Tally } from "./tally.ts";

/** Counts for the last line of `npm test`, with the reason of every skip; written where PARLEY_TALLY says. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
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
    return failed(`${name} › ${test.fullName}`);
  });
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [
    ...tests,
    ...[...module.errors(), ...suites].map((error) => failed(`${name}: ${error.message}`)),
  ];
}
