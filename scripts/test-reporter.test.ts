import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cacheFolder, ROOT } from "./folders.ts";
import { isTally, lineOf, type Tally } from "./tally.ts";

let folder: string;
beforeAll(() => {
  mkdirSync(cacheFolder(), { recursive: true });
  folder = mkdtempSync(join(cacheFolder(), "reporter-"));
  writeFileSync(join(folder, "vitest.config.mjs"), "export default {};");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a file of tests with the reporter, in a vitest of its own. */
function tallyOf(name: string, text: string): Tally {
  writeFileSync(join(folder, name), text);
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const reporter = join(ROOT, "scripts/test-reporter.ts");
  const args = ["run", "--root", folder, `--reporter=${reporter}`, name];
  spawnSync(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args], {
    env: { ...process.env, PARLEY_TALLY: report },
  });
  const found: unknown = JSON.parse(readFileSync(report, "utf8"));
  if (!isTally(found)) throw new Error("The reporter wrote no tally.");
  return found;
}

const IMPORT = 'import { afterAll, beforeAll, describe, expect, test } from "vitest";';

test("failures carry their reason and file, skips their reason", () => {
  const tally = tallyOf(
    "plain.test.ts",
    `${IMPORT}
    test("adds", () => expect(1).toBe(1));
    test("fails", () => expect(1).toBe(2));
    test("has no voice", (context) => context.skip("no voice"));
    test.skip("is left out", () => undefined);`,
  );
  expect(tally.passed).toEqual(["plain.test.ts › adds"]);
  expect(tally.failed.map((failure) => [lineOf(failure), failure.file])).toEqual([
    ["plain.test.ts › fails: expected 1 to be 2 // Object.is equality", "plain.test.ts"],
  ]);
  expect(tally.skipped).toEqual([
    "plain.test.ts › has no voice: no voice",
    "plain.test.ts › is left out: no reason given",
  ]);
});

test("a test that a broken hook kept from running has failed by name", () => {
  const tally = tallyOf(
    "hook.test.ts",
    `${IMPORT}
    test("adds", () => undefined);
    describe("with a database", () => {
      beforeAll(() => { throw new Error("no database"); });
      test("reads", () => undefined);
      test.skip("is left out", () => undefined);
    });`,
  );
  expect(tally.passed).toEqual(["hook.test.ts › adds"]);
  expect(tally.failed.map((failure) => [lineOf(failure), failure.file])).toEqual([
    ["hook.test.ts › with a database > reads: not run: no database", "hook.test.ts"],
  ]);
  expect(tally.skipped).toHaveLength(1);
});

test("what is no test's failure is never run again", () => {
  const broken = [
    tallyOf(
      "after.test.ts",
      `${IMPORT} afterAll(() => { throw new Error("still open"); }); test("adds", () => undefined);`,
    ),
    tallyOf("load.test.ts", `throw new Error("cannot be loaded");`),
    tallyOf(
      "unhandled.test.ts",
      `${IMPORT} test("adds", () => { void Promise.reject(new Error("nobody waits")); });`,
    ),
  ];
  expect(broken.map(({ failed }) => failed.map(({ file }) => file))).toEqual([
    [null],
    [null],
    [null],
  ]);
});
