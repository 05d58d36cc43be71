import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check as checkMigrations, deploy } from "#prisma/migrate.ts";
import { buildSources } from "./build.ts";
import { startPostgres } from "./postgres.ts";
import { runTool, type Way } from "./suite-programs.ts";
import { failed, passed, sum, type Tally } from "./tally.ts";

/** One look at the program for its types and the rules that need them. */
const LINT = [
  "node_modules/oxlint/bin/oxlint",
  ...["--type-check", "--report-unused-disable-directives", "--max-warnings", "0", "."],
];
const BOUNDARIES = [
  "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
  ...["--config", ".dependency-cruiser.cjs"],
  ...["app", "worker", "media", "prisma", "scripts", "bench", "tests", "server.ts"],
];

/**
 * Two at a time: the types and the rules of lint take about as long as all others together. Go
 * collects its garbage half as often: a fifth of their time, for a gigabyte more.
 */
export async function check(way: Way): Promise<Tally> {
  const { signal } = way;
  await buildSources(signal, way.progress);
  const run = (name: string, args: string[], env = {}): Promise<Tally> =>
    runTool(name, args, way, { env });
  const tools: (() => Promise<Tally>)[] = [
    () => run("lint and types", LINT, { GOGC: "200" }),
    () => run("format", ["node_modules/@biomejs/biome/bin/biome", "format", "."]),
    () => run("unused code", ["node_modules/knip/bin/knip.js", "--no-progress"]),
    () => migrations(way),
    () => run("boundaries", BOUNDARIES),
  ];
  const results: Tally[] = [];
  const next = async (): Promise<void> => {
    for (let run = tools.shift(); run && !signal.aborted; run = tools.shift())
      results.push(await run());
  };
  await Promise.all([next(), next()]);
  return sum(results);
}

/** Migrations, schema and a fresh database say the same. */
async function migrations({ write }: Way): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-check-"));
  try {
    const server = await startPostgres({ dataDir, log: () => undefined, isThrowaway: true });
    try {
      await deploy(server.ownerUrl);
      const found = await checkMigrations(server.ownerUrl);
      if (found.clean) return passed("check › migrations agree with schema.prisma");
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
