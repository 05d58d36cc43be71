import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check as checkMigrations, deploy } from "#prisma/migrate.ts";
import { buildClient, buildPages, ended } from "./build.ts";
import { checkBuild } from "./check-build.ts";
import { cacheFolder, readJson, ROOT } from "./folders.ts";
import { gently } from "./livekit-binary.ts";
import { CHROMIUM, chromiumOnPath } from "./packages.ts";
import { startPostgres } from "./postgres.ts";
import {
  failed,
  isTally,
  NONE,
  passed,
  skipped,
  sum,
  tallyOfPlaywright,
  type Tally,
} from "./tally.ts";

/** So often `npm test -- live` runs what it runs. */
const ROUNDS = 3;
/**
 * What `npm test` runs: steps one after the other, each a queue that two take from. So both processors have work until the
 * end; three at once disturb whatever has a clock in it, and what measures one runs alone.
 */
export const PLAN = [
  [
    ...["check", "speech", "architecture", "unit", "domain", "media", "build", "faults"],
    ...["e2e", "calls", "screens", "accounts", "rooms"],
  ],
  ["clocks"],
] as const satisfies string[][];
/** So many suites of a step run at a time. */
export const AT_ONCE = 2;
/** `isGentle`: what runs leaves the processors to what runs beside it. */
export type Way = { signal: AbortSignal; write: (text: string) => void; isGentle: boolean };

/**
 * `budgetS` on two cores beside another suite. `needsPackages`: begins when Debian's packages have come, or will not
 * come; `needsServer`: when the media server has, and skips nothing where there is one. `isLive`: skips nothing at all
 * then. What stands in no step runs only where it is named: `npm test -- live`.
 */
export type Suite = {
  name: string;
  budgetS: number;
  /** No clock is in it: it may be slowed down by whoever measures one. */
  isPatient?: boolean;
  needsPackages?: boolean;
  needsWholeChromium?: boolean;
  needsServer?: boolean;
  isLive?: boolean;
  run: (way: Way) => Promise<Tally>;
};

const ofVitest =
  (project: string): Suite["run"] =>
  (way) =>
    vitest(project, way);
/** Against the built programs: the pages come first. */
const ofPrograms =
  (project: string, files: readonly string[] = []): Suite["run"] =>
  async (way) => {
    await buildClient(way.signal);
    await buildPages(way.signal);
    return vitest(project, way, files);
  };
/** What a recorder must survive, how exact it stays, and how soon words come; the browser's faults, the full disk and hand-over take minutes: `npm test -- live`. */
const CLOCKS = ["tests/faults/live-recorder", "media/speech/live-pace"];
const live = { needsPackages: true, needsServer: true, isLive: true } as const;
const computes = { isPatient: true } as const;

export const SUITES: Suite[] = [
  { ...computes, name: "check", budgetS: 150, run: check },
  { ...computes, name: "architecture", budgetS: 30, run: ofVitest("architecture") },
  { ...computes, name: "speech", budgetS: 180, needsPackages: true, run: ofVitest("speech") },
  {
    ...computes,
    name: "unit",
    budgetS: 60,
    needsPackages: true,
    needsServer: true,
    run: ofVitest("unit"),
  },
  { ...computes, name: "domain", budgetS: 180, needsServer: true, run: ofVitest("domain") },
  { ...computes, name: "media", budgetS: 80, needsPackages: true, run: ofVitest("media") },
  { name: "build", budgetS: 60, run: build },
  {
    name: "e2e",
    budgetS: 300,
    needsPackages: true,
    run: (way) => journeys(way, "recordings"),
  },
  {
    name: "accounts",
    budgetS: 200,
    needsPackages: true,
    run: (way) => journeys(way, "accounts"),
  },
  {
    name: "screens",
    budgetS: 200,
    needsPackages: true,
    run: (way) => journeys(way, "screens"),
  },
  {
    ...live,
    name: "calls",
    budgetS: 360,
    run: (way) => journeys(way, "calls"),
  },
  {
    name: "faults",
    budgetS: 300,
    needsPackages: true,
    run: ofPrograms("faults"),
  },
  { ...live, name: "rooms", budgetS: 120, run: ofPrograms("rooms") },
  { ...live, name: "clocks", budgetS: 300, run: ofPrograms("live", CLOCKS) },
  { ...live, needsWholeChromium: true, name: "live", budgetS: 3_600, run: again },
];

/** Before a release, and at night: what depends on clocks is run again and again, and every screen in every pair. */
async function again(way: Way): Promise<Tally> {
  const tallies: Tally[] = [];
  for (let round = 1; round <= ROUNDS && !way.signal.aborted; round++) {
    way.write(`--- round ${round} of ${ROUNDS}\n`);
    tallies.push(await ofPrograms("rooms")(way), await ofPrograms("live")(way));
    tallies.push(await journeys(way, "all"));
  }
  return sum(tallies);
}

/** One look at the program for its types and the rules that need them. */
const LINT = [
  "node_modules/oxlint/bin/oxlint",
  ...["--type-check", "--report-unused-disable-directives", "--max-warnings", "0", "."],
];

/** Two at a time: the types and the rules of lint take about as long as all others together. */
async function check(way: Way): Promise<Tally> {
  const { signal } = way;
  await buildClient(signal);
  const has = (file: string): boolean => existsSync(join(ROOT, file));
  const run = (name: string, args: string[]): Promise<Tally> => tool(name, args, way);
  const tools: (() => Promise<Tally>)[] = [
    () => run("lint and types", LINT),
    () => run("format", ["node_modules/@biomejs/biome/bin/biome", "format", "."]),
    () => run("unused code", ["node_modules/knip/bin/knip.js", "--no-progress"]),
    () => migrations(way),
  ];
  if (has(".dependency-cruiser.cjs")) {
    const folders = [
      "app",
      "worker",
      "media",
      "prisma",
      "scripts",
      "bench",
      "tests",
      "server.ts",
    ].filter(has);
    tools.push(() =>
      run("boundaries", [
        "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
        "--config",
        ".dependency-cruiser.cjs",
        ...folders,
      ]),
    );
  }
  const results: Tally[] = [];
  const next = async (): Promise<void> => {
    for (let run = tools.shift(); run && !signal.aborted; run = tools.shift())
      results.push(await run());
  };
  await Promise.all([next(), next()]);
  return sum(results);
}

/** One tool, one count: its words are shown when it complains. */
async function tool(
  name: string,
  args: string[],
  { signal, write, isGentle }: Way,
): Promise<Tally> {
  const [program, ...rest] = commandOf(args, isGentle);
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-30_000)));
  const code = await ended(child, signal);
  if (code === 0) return passed();
  write(`--- ${name} (exit code ${code})\n${said.trim()}\n---\n`);
  return failed(`check › ${name}`);
}

/** Migrations, schema and a fresh database say the same. */
async function migrations({ write }: Way): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-check-"));
  try {
    const server = await startPostgres({ dataDir, log: () => undefined, isThrowaway: true });
    try {
      await deploy(server.ownerUrl);
      const found = await checkMigrations(server.ownerUrl);
      if (found.clean) return passed();
      write(`--- migrations\n${JSON.stringify(found, null, 2)}\n---\n`);
      return failed("check › migrations agree with schema.prisma");
    } finally {
      await server.stop();
    }
  } catch (error) {
    return failed(`check › migrations: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function vitest(project: string, way: Way, files: readonly string[] = []): Promise<Tally> {
  await buildClient(way.signal);
  const file = reportFile(project);
  const args = [
    "run",
    "--project",
    `${project}*`,
    "--passWithNoTests",
    "--reporter=dot",
    "--reporter=./scripts/test-reporter.ts",
    ...files,
  ];
  const code = await show(
    ["node_modules/vitest/vitest.mjs", ...args],
    { PARLEY_TALLY: file, NODE_ENV: "test" },
    way,
  );
  const tally = readJson(file);
  if (!isTally(tally))
    return code === 0 ? NONE : failed(`${project}: vitest ended with ${code} and counted nothing`);
  const named = {
    ...tally,
    failed: tally.failed.map((line) => `${project} › ${line}`),
    skipped: tally.skipped.map((line) => `${project} › ${line}`),
  };
  return code === 0 || named.failed.length > 0
    ? named
    : sum([named, failed(`${project}: vitest ended with ${code}`)]);
}

async function build({ signal }: Way): Promise<Tally> {
  try {
    await buildClient(signal);
    await buildPages(signal);
  } catch (error) {
    return failed(`build: ${error instanceof Error ? error.message : String(error)}`);
  }
  return sum([passed(), checkBuild(join(ROOT, "build"))]);
}

async function journeys(
  way: Way,
  which: "recordings" | "accounts" | "screens" | "calls" | "all",
): Promise<Tally> {
  const { signal } = way;
  if (!existsSync(join(ROOT, "playwright.config.ts"))) return NONE;
  const browser = await findChromium(way);
  if (browser === null)
    return skipped(
      `e2e: no Chromium; fix: sudo apt-get install -y --no-install-recommends ${CHROMIUM.name}`,
    );
  await buildClient(signal);
  await buildPages(signal);
  const file = reportFile(which);
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: browser,
    JOURNEYS: which,
  };
  const code = await show(
    ["node_modules/playwright/cli.js", "test", "--reporter=line,json"],
    env,
    way,
  );
  const tally = tallyOfPlaywright(readJson(file));
  return code === 0 || tally.failed.length > 0
    ? tally
    : sum([tally, failed(`e2e: Playwright ended with ${code}`)]);
}

/** Debian's Chromium; where it may not be installed, the one Playwright fetches into the cache. */
async function findChromium(way: Way): Promise<string | null> {
  const installed = chromiumOnPath();
  if (installed !== null) return installed;
  process.env["PLAYWRIGHT_BROWSERS_PATH"] ??= join(cacheFolder(), "browsers");
  await show(["node_modules/playwright/cli.js", "install", "chromium"], {}, way);
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function reportFile(name: string): string {
  const folder = join(cacheFolder(), "reports");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, "");
  return file;
}

/** Runs a test runner and hands its words on. */
function show(
  args: string[],
  env: Record<string, string>,
  { signal, write, isGentle }: Way,
): Promise<number> {
  const [program, ...rest] = commandOf(args, isGentle);
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => write(text));
  return ended(child, signal);
}

/** Enough for a browser's microphone, and not so much that a patient suite runs into the limits of its tests. */
const PATIENT_NICE = 5;
const commandOf = (args: string[], isGentle: boolean): [string, ...string[]] =>
  isGentle && process.platform === "linux"
    ? ["/bin/sh", ...gently(PATIENT_NICE), process.execPath, ...args]
    : [process.execPath, ...args];
