import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, ROOT } from "./folders.ts";
import { bringBinary, findBinary, findWays } from "./livekit-binary.ts";
import {
  CHROMIUM,
  mayInstall,
  missingPackages,
  type Package,
  preparePackages,
  WHOLE_CHROMIUM,
} from "./packages.ts";
import { judge, planRerun, type Verdict } from "./once-more.ts";
import { outliveReader } from "./output.ts";
import { SILENCE_MS, watchSilence } from "./silence.ts";
import { ofPaths, runFile } from "./suite-runners.ts";
import { AT_ONCE, type Plan, type Suite, SUITES } from "./suites.ts";
import { failed, lastLine, lineOf, NONE, skipsFailed, sum, type Tally } from "./tally.ts";

/** A suite that was ended has so long to come to its end, in milliseconds. */
const END_MS = 15_000;

/** What a suite says: at once where it runs alone, whole at its end where another one runs beside it. */
type Words = { write: (text: string) => void; end: () => void };

/** How a suite is ended, and where its words go; `silenceMs` differs in tests of the limit only. */
type Circumstances = { stop: AbortSignal; write: Words["write"]; silenceMs?: number };

const OF_PATHS = { name: "paths", needsPackages: true, needsServer: true } as const;

/** What comes from elsewhere while the first suites run. */
type Means = { packages: Promise<void>; server: Promise<Tally> };

/**
 * Runs suites as a plan says, what failed of a few test files once more alone, and prints the times of the suites and,
 * last of all, the counts.
 * @param names which ones, or paths of test files and folders; all of the plan when empty
 */
export async function runSuites(names: string[], plan: Plan): Promise<void> {
  const paths = names.filter((name) => name.includes("/"));
  const byName = names.filter((name) => !name.includes("/"));
  const unknown = [
    ...byName.filter((name) => !SUITES.some((suite) => suite.name === name)),
    ...paths.filter((path) => !existsSync(join(ROOT, path))),
  ];
  if (unknown.length > 0) {
    console.error(
      `There are the suites ${SUITES.map((suite) => suite.name).join(", ")}, and the paths of tests. There is no ${unknown.join(", ")}.`,
    );
    process.exit(2);
  }
  outliveReader();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => stop.abort());
  const planned = new Set<string>(plan.flat());
  const wanted = SUITES.filter(({ name }) =>
    names.length === 0 ? planned.has(name) : byName.includes(name),
  );
  const steps = [...plan, byName.filter((name) => !planned.has(name))];
  if (paths.length > 0) {
    wanted.push({ ...OF_PATHS, run: ofPaths(paths) });
    steps.push([OF_PATHS.name]);
  }
  const began = Date.now();
  const means: Means = {
    packages: wanted.some((suite) => suite.needsPackages)
      ? bringPackages(wanted, stop.signal)
      : Promise.resolve(),
    server: wanted.some((suite) => suite.needsServer)
      ? bringServer(stop.signal)
      : Promise.resolve(NONE),
  };
  const tallies: Tally[] = [];
  for (const step of steps) {
    const queue = step.flatMap((name) => wanted.filter((suite) => suite.name === name));
    const isBeside = queue.length > 1;
    const taken = Array.from({ length: AT_ONCE }, () =>
      runNext(queue, means, stop.signal, isBeside),
    );
    tallies.push(...(await Promise.all(taken)).flat());
  }
  await means.packages;
  tallies.push(await means.server);
  const verdict = await onceMore(sum(tallies), stop.signal);
  if (stop.signal.aborted) verdict.tally.failed.push(...failed("The run was stopped.").failed);
  finish(verdict, (Date.now() - began) / 1000);
}

/** Runs the files of a few failed tests again, one after the other and nothing beside them, and judges both runs. */
async function onceMore(first: Tally, stop: AbortSignal): Promise<Verdict> {
  const again: Tally[] = [];
  for (const { suite, file } of stop.aborted ? [] : planRerun(first.failed)) {
    console.log(`\n=== once more, alone: ${suite} › ${file}`);
    const rerun: Suite = { name: suite, run: (way) => runFile(suite, file, way) };
    again.push(await runSuite(rerun, { stop, write: wordsAtOnce().write }));
  }
  return judge(first, again);
}

/** Takes from the queue until it is empty. */
async function runNext(
  queue: Suite[],
  means: Means,
  stop: AbortSignal,
  isBeside: boolean,
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (let suite = queue.shift(); suite && !stop.aborted; suite = queue.shift()) {
    if (suite.needsPackages) await means.packages;
    if (suite.needsServer) await means.server;
    const words = isBeside ? wordsAtEnd() : wordsAtOnce();
    if (isBeside) console.log(`--- ${suite.name} begins`);
    words.write(`\n=== ${suite.name}\n`);
    const at = Date.now();
    const tally = await runSuite(suite, { stop, write: words.write });
    const seconds = (Date.now() - at) / 1000;
    tallies.push(tally);
    words.write(`=== ${suite.name}: ${lastLine(tally)} in ${seconds.toFixed(1)} s\n`);
    words.end();
  }
  return tallies;
}

/** Runs one suite until it ends, is stopped, or shows no progress for the limit of silence, which is a failure. */
export async function runSuite(
  suite: Suite,
  { stop, write, silenceMs }: Circumstances,
): Promise<Tally> {
  const watch = watchSilence(silenceMs);
  const signal = AbortSignal.any([stop, watch.signal]);
  const running = suite
    .run({
      signal,
      write(text) {
        watch.progress();
        write(text);
      },
      progress: watch.progress,
    })
    .catch((error: unknown) =>
      failed(`${suite.name}: ${error instanceof Error ? error.message : String(error)}`),
    );
  const tally = await Promise.race([running, abandoned(signal)]);
  watch.stop();
  // Whoever can have a media server shows what it is for: house §16.
  const isOwed = suite.needsServer === true && (await isServerAtHand());
  const counted = isOwed ? skipsFailed(tally, suite.isLive === true) : tally;
  if (!watch.signal.aborted || stop.aborted) return counted;
  const limitS = (silenceMs ?? SILENCE_MS) / 1000;
  return sum([counted, failed(`${suite.name} made no progress for ${limitS} s and was ended`)]);
}

/** What hangs in this process hears no signal: nobody waits for it for ever. */
const abandoned = (signal: AbortSignal): Promise<Tally> =>
  new Promise((done) => signal.addEventListener("abort", () => setTimeout(done, END_MS, NONE)));

const wordsAtOnce = (): Words => ({
  write: (text) => void process.stdout.write(text),
  end: () => undefined,
});

function wordsAtEnd(): Words {
  const said: string[] = [];
  return {
    write: (text) => void said.push(text),
    end: () => void process.stdout.write(said.join("")),
  };
}

function finish({ tally, flaky }: Verdict, seconds: number): void {
  console.log(`\nTotal: ${seconds.toFixed(0)} s`);
  for (const line of tally.skipped) console.log(`skipped: ${line}`);
  for (const line of flaky) console.log(`FLAKY: ${line}`);
  for (const failure of tally.failed) console.log(`FAILED: ${lineOf(failure)}`);
  console.log(lastLine(tally));
  process.exit(tally.failed.length > 0 ? 1 : 0);
}

const browsersOf = (suites: readonly Suite[]): Package[] =>
  suites.some(({ needsWholeChromium }) => needsWholeChromium)
    ? [CHROMIUM, WHOLE_CHROMIUM]
    : [CHROMIUM];

async function isServerAtHand(): Promise<boolean> {
  const found = await findBinary(cacheFolder()).catch(() => null);
  return found !== null || (await findWays()).go !== null;
}

/**
 * The media server of live calls, fetched or built beside the first suites. Where there is a Go that can build it, its
 * absence is a failure: live tests are skipped only where nothing can be done.
 */
async function bringServer(signal: AbortSignal): Promise<Tally> {
  try {
    if (await findBinary(cacheFolder())) return NONE;
    const ways = await findWays();
    if (ways.release || ways.go)
      console.log(
        "Fetching the media server of live calls beside the first suites (90 s where it must be built).",
      );
    try {
      await bringBinary(cacheFolder(), ways, signal, true);
    } catch (error) {
      if (ways.go && !signal.aborted) throw error;
      console.log("Without livekit-server live tests are skipped. Fix: install Go 1.26.");
    }
    return NONE;
  } catch (error) {
    return failed(`media server: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Chromium, ffmpeg and the voices by apt, as root; otherwise one line says what to install. */
async function bringPackages(suites: readonly Suite[], signal: AbortSignal): Promise<void> {
  const browsers = browsersOf(suites);
  const missing = missingPackages(browsers);
  if (missing.length === 0) return;
  if (mayInstall())
    console.log(`Installing Debian's ${missing.join(", ")} beside the first suites.`);
  const { state, missing: still, fix } = await preparePackages(browsers, () => undefined, signal);
  if (state !== "on")
    console.log(`Without ${still.join(", ")} some tests are skipped. Fix: ${fix}`);
}
