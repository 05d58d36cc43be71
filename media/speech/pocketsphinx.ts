/**
 * Every process of the room except sherpa's: finding the programs and running one (speech.md §4.5).
 * Programs run at nice 5 or higher, see an empty environment, read only files written here, and die
 * with this process where `setpriv` exists.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { SpeechError, type Word } from "./engine.ts";

export const MODEL_DIR = "/usr/share/pocketsphinx/model/en-us";
const NICE = 5;

/** Where the filters of the acoustic model end, and half the sampling rate less the width of a point, Hz. */
const MODEL_HZ = 6_800;
const HIGHEST_HZ = 7_984;

/** Frequency warp of the front end, for a speaker's vocal tract; see voice-warp.ts. */
export function warpFlags(warp = 1): string[] {
  if (warp === 1) return [];
  const upper = Math.min(MODEL_HZ, Math.floor(HIGHEST_HZ / warp)); // a filter past half the rate is refused
  return ["-warp_params", String(warp), ...(upper < MODEL_HZ ? ["-upperf", String(upper)] : [])];
}

const OPTIONAL = ["setpriv", "nice"] as const;
const REQUIRED = ["pocketsphinx_batch", "t2p", "flite", "mkfifo"] as const;
type Program = (typeof OPTIONAL)[number] | (typeof REQUIRED)[number];

/** Absolute paths of what was found, the acoustic model's folder, and the folder for temporary files. */
export type Programs = {
  paths: Partial<Record<Program, string>>;
  modelDir: string;
  tmpDir: string;
};

/** Looks along `searchPath` (a PATH); `missing` names programs and model files, required ones only. */
export async function findPrograms(where: {
  searchPath: string;
  modelDir?: string;
  tmpDir: string;
}): Promise<{ programs: Programs; missing: string[] }> {
  const paths: Programs["paths"] = {};
  for (const name of [...OPTIONAL, ...REQUIRED]) {
    const path = await findExecutable(where.searchPath, name);
    if (path !== undefined) paths[name] = path;
  }
  const missing: string[] = REQUIRED.filter((name) => paths[name] === undefined);
  const modelDir = where.modelDir ?? MODEL_DIR;
  for (const file of ["en-us/mdef", "en-us.lm.bin", "cmudict-en-us.dict"]) {
    const isThere = await access(join(modelDir, file)).then(
      () => true,
      () => false,
    );
    if (!isThere) missing.push(file);
  }
  return { programs: { paths, modelDir, tmpDir: where.tmpDir }, missing };
}

async function findExecutable(searchPath: string, name: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder: the next one may have it.
    }
  }
  return undefined;
}

/** Starts a program that stays. `niceness` 5 unless told: live sound is recorded before it is read. */
export function startProgram(
  programs: Programs,
  name: Program,
  args: readonly string[],
  more: { cwd?: string; stdout: "pipe" | "ignore"; niceness?: number },
): ChildProcess {
  const { setpriv, nice } = programs.paths;
  const path = programs.paths[name];
  if (path === undefined) throw new SpeechError("engine_missing", `program not found: ${name}`);
  const line = [
    ...(setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"]),
    ...(nice === undefined ? [] : [nice, "-n", String(more.niceness ?? NICE)]),
    path,
    ...args,
  ];
  const [command = path, ...rest] = line;
  return spawn(command, rest, {
    ...(more.cwd === undefined ? {} : { cwd: more.cwd }),
    env: { LC_ALL: "C", NODE_ENV: "production" },
    stdio: ["ignore", more.stdout, "ignore"],
  });
}

/** Runs a program to its end and answers its output. Aborting or passing the time limit kills it. */
export async function runProgram(
  programs: Programs,
  name: Program,
  args: readonly string[],
  more: { cwd?: string; signal?: AbortSignal; timeoutMs?: number; niceness?: number } = {},
): Promise<Buffer> {
  more.signal?.throwIfAborted();
  const child = startProgram(programs, name, args, { ...more, stdout: "pipe" });
  return new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = [];
    const limit = setTimeout(() => {
      end(new SpeechError("engine_timeout", `${name} took too long`));
    }, more.timeoutMs ?? 60_000);
    const onAbort = () => {
      end(more.signal?.reason);
    };
    const end = (reason: unknown) => {
      clearTimeout(limit);
      more.signal?.removeEventListener("abort", onAbort);
      child.kill("SIGKILL");
      fail(reason instanceof Error ? reason : new Error("aborted"));
    };
    more.signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (cause) => {
      end(new SpeechError("engine_failed", `${name} did not start`, { cause }));
    });
    child.on("close", (code, signal) => {
      if (code !== 0) {
        end(new SpeechError("engine_failed", `${name} ended: ${code ?? signal ?? "?"}`));
        return;
      }
      clearTimeout(limit);
      more.signal?.removeEventListener("abort", onAbort);
      done(Buffer.concat(chunks));
    });
  });
}

/**
 * Files of one dictionary version: a word must be in both. `warp` fits the front end to a speaker.
 */
export type ModelFiles = { lm: string; dict: string; warp?: number };

export async function writeSamples(path: string, pcm: Int16Array): Promise<void> {
  await writeFile(path, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
}

/** "u12 1 0.51 0.18 yeah(2) 1.0002": id, channel, start s, length s, word, confidence. */
export function parseCtmWord(line: string): Word {
  const [, , start = "0", length = "0", text = "", confidence = "0"] = line.split(" ");
  return {
    text: text.replace(/\(\d+\)$/, ""),
    startMs: Math.round(Number(start) * 1000),
    endMs: Math.round((Number(start) + Number(length)) * 1000),
    confidence: Math.min(1, Math.max(0, Number(confidence))),
  };
}
