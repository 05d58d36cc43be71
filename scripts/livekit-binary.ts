import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, closeSync, constants, mkdirSync, mkdtempSync, openSync } from "node:fs";
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { hold } from "./lock.ts";
import { sendGroup } from "./processes.ts";

/** Pinned: 1.14 and later may not build by `go install` (live §3.1). */
export const LIVEKIT_VERSION = "1.13.5";

/** A media server that runs here. `version` as it says itself; null where it says none. */
export type Binary = { file: string; version: string | null };
export type Release = { url: string; sha256: string };
export type Go = { file: string };
/** Why there is none, as the part `livekit` tells it. */
export type NoBinary = "no_binary" | "build_failed" | "wrong_hash";

export class LivekitMissing extends Error {
  override name = "LivekitMissing";
  readonly reason: NoBinary;
  constructor(reason: NoBinary, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** SHA-256 as in the release's checksums.txt. No hash here, no download. */
const ARCHIVES: Record<string, [name: string, sha256: string]> = {
  "linux-x64": ["amd64", "c020fac437b7cc9b776eef1ad5ea8af77be9acfa07602eca20a3a44930dfbc70"],
  "linux-arm64": ["arm64", "332015305518765fe05bad74fc3a9d9583e635e7dd130de3c4fc563d69c550f3"],
};
const MODULE = `github.com/livekit/livekit-server/cmd/server@v${LIVEKIT_VERSION}`;
const DOWNLOAD_MS = 120_000;
const ANSWER_MS = 10_000;
const BUILD_MS = 20 * 60_000;

const run = promisify(execFile);
const folderOf = (cacheDir: string): string => join(cacheDir, "livekit");
export const cachedFile = (cacheDir: string): string =>
  join(folderOf(cacheDir), `livekit-server-${LIVEKIT_VERSION}`);

/**
 * The media server at hand: the one given by LIVEKIT_SERVER_BIN, else on PATH, else in the cache.
 * @throws Error when the given one does not run: it is never replaced
 */
export async function findBinary(
  cacheDir: string,
  given = process.env["LIVEKIT_SERVER_BIN"],
  searchPath = process.env["PATH"] ?? "",
): Promise<Binary | null> {
  if (given) {
    const found = await asked(given);
    if (found) return found;
    throw new Error(`LIVEKIT_SERVER_BIN names ${given}, which does not run.`);
  }
  const onPath = fileOnPath("livekit-server", searchPath);
  return (onPath === null ? null : await asked(onPath)) ?? (await asked(cachedFile(cacheDir)));
}

async function asked(file: string): Promise<Binary | null> {
  try {
    const { stdout } = await run(file, ["--version"], { timeout: 20_000 });
    return { file, version: /(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null };
  } catch {
    return null;
  }
}

function fileOnPath(program: string, searchPath: string): string | null {
  const files = searchPath.split(delimiter).map((folder) => join(folder || ".", program));
  return files.find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The release for this machine, or null where we know no hash. */
export function releaseFor(
  platform: string = process.platform,
  arch = process.arch,
): Release | null {
  const [name, sha256] = ARCHIVES[`${platform}-${arch}`] ?? [];
  if (name === undefined || sha256 === undefined) return null;
  const base = "https://github.com/livekit/livekit/releases/download";
  return {
    url: `${base}/v${LIVEKIT_VERSION}/livekit_${LIVEKIT_VERSION}_linux_${name}.tar.gz`,
    sha256,
  };
}

/** A Go that can build the server: 1.26, or 1.24 and later that may fetch a newer one. */
export async function findGo(searchPath = process.env["PATH"] ?? ""): Promise<Go | null> {
  const file = fileOnPath("go", searchPath);
  if (file === null) return null;
  try {
    const { stdout } = await run(file, ["env", "GOVERSION", "GOTOOLCHAIN"], { cwd: "/" });
    const [version = "", toolchain = ""] = stdout.split("\n");
    return canBuild(version, toolchain) ? { file } : null;
  } catch {
    return null;
  }
}

/** @param version such as `go1.26.8` @param toolchain what GOTOOLCHAIN is; `local` forbids a newer one */
export function canBuild(version: string, toolchain: string): boolean {
  const minor = Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0);
  return minor >= 26 || (minor >= 24 && toolchain !== "local");
}

export type Ways = { release: Release | null; go: Go | null };
export const findWays = async (): Promise<Ways> => ({ release: releaseFor(), go: await findGo() });

/**
 * Brings the server into the cache, by the checked release or else by Go, one process of this machine at a time.
 * @param isAwaited somebody waits for it: Go need not be gentle
 * @throws LivekitMissing when no way leads there; the signal's reason when it was aborted
 */
export async function bringBinary(
  cacheDir: string,
  ways: Ways,
  signal: AbortSignal,
  isAwaited = false,
): Promise<Binary> {
  const folder = folderOf(cacheDir);
  mkdirSync(folder, { recursive: true });
  const lock = await hold(`livekit ${folder}`, () => undefined, signal);
  try {
    const known = await asked(cachedFile(cacheDir)); // another process was quicker
    if (known) return known;
    await clearBuilds(folder);
    if (ways.release && (await download(folder, cachedFile(cacheDir), ways.release, signal)))
      return await checked(cacheDir);
    signal.throwIfAborted();
    if (!ways.go)
      throw new LivekitMissing(
        "no_binary",
        `There is no livekit-server, its release cannot be fetched from here, and there is no Go 1.26 to build it.`,
      );
    await build(folder, cachedFile(cacheDir), ways.go, signal, isAwaited);
    return await checked(cacheDir);
  } finally {
    lock.release();
  }
}

async function checked(cacheDir: string): Promise<Binary> {
  const found = await asked(cachedFile(cacheDir));
  if (found?.version === LIVEKIT_VERSION) return found;
  await rm(cachedFile(cacheDir), { force: true });
  throw new LivekitMissing("build_failed", "The livekit-server that was made does not run here.");
}

/** What a killed build left: the lock says that nobody is at it. */
async function clearBuilds(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(".new-")) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * @returns false where the release cannot be fetched from here
 * @throws LivekitMissing when what came is not what was released: nothing else is tried then
 */
async function download(
  folder: string,
  to: string,
  { url, sha256 }: Release,
  signal: AbortSignal,
): Promise<boolean> {
  const bytes = await fetchWhole(url, signal);
  if (bytes === null) return false;
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new LivekitMissing(
      "wrong_hash",
      `${url} is not the file that was released: its SHA-256 differs. It was not used.`,
    );
  const fresh = mkdtempSync(join(folder, ".new-"));
  try {
    await writeFile(join(fresh, "release.tar.gz"), bytes);
    await run("tar", ["-xzf", "release.tar.gz", "livekit-server"], { cwd: fresh });
    await chmod(join(fresh, "livekit-server"), 0o755);
    await rename(join(fresh, "livekit-server"), to);
    return true;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function fetchWhole(url: string, signal: AbortSignal): Promise<Buffer | null> {
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), ANSWER_MS);
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, slow.signal, AbortSignal.timeout(DOWNLOAD_MS)]),
    });
    clearTimeout(timer);
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A command line that runs what follows it at low priority, in a group of its own; a scheduler that shares by session is
 * told so as well.
 */
const gently = (nice: number): string[] => [
  "-c",
  `{ echo ${nice} > /proc/self/autogroup; } 2>/dev/null; exec nice -n ${nice} "$@"`,
  "sh",
];

/** `go install` of the pinned version: 90 s on two cores that have nothing else to do. */
async function build(
  folder: string,
  to: string,
  go: Go,
  signal: AbortSignal,
  isAwaited: boolean,
): Promise<void> {
  const fresh = mkdtempSync(join(folder, ".new-"));
  const said = join(folder, "build.log");
  try {
    const code = await goInstall(go, fresh, said, signal, isAwaited);
    signal.throwIfAborted();
    if (code !== 0) {
      const last = (await readFile(said, "utf8")).trim().split("\n").slice(-3).join(" ");
      throw new LivekitMissing("build_failed", `livekit-server could not be built: ${last}`);
    }
    await rename(join(fresh, "server"), to);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function goInstall(
  go: Go,
  into: string,
  said: string,
  signal: AbortSignal,
  isAwaited: boolean,
): Promise<number> {
  const log = openSync(said, "w");
  const child = spawn("/bin/sh", [...gently(isAwaited ? 0 : 15), go.file, "install", MODULE], {
    cwd: into,
    env: { ...process.env, CGO_ENABLED: "0", GOBIN: into, GOWORK: "off" },
    stdio: ["ignore", log, log],
    detached: true,
  });
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) sendGroup(child.pid, "SIGKILL");
  };
  const over = AbortSignal.any([signal, AbortSignal.timeout(BUILD_MS)]);
  over.addEventListener("abort", end);
  process.once("exit", end);
  return new Promise((done) => {
    const settle = (code: number): void => {
      over.removeEventListener("abort", end);
      process.removeListener("exit", end);
      closeSync(log);
      done(code);
    };
    child.once("error", () => settle(1));
    child.once("exit", (code) => settle(code ?? 1));
    if (over.aborted) end();
  });
}
