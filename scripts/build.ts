import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./folders.ts";
import { type Held, hold } from "./lock.ts";
import { endProcess, bornAt } from "./processes.ts";
import { countComputing } from "./silence.ts";

/** What is made from what: made again only when the bytes of the inputs change. */
type Product = {
  name: string;
  inputs: string[];
  output: string;
  proof: string;
  command: string[];
  env: Record<string, string>;
};

const CLIENT: Product = {
  name: "database client",
  inputs: ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"],
  output: "prisma/generated",
  proof: "prisma/generated/client.ts",
  command: ["node_modules/prisma/build/index.js", "generate"],
  env: {
    PRISMA_SCHEMA_ENGINE_BINARY: "/bin/false",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  },
};
const TEXTS: Product = {
  name: "lists of texts",
  inputs: ["app/i18n/en", "app/i18n/ja", "scripts/list-texts.ts", "scripts/texts.ts"],
  output: "app/i18n/generated",
  proof: "app/i18n/generated/titles.json",
  command: ["--import", "tsx", "scripts/list-texts.ts"],
  env: {},
};
const PAGES: Product = {
  name: "pages",
  inputs: [
    "app",
    "prisma/schema.prisma",
    "package-lock.json",
    "vite.config.ts",
    "remix.config.js",
    "tsconfig.json",
  ],
  output: "build",
  proof: "build/server/index.js",
  command: ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"],
  env: { NODE_ENV: "production", REMIX_DISABLE_TELEMETRY: "1" },
};

/** Makes the sources that others import, where they are missing or old. `onProgress` is called while one is being made. */
export async function buildSources(signal: AbortSignal, onProgress?: () => void): Promise<void> {
  await make(TEXTS, signal, onProgress);
  await make(CLIENT, signal, onProgress);
}
/** Makes the pages where they are missing or old. @returns whether there was anything to do */
export const buildPages = (signal: AbortSignal, onProgress?: () => void): Promise<boolean> =>
  make(PAGES, signal, onProgress);

async function make(
  product: Product,
  signal: AbortSignal,
  onProgress: () => void = () => undefined,
): Promise<boolean> {
  if (isFresh(product)) return false;
  const lock = await waitFor(product, signal, onProgress);
  try {
    if (isFresh(product)) return false;
    const wanted = stampOf(product);
    rmSync(stampFile(product), { force: true });
    const failure = `The ${product.name} could not be built`;
    await runNode(product.command, product.env, signal, failure, onProgress);
    mkdirSync(join(ROOT, product.output), { recursive: true });
    writeFileSync(stampFile(product), wanted);
    return true;
  } finally {
    lock.release();
  }
}

/** Who has the lock is watched where it was started: waiting for it is progress. */
async function waitFor(
  product: Product,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<Held> {
  const waiting = setInterval(onProgress, 1_000);
  try {
    return await hold(`build ${product.name} ${ROOT}`, () => undefined, signal);
  } finally {
    clearInterval(waiting);
  }
}

const stampFile = ({ output }: Product): string => join(ROOT, output, ".parley-stamp");
const isFresh = (product: Product): boolean =>
  existsSync(join(ROOT, product.proof)) &&
  existsSync(stampFile(product)) &&
  readFileSync(stampFile(product), "utf8") === stampOf(product);

function stampOf({ inputs }: Product): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of inputs.flatMap((input) => filesUnder(join(ROOT, input))))
    hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

/** Every file that ends up in a page; tests do not. */
function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSyncOrNull(path);
  if (!entries) return [path];
  return entries.flatMap((name) => (name.includes(".test.") ? [] : filesUnder(join(path, name))));
}

function readdirSyncOrNull(path: string): string[] | null {
  try {
    return readdirSync(path).sort();
  } catch {
    return null;
  }
}

/** Runs a Node program quietly. Its output is shown only when it fails. @throws Error with `what` */
async function runNode(
  args: string[],
  env: Record<string, string>,
  signal: AbortSignal,
  what: string,
  onProgress: () => void,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  const endCount = countComputing(child.pid, onProgress);
  const code = await ended(child, signal).finally(endCount);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${what} (exit code ${code}):\n${inShort(output)}`);
}

/** From the first line that complains, without the lists and traces that follow it. */
function inShort(output: string): string {
  const lines = output.trim().split("\n");
  const from = Math.max(
    0,
    lines.findIndex((line) => /error|fail|could not/i.test(line)),
  );
  return lines
    .slice(from)
    .filter((line) => !/^\s+(at |')/.test(line))
    .slice(0, 15)
    .join("\n");
}

/** The exit code of a child that ends with its group as soon as `signal` says so. */
export function ended(child: ChildProcess, signal: AbortSignal): Promise<number> {
  const pid = child.pid;
  const born = pid === undefined ? null : bornAt(pid);
  return new Promise((done) => {
    const over = (code: number): void => {
      signal.removeEventListener("abort", stop);
      done(code);
    };
    // Its output may be held open by what left its group: it has ended, and nobody waits for them.
    const stop = (): void => {
      if (pid !== undefined && born !== null)
        void endProcess({ pid, born }, "SIGTERM", 3_000).then(() => over(child.exitCode ?? 1));
    };
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    child.once("error", () => over(1));
    child.once("close", (code) => over(code ?? 1));
  });
}
