import { randomBytes } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { inputGuard } from "./guard.ts";
import { runTool } from "./probe.ts";
import type { MediaTools } from "./tools.ts";
import { wavOf } from "./wav.ts";

const PROGRAMS = ["ffmpeg", "ffprobe", "bwrap", "setpriv", "prlimit", "unshare", "nice"] as const;
type Program = (typeof PROGRAMS)[number];
type Found = Record<Program, string>;
type Level = MediaTools["level"];

/** Without these a level cannot be tried; level 0 takes what there is. */
const NEEDS: Record<Level, Program[]> = {
  2: ["bwrap", "setpriv", "prlimit", "nice"],
  1: ["unshare", "setpriv", "prlimit", "nice"],
  0: [],
};

const SANDBOX = new URL("./sandbox.sh", import.meta.url);
const TEST_TIMEOUT_MS = 15_000;

export type DetectIsolation = {
  /** Folder of this installation for the two wrappers; made if absent. Never inside the repository. */
  binDir: string;
  /** Folder that holds every job folder; made if absent. */
  jobsRoot: string;
  /** `MEDIA_ISOLATION=0`: run without a namespace where none is possible. */
  isUnisolatedAllowed: boolean;
  /** Absolute paths where the programs are not on PATH. */
  programs?: Partial<Found>;
};

/**
 * Finds the best isolation of this machine and installs sandbox-ffmpeg and sandbox-ffprobe for it. A level
 * counts only after a playlist named like a film failed to reach a file and a port (reliability §4.4).
 * Call it once per process, from the main thread; without ffmpeg call it again later.
 */
export async function detectIsolation(options: DetectIsolation): Promise<MediaTools> {
  const { binDir, isUnisolatedAllowed } = options;
  await Promise.all([
    mkdir(binDir, { recursive: true }),
    mkdir(options.jobsRoot, { recursive: true }),
  ]);
  const jobsRoot = await realpath(options.jobsRoot);
  const found = { ...(await findPrograms()), ...options.programs };
  const none = { level: 0, ffmpeg: "", ffprobe: "", isUsable: false, version: "" } as const;
  if (!found.ffmpeg || !found.ffprobe)
    return { ...none, hasFfmpeg: false, reason: "ffmpeg is not installed" };

  const refusals: string[] = [];
  for (const level of [2, 1, 0] as const) {
    const missing = NEEDS[level].filter((program) => !found[program]);
    if (missing.length > 0) {
      refusals.push(`level ${level}: ${missing.join(", ")} not installed`);
      continue;
    }
    const wrapped = await install(binDir, level, jobsRoot, found);
    const trial = await tryLevel(level, jobsRoot, wrapped.ffmpeg);
    if (trial.refusal !== null) {
      refusals.push(`level ${level}: ${trial.refusal}`);
      continue;
    }
    const isUsable = level > 0 || isUnisolatedAllowed;
    if (!isUsable) refusals.push("level 0 is not allowed");
    return {
      level,
      ...wrapped,
      hasFfmpeg: true,
      isUsable,
      version: trial.version,
      reason: refusals.join("; "),
    };
  }
  return { ...none, hasFfmpeg: true, reason: refusals.join("; ") };
}

async function findPrograms(): Promise<Found> {
  const script =
    'for name in "$@"; do printf "%s=%s\\n" "$name" "$(command -v "$name" || :)"; done';
  const { stdout } = await runTool("/bin/sh", ["-c", script, "sh", ...PROGRAMS], {
    cwd: "/",
    timeoutMs: TEST_TIMEOUT_MS,
  });
  const paths = new Map(
    stdout
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const path = async (program: Program) => {
    const hit = paths.get(program) ?? "";
    return hit.startsWith("/") ? await realDirectory(hit) : "";
  };
  const [ffmpeg, ffprobe, bwrap, setpriv, prlimit, unshare, nice] = await Promise.all(
    PROGRAMS.map(path),
  );
  return {
    ...{ ffmpeg: ffmpeg ?? "", ffprobe: ffprobe ?? "", bwrap: bwrap ?? "", setpriv: setpriv ?? "" },
    ...{ prlimit: prlimit ?? "", unshare: unshare ?? "", nice: nice ?? "" },
  };
}

/** Links resolved: inside the sandbox only the folder of the program itself is there. A link to another name (busybox) stays. */
async function realDirectory(path: string): Promise<string> {
  const real = await realpath(path);
  return basename(real) === basename(path) ? real : path;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

async function install(binDir: string, level: Level, jobsRoot: string, found: Found) {
  const body = (await readFile(SANDBOX, "utf8")).replace(/^#!.*\n/, "");
  const settings = { MEDIA_LEVEL: String(level), MEDIA_JOBS: jobsRoot };
  const paths = Object.fromEntries(
    PROGRAMS.map((program) => [program.toUpperCase(), found[program]]),
  );
  const head = Object.entries({ ...settings, ...paths }).map(
    ([name, value]) => `${name}=${quote(value)}`,
  );
  const script = ["#!/bin/sh", ...head, body].join("\n");
  const put = async (name: string) => {
    const path = join(binDir, name);
    const fresh = `${path}.${randomBytes(6).toString("hex")}`;
    await writeFile(fresh, script);
    await chmod(fresh, 0o755);
    await rename(fresh, path); // another process may be starting this one
    return path;
  };
  return { ffmpeg: await put("sandbox-ffmpeg"), ffprobe: await put("sandbox-ffprobe") };
}

/** A tenth of a second of s16le mono, loud enough to be told from silence. */
const tinyWav = (): Buffer => wavOf(new Int16Array(800).fill(0x2a2a), 8000);

/**
 * The start test: a plain file must convert, and the playlist must reach neither canary. At level 2 the
 * canary file must not even exist for a command that names it.
 */
async function tryLevel(
  level: Level,
  jobsRoot: string,
  ffmpeg: string,
): Promise<{ refusal: string | null; version: string }> {
  const jobDir = await mkdtemp(join(jobsRoot, "start-test-"));
  const elsewhere = await mkdtemp(join(jobsRoot, "start-canary-"));
  const port = await openCanaryPort();
  const run = (...args: string[]) =>
    runTool(ffmpeg, args, { cwd: jobDir, timeoutMs: TEST_TIMEOUT_MS });
  const convert = (name: string, ...input: string[]) =>
    run("-nostdin", "-v", "error", ...input, "-t", "1", "-f", "s16le", `file:${name}`);
  const wrote = async (...names: string[]) =>
    (await Promise.all(names.map((name) => stat(join(jobDir, name)).catch(() => null)))).some(
      (file) => (file?.size ?? 0) > 0,
    );
  try {
    await writeFile(join(jobDir, "plain.wav"), tinyWav());
    const wav = [
      "-f",
      "wav",
      "-i",
      "file:plain.wav",
      "-c:a",
      "aac",
      "-f",
      "mp4",
      "file:canary.m4a",
    ];
    const [about, plain] = await Promise.all([
      run("-version"),
      run("-nostdin", "-v", "error", ...inputGuard("wav"), ...wav),
    ]);
    const version = /^ffmpeg version (\S+)/.exec(about.stdout)?.[1] ?? "";
    if (plain.code !== 0 || !(await wrote("canary.m4a"))) {
      const [why = ""] = (plain.stderrTail || about.stderrTail).split("\n");
      return { refusal: `does not run here (${why.slice(0, 200)})`, version };
    }
    const canary = join(elsewhere, "canary.m4a");
    await rename(join(jobDir, "canary.m4a"), canary);
    await writeFile(join(jobDir, "film.mp4"), playlist(canary, port.number));

    await convert("pinned.pcm", ...inputGuard("mov"), "-f", "mov", "-i", "file:film.mp4");
    if ((await wrote("pinned.pcm")) || port.isTouched())
      return { refusal: "a playlist reached another file", version };
    if (level === 0) return { refusal: null, version };
    await Promise.all([
      convert(
        "open.pcm",
        "-protocol_whitelist",
        "file,http,tcp,crypto,data",
        "-i",
        "file:film.mp4",
      ),
      convert("named.pcm", "-i", `file:${canary}`),
      convert("port.pcm", "-i", `tcp://127.0.0.1:${port.number}?timeout=2000000`),
    ]);
    if (port.isTouched()) return { refusal: "the network is reachable", version };
    if (level === 2 && (await wrote("open.pcm", "named.pcm")))
      return { refusal: "other files are reachable", version };
    return { refusal: null, version };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : "does not run here", version: "" };
  } finally {
    port.close();
    await Promise.all([jobDir, elsewhere].map((dir) => rm(dir, { recursive: true, force: true })));
  }
}

const playlist = (file: string, port: number) =>
  [
    ...["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:1", "#EXTINF:0.1,", `file://${file}`],
    ...["#EXTINF:0.1,", `http://127.0.0.1:${port}/canary.ts`, "#EXT-X-ENDLIST", ""],
  ].join("\n");

async function openCanaryPort() {
  let isTouched = false;
  const server = createServer((socket) => {
    isTouched = true;
    socket.on("error", () => undefined).destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const number = address !== null && typeof address === "object" ? address.port : 0;
  return { number, isTouched: () => isTouched, close: () => server.close() };
}
