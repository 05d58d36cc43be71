import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, existsSync, renameSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { readJson } from "./folders.ts";

// Built-ins only: it runs beside the install of the npm packages.

export type Package = { name: string; programs?: string[]; files?: string[] };

/** Debian's packages in the order they are needed: a call can be heard before it can be read. */
const GROUPS: Package[][] = [
  [
    { name: "ffmpeg", programs: ["ffmpeg", "ffprobe"] },
    { name: "flite", programs: ["flite"] },
    { name: "bubblewrap", programs: ["bwrap"] },
  ],
  [
    { name: "pocketsphinx", programs: ["pocketsphinx_batch"] },
    { name: "pocketsphinx-en-us", files: ["/usr/share/pocketsphinx/model/en-us/en-us"] },
  ],
  [
    {
      name: "fonts-ipaexfont-gothic",
      files: ["/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf"],
    },
  ],
];
/** Chromium without its windows, which is what Playwright itself drives where nobody looks. */
export const CHROMIUM: Package = {
  name: "chromium-headless-shell",
  programs: ["chromium-headless-shell"],
};

/** With its windows: a line that was cut by the debugger comes back in this one alone (measured with both at 156). */
export const WHOLE_CHROMIUM: Package = { name: "chromium", programs: ["chromium"] };

/** The browser of tests and benches: the one that is given, else Debian's, else null. */
export const chromiumOnPath = (): string | null =>
  process.env["CHROMIUM"] ??
  [CHROMIUM.name, WHOLE_CHROMIUM.name].filter(isOnPath).map((name) => `/usr/bin/${name}`)[0] ??
  null;

/** What the file and the row `packages` of part_state say. `fix` is a command for a person, empty when nothing is missing. */
export type Packages = { state: "preparing" | "on" | "off"; missing: string[]; fix: string };

export const packagesFile = (dataDir: string): string => join(dataDir, "run/packages.state");

export function readPackages(file: string): Packages | null {
  const value = readJson(file);
  if (
    typeof value !== "object" ||
    value === null ||
    !("state" in value && "missing" in value && "fix" in value)
  )
    return null;
  const { state, missing, fix } = value;
  if (!Array.isArray(missing) || typeof fix !== "string") return null;
  if (state !== "preparing" && state !== "on" && state !== "off") return null;
  return { state, missing: missing.map(String), fix };
}

/** The Debian packages whose programs are not found on PATH. */
export function missingPackages(extra: Package[] = []): string[] {
  return [...GROUPS.flat(), ...extra].filter((item) => !isThere(item)).map((item) => item.name);
}

const isThere = ({ programs = [], files = [] }: Package): boolean =>
  programs.every(isOnPath) && files.every((file) => existsSync(file));

export function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder || ".", program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The command that brings what is missing, for a person to run. */
export function fixFor(missing: string[]): string {
  if (missing.length === 0) return "";
  if (!isOnPath("apt-get"))
    return `install ${missing.join(", ")} with your system's package manager`;
  return `${process.getuid?.() === 0 ? "" : "sudo "}apt-get install -y --no-install-recommends ${missing.join(" ")}`;
}

export const mayInstall = (): boolean => process.getuid?.() === 0 && isOnPath("apt-get");

/**
 * Installs what is missing by apt, group by group. Without root it changes nothing.
 * On abort a download is cut at once; dpkg, which must not be cut, finishes the group it is at.
 * @param onChange is told whenever something arrived, and at the end
 */
export async function preparePackages(
  extra: Package[],
  onChange: (packages: Packages) => void,
  signal: AbortSignal,
): Promise<Packages> {
  const report = (isRunning: boolean): Packages => {
    const missing = missingPackages(extra);
    const state = missing.length === 0 ? "on" : isRunning ? "preparing" : "off";
    const packages: Packages = { state, missing, fix: fixFor(missing) };
    onChange(packages);
    return packages;
  };
  if (!mayInstall()) return report(false);
  for (const group of [...GROUPS, extra]) {
    const names = group.filter((item) => !isThere(item)).map((item) => item.name);
    if (names.length === 0 || signal.aborted) continue;
    report(true);
    await installGroup(names, signal);
  }
  return report(false);
}

async function installGroup(names: string[], signal: AbortSignal): Promise<void> {
  const options = [
    "-y",
    "-q",
    "--no-install-recommends",
    "-o",
    "DPkg::Lock::Timeout=300",
    "-o",
    "Dpkg::Use-Pty=0",
    "-o",
    "Acquire::Retries=2",
  ];
  const download = ["install", ...options, "--download-only", ...names];
  const isOver = (): boolean => signal.aborted;
  for (let tries = 0; tries < 3; tries++) {
    if ((await apt(download, signal)).code === 0) break;
    if (isOver()) return;
    if (tries > 0) await sleep(3_000, undefined, { signal }).catch(() => undefined); // another apt may hold the lists
    await apt(["update", "-q"], signal); // no lists yet, or lists that are too old
    if (isOver()) return;
  }
  const unpack = ["install", ...options, ...names];
  const { code, output } = await apt(unpack);
  if (code !== 0 && /dpkg --configure -a/.test(output)) {
    await finish(spawn("dpkg", ["--configure", "-a"], { stdio: "ignore", env: quiet() }));
    await apt(unpack);
  }
}

const quiet = (): NodeJS.ProcessEnv => ({
  ...process.env,
  DEBIAN_FRONTEND: "noninteractive",
  LC_ALL: "C",
});

async function apt(
  args: string[],
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  const child = spawn("apt-get", args, { stdio: ["ignore", "pipe", "pipe"], env: quiet() });
  const stop = (): void => void child.kill("SIGTERM");
  signal?.addEventListener("abort", stop);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8_000)));
  const code = await finish(child);
  signal?.removeEventListener("abort", stop);
  return { code, output };
}

function finish(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.once("error", () => done(1));
    child.once("close", (code) => done(code ?? 1));
  });
}

/** `node scripts/packages.ts <state file>`: what `npm start` runs beside everything else. */
async function main(file: string): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => stop.abort());
  const began = Date.now();
  let told = 0;
  const last = await preparePackages(
    [],
    (packages) => {
      writeFileSync(`${file}.new`, JSON.stringify(packages));
      renameSync(`${file}.new`, file);
      if (packages.state === "preparing" && told++ === 0)
        console.log(`Preparing Debian's ${packages.missing.join(", ")} by apt, beside the start.`);
    },
    stop.signal,
  );
  if (told > 0 && last.state === "on")
    console.log(`Debian's packages are ready (${Math.round((Date.now() - began) / 1000)} s).`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(process.argv[2] ?? "packages.state");
