import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buildSources, buildPages } from "./build.ts";
import { checkBuild } from "./check-build.ts";
import { cacheFolder, readJson, ROOT } from "./folders.ts";
import { CHROMIUM, chromiumOnPath } from "./packages.ts";
import { runProgram, type Way } from "./suite-programs.ts";
import {
  failed,
  isTally,
  labelled,
  passed,
  skipped,
  sum,
  tallyOfPlaywright,
  type Tally,
} from "./tally.ts";

type Run = (way: Way) => Promise<Tally>;

/** A project of vitest.config.ts, and those whose names begin like it. */
export const ofVitest =
  (project: string): Run =>
  (way) =>
    vitest(project, way);

/** Against the built programs: the pages come first. */
export const ofPrograms =
  (project: string): Run =>
  async (way) => {
    await buildPages(way.signal, way.progress);
    return vitest(project, way);
  };

/** A group of journeys of playwright.config.ts. */
export const ofJourneys =
  (group: string): Run =>
  (way) =>
    journeys(group, way);

/**
 * Runs one test file by itself.
 * @param suite the vitest project or the group of journeys, and `file` in it, as a failure names them
 */
export const runFile = (suite: string, file: string, way: Way): Promise<Tally> =>
  file.endsWith(".journey.ts") ? journeys(suite, way, file) : vitest(suite, way, [file]);

/**
 * Runs what is named by path, whichever suite it belongs to: test files, folders of them, and journeys.
 * @param paths from the project's root
 */
export const ofPaths =
  (paths: readonly string[]): Run =>
  async (way) => {
    const isJourney = (path: string): boolean => path.endsWith(".journey.ts");
    const files = paths.filter((path) => !isJourney(path));
    const tallies: Tally[] = [];
    if (files.length > 0) {
      await buildPages(way.signal, way.progress);
      tallies.push(await vitest(ALL_PROJECTS, way, files));
    }
    for (const path of paths.filter(isJourney))
      tallies.push(await journeys("all", way, basename(path)));
    return sum(tallies);
  };
const ALL_PROJECTS = "";

/** The pages, and what is asked of them. */
export async function build({ signal, progress }: Way): Promise<Tally> {
  try {
    await buildSources(signal, progress);
    await buildPages(signal, progress);
  } catch (error) {
    return failed(`build: ${error instanceof Error ? error.message : String(error)}`);
  }
  return sum([passed("build"), checkBuild(join(ROOT, "build"))]);
}

async function vitest(project: string, way: Way, files: readonly string[] = []): Promise<Tally> {
  await buildSources(way.signal, way.progress);
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", `${project}*`, ...files];
  const reporters = ["--reporter=dot", "--reporter=./scripts/test-reporter.ts"];
  const { code, report } = await withReport((file) =>
    runProgram([...args, ...reporters], { PARLEY_TALLY: file, NODE_ENV: "test" }, way),
  );
  if (!isTally(report)) return failed(`${project}: vitest ended with ${code} and counted nothing`);
  const tally = labelled(project, report);
  return code === 0 || tally.failed.length > 0
    ? tally
    : sum([tally, failed(`${project}: vitest ended with ${code}`)]);
}

/** @param file the only one to run, as Playwright's report names it; all of the group when null */
async function journeys(group: string, way: Way, file: string | null = null): Promise<Tally> {
  const browser = await findChromium(way);
  if (browser === null)
    return skipped(
      `${group}: no Chromium; fix: sudo apt-get install -y --no-install-recommends ${CHROMIUM.name}`,
    );
  await buildSources(way.signal, way.progress);
  await buildPages(way.signal, way.progress);
  const reporters = ["line", "json", "./scripts/journey-reporter.ts"];
  const args = ["node_modules/playwright/cli.js", "test", `--reporter=${reporters.join()}`];
  if (file !== null) args.push(`/${file.replaceAll(".", "\\.")}$`); // a pattern of absolute paths
  const { code, report } = await withReport((file) => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM: browser, JOURNEYS: group };
    return runProgram(args, env, way);
  });
  const tally = labelled(group, tallyOfPlaywright(report));
  return code === 0 || tally.failed.length > 0
    ? tally
    : sum([tally, failed(`${group}: Playwright ended with ${code}`)]);
}

/** Gives a runner a file for its report, in a folder of its own: two runs may share a cache. */
async function withReport(
  run: (file: string) => Promise<number>,
): Promise<{ code: number; report: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), "parley-report-"));
  const file = join(folder, "report.json");
  try {
    return { code: await run(file), report: readJson(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Debian's Chromium; where it may not be installed, the one Playwright fetches into the cache. */
async function findChromium(way: Way): Promise<string | null> {
  const installed = chromiumOnPath();
  if (installed !== null) return installed;
  process.env["PLAYWRIGHT_BROWSERS_PATH"] ??= join(cacheFolder(), "browsers");
  await runProgram(["node_modules/playwright/cli.js", "install", "chromium"], {}, way);
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}
