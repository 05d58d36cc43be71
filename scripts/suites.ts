import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check as checkMigrations, deploy } from "#prisma/migrate.ts";
import { buildClient, buildPages, ended } from "./build.ts";
import { checkBuild } from "./check-build.ts";
import { cacheFolder, readJson, ROOT } from "./folders.ts";
import { isOnPath } from "./packages.ts";
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

/**
 * `budgetS` on two cores (house §16). `needsPackages`: begins when Debian's packages have come, or will not come;
 * `needsServer`: when the media server has. `isExtra`: only where it is named, `npm test -- live`.
 */
export type Suite = {
  name: string;
  budgetS: number;
  needsPackages?: boolean;
  needsServer?: boolean;
  isExtra?: boolean;
  run: (signal: AbortSignal) => Promise<Tally>;
};

/** In the order of `npm test`: what is cheap speaks first. */
export const SUITES: Suite[] = [
  { name: "check", budgetS: 150, run: check },
  { name: "unit", budgetS: 40, needsServer: true, run: (signal) => vitest("unit", signal) },
  { name: "architecture", budgetS: 30, run: (signal) => vitest("architecture", signal) },
  { name: "domain", budgetS: 60, needsServer: true, run: (signal) => vitest("domain", signal) },
  {
    name: "media",
    budgetS: 40,
    needsPackages: true,
    needsServer: true,
    run: (signal) => vitest("media", signal),
  },
  { name: "speech", budgetS: 60, needsPackages: true, run: (signal) => vitest("speech", signal) },
  { name: "build", budgetS: 60, run: build },
  {
    name: "faults",
    budgetS: 180,
    needsPackages: true,
    run: (signal) => vitest("faults", signal),
  },
  {
    name: "e2e",
    budgetS: 360,
    needsPackages: true,
    run: (signal) => journeys(signal, "recordings"),
  },
  {
    name: "live",
    budgetS: 900,
    needsPackages: true,
    needsServer: true,
    isExtra: true,
    run: async (signal) => sum([await vitest("live", signal), await journeys(signal, "live")]),
  },
];

/** Two at a time: the types and the rules of lint take about as long as all others together. */
async function check(signal: AbortSignal): Promise<Tally> {
  await buildClient(signal);
  const has = (file: string): boolean => existsSync(join(ROOT, file));
  const tools: (() => Promise<Tally>)[] = [
    () => tool("eslint", ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0"], signal),
    () =>
      tool("types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json"], signal),
    () => tool("format", ["node_modules/@biomejs/biome/bin/biome", "format", "."], signal),
    () => tool("unused code", ["node_modules/knip/bin/knip.js", "--no-progress"], signal),
    () => migrations(),
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
      tool(
        "boundaries",
        [
          "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
          "--config",
          ".dependency-cruiser.cjs",
          ...folders,
        ],
        signal,
      ),
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
async function tool(name: string, args: string[], signal: AbortSignal): Promise<Tally> {
  const child = spawn(process.execPath, args, {
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
  console.log(`--- ${name} (exit code ${code})\n${said.trim()}\n---`);
  return failed(`check › ${name}`);
}

/** Migrations, schema and a fresh database say the same. */
async function migrations(): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-check-"));
  try {
    const server = await startPostgres({ dataDir, log: () => undefined, isThrowaway: true });
    try {
      await deploy(server.ownerUrl);
      const found = await checkMigrations(server.ownerUrl);
      if (found.clean) return passed();
      console.log(`--- migrations\n${JSON.stringify(found, null, 2)}\n---`);
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

async function vitest(project: string, signal: AbortSignal): Promise<Tally> {
  await buildClient(signal);
  const file = reportFile(project);
  const args = [
    "run",
    "--project",
    project,
    "--passWithNoTests",
    "--reporter=dot",
    "--reporter=./scripts/test-reporter.ts",
  ];
  const code = await show(
    ["node_modules/vitest/vitest.mjs", ...args],
    { PARLEY_TALLY: file, NODE_ENV: "test" },
    signal,
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

async function build(signal: AbortSignal): Promise<Tally> {
  try {
    await buildClient(signal);
    await buildPages(signal);
  } catch (error) {
    return failed(`build: ${error instanceof Error ? error.message : String(error)}`);
  }
  return sum([passed(), checkBuild(join(ROOT, "build"))]);
}

async function journeys(signal: AbortSignal, which: "recordings" | "live"): Promise<Tally> {
  if (!existsSync(join(ROOT, "playwright.config.ts"))) return NONE;
  const browser = await findChromium(signal);
  if (browser === null)
    return skipped(
      "e2e: no Chromium; fix: sudo apt-get install -y --no-install-recommends chromium",
    );
  await buildClient(signal);
  await buildPages(signal);
  const file = reportFile("e2e");
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: browser,
    JOURNEYS: which,
  };
  const code = await show(
    ["node_modules/playwright/cli.js", "test", "--reporter=line,json"],
    env,
    signal,
  );
  const tally = tallyOfPlaywright(readJson(file));
  return code === 0 || tally.failed.length > 0
    ? tally
    : sum([tally, failed(`e2e: Playwright ended with ${code}`)]);
}

/** Debian's Chromium; where it may not be installed, the one Playwright fetches into the cache. */
async function findChromium(signal: AbortSignal): Promise<string | null> {
  if (isOnPath("chromium")) return "/usr/bin/chromium";
  process.env["PLAYWRIGHT_BROWSERS_PATH"] ??= join(cacheFolder(), "browsers");
  await show(["node_modules/playwright/cli.js", "install", "chromium"], {}, signal);
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

/** Runs a test runner with its words on the terminal. */
function show(args: string[], env: Record<string, string>, signal: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  return ended(child, signal);
}
