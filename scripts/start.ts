import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deploy } from "#prisma/migrate.ts";
import { buildSources, buildPages } from "./build.ts";
import { type Database, holderOf, openDatabase } from "./database.ts";
import { bringDemoCalls, makeDemoPeople, wantsDemo } from "./demo-run.ts";
import { askFirstAdminLink } from "./first-admin-run.ts";
import { prepareData, ROOT } from "./folders.ts";
import { prepareLive } from "./livekit-server.ts";
import { tryHold } from "./lock.ts";
import { outliveReader, say } from "./output.ts";
import { watchPackages } from "./package-watch.ts";
import { type SupervisedProgram, supervise, WEB } from "./supervised-program.ts";
import { claimPort } from "./ports.ts";
import { endLeftovers } from "./processes.ts";
import { Progress } from "./progress.ts";
import { reachableHost, readSettings, type Settings } from "./settings.ts";

/** How long a part may take to finish its work before it is killed. */
const STOP_MS = 32_000;

/** What has begun, in the order it is to end in: last first. */
type Stack = { name: string; stop: () => Promise<void> }[];

async function main(): Promise<void> {
  outliveReader();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => stop.abort());
  watchParent(() => stop.abort());
  const stack: Stack = [];
  const progress = new Progress("Starting", say);
  try {
    await start(readSettings(process.env), stack, stop.signal, progress);
    progress.end();
    await new Promise((done) => stop.signal.addEventListener("abort", done));
  } catch (error) {
    if (!stop.signal.aborted) {
      say(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    }
    stop.abort();
  }
  progress.end();
  if (stack.length > 0) say("Stopping.");
  for (const { stop: end } of stack.reverse()) await end();
  if (stack.length > 0) say("Stopped.");
  process.exit();
}

async function start(
  settings: Settings,
  stack: Stack,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const began = Date.now();
  const { dataDir, runs } = settings;
  mkdirSync(dataDir, { recursive: true });
  const lock = await tryHold(realpathSync(dataDir));
  if (!lock)
    throw new Error(
      `Parley already runs in ${dataDir} (process ${holderOf(dataDir)}). Stop it, or give this one a folder of its own: PARLEY_DATA=/path npm start`,
    );
  writeFileSync(join(dataDir, "lock"), `${process.pid}\n`);
  const madeKey = prepareData(dataDir);
  for (const name of await endLeftovers(join(dataDir, "run")))
    say(`Ended ${name}, left over from a start that was killed.`);
  signal.throwIfAborted();

  const port = runs.has("web")
    ? await claimPort({
        name: "web",
        usual: 3000,
        given: settings.port,
        host: settings.host,
        dataDir,
      })
    : Number(settings.port ?? 3000);
  const appUrl = (settings.appUrl ?? `http://${reachableHost(settings.host)}:${port}`).replace(
    /\/$/,
    "",
  );
  const live = await progress.during("looking for a media server", prepareLive(settings, signal));
  stack.push({ name: "livekit", stop: live.stop });
  const [database] = await both(
    progress.during("preparing the database", prepareDatabase(settings, stack, signal)),
    progress.during("building the pages", prepareCode(runs.has("web"), signal)),
  );
  const isDemo = await wantsDemo(settings, database.url);
  signal.throwIfAborted();

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: settings.host,
    APP_URL: appUrl,
    DATABASE_URL: database.url,
    PARLEY_DATA: dataDir,
    PARLEY_CACHE: settings.cacheDir,
    DEMO: isDemo ? "1" : "0",
    PARLEY_SUPERVISED: "1",
    ...live.env,
    ...(!settings.hasSecretKey && { SECRET_KEY_FILE: settings.secretKeyFile ?? madeKey }),
  };
  delete env["DATABASE_OWNER_URL"]; // web and worker need no owner's rights
  const level = settings.logLevel ?? "warn";
  const program = (name: string, args: string[]): SupervisedProgram => {
    const part = supervise({
      name,
      args: ["--import", "tsx", ...args],
      cwd: ROOT,
      env,
      dataDir,
      level,
      stopMs: STOP_MS,
    });
    stack.push({ name, stop: part.stop });
    return part;
  };
  const demo = { dataDir, env, level, signal };

  const people = isDemo ? progress.during("making the demo's people", makeDemoPeople(demo)) : null;
  if (people)
    stack.push(
      following(
        "people",
        people.then(
          () => undefined,
          () => undefined,
        ),
      ),
    );
  const packages = watchPackages(dataDir, database.url, signal);
  live.report(database.url);
  if (runs.has("web")) {
    const web = program("web", WEB);
    const local = `http://${reachableHost(settings.host)}:${port}`;
    const isUp = async (): Promise<void> => {
      await Promise.race([web.failed, answers(`${local}/healthz`, signal)]);
      await Promise.race([web.failed, answers(`${local}/readyz`, signal)]);
    };
    await progress.during("waiting for the first page", isUp());
    web.isUp();
    say(`The page answers at ${appUrl} (${seconds(began)} s).`);
  }
  live.bring();
  const roles = settings.live.isOn ? "jobs,recorders" : "jobs";
  if (runs.has("worker"))
    program("worker", ["worker/main.ts", `--roles=${roles}`, "--recorders-on-stop=finish"]).isUp();
  const note = await people;
  const firstAdmin = runs.has("web") ? await askFirstAdminLink(env, signal) : null;
  say(`Parley is ready at ${appUrl}`);
  if (firstAdmin !== null) say(`  Start your own workspace, once: ${firstAdmin}`);
  if (settings.hasMailPage) say(`  E-mails: ${appUrl}/mail`);
  for (const { role, email, password } of note?.signIns ?? [])
    say(`  Demo sign-in (${role}): ${email}  ${password}`);
  if (note) say("  Remove the demo with: npm run demo:remove");
  for (const line of [...packages.lines(), ...live.lines()]) say(`  ${line}`);
  say(`  Data: ${dataDir}   Stop: Ctrl-C`);
  if (isDemo && runs.has("web") && runs.has("worker"))
    stack.push(following("demo", bringDemoCalls(demo)));
}

/** A database that is up, and migrated. */
async function prepareDatabase(
  settings: Settings,
  stack: Stack,
  signal: AbortSignal,
): Promise<Database> {
  const database = await openDatabase(settings, signal);
  stack.push({ name: "postgres", stop: database.stop });
  signal.throwIfAborted();
  const applied = await deploy(database.ownerUrl);
  if (applied.length > 0)
    say(
      `Database: ${applied.length === 1 ? "1 migration" : `${applied.length} migrations`} applied.`,
    );
  return database;
}

async function prepareCode(needsPages: boolean, signal: AbortSignal): Promise<void> {
  const began = Date.now();
  await buildSources(signal);
  if (needsPages && (await buildPages(signal))) say(`Pages built (${seconds(began)} s).`);
}

/** Both, or the first failure, and then not before the other has settled: nothing goes on behind the stop. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === "rejected") throw first.reason;
  if (second.status === "rejected") throw second.reason;
  return [first.value, second.value];
}

/** Something that ends by itself once the start's signal is aborted. */
const following = (name: string, work: Promise<void>): Stack[number] => ({
  name,
  stop: () => work,
});

/** Waits until an address answers 200; after a minute it says what it answers instead. */
async function answers(url: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const found = await fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
      async (response) =>
        response.ok ? null : `${response.status} ${(await response.text()).slice(0, 200)}`,
      () => "no answer",
    );
    if (found === null) return;
    if (tries > 0 && tries % 600 === 0) say(`Still waiting for ${url}: ${found}`);
    await sleep(100);
  }
}

/** A bootstrap that was killed without a word takes us along. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  if (process.env["PARLEY_PARENT"] !== String(parent)) return;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 100).unref();
}

const seconds = (began: number): string => ((Date.now() - began) / 1000).toFixed(1);

await main();
