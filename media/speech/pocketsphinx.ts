/**
 * Every process of the room except sherpa's: finding the programs, running one, and the resident
 * decoder (speech.md §4.5, §4.6). Programs run at nice 5, see an empty environment, read only files
 * written here, and die with this process where `setpriv` exists.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { access, readFile, rm, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { RATE } from "./vad.ts";
import { SpeechError, type Word } from "./engine.ts";
import { makeTempFolder } from "./temp-folders.ts";

export const MODEL_DIR = "/usr/share/pocketsphinx/model/en-us";
/** Measured best on two voices: 9.9 % WER at 0.09 xRT (speech.md §4.2). */
const TUNED = "-remove_silence no -topn 2 -lw 5.5 -wip 0.3 -maxhmmpf 5000".split(" ");

/** Frequency warp of the front end, for a speaker's vocal tract; see voice-warp.ts. */
export function warpFlags(warp = 1): string[] {
  return warp === 1 ? [] : ["-warp_params", String(warp)];
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

function start(
  programs: Programs,
  name: Program,
  args: readonly string[],
  more: { cwd?: string; stdout: "pipe" | "ignore" },
): ChildProcess {
  const { setpriv, nice } = programs.paths;
  const path = programs.paths[name];
  if (path === undefined) throw new SpeechError("engine_missing", `program not found: ${name}`);
  const line = [
    ...(setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"]),
    ...(nice === undefined ? [] : [nice, "-n", "5"]),
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
  more: { cwd?: string; signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Buffer> {
  more.signal?.throwIfAborted();
  const child = start(programs, name, args, { ...more, stdout: "pipe" });
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

export type Decoder = {
  /** Times count from the first sample. Rejects when the decoder dies or is silent too long. */
  decode(pcm: Int16Array): Promise<Word[]>;
  readonly isDead: boolean;
  readonly pid: number | undefined;
  /** Kills the process and removes its folder. */
  close(): Promise<void>;
};

type Job = {
  /** Words announced minus words received; both taps may be ahead of each other. */
  left: number;
  hasText: boolean;
  words: Word[];
  done: (words: Word[]) => void;
  fail: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/**
 * Starts a resident decoder: control lines go in and results come out over FIFOs, because
 * Node's pipes are sockets, which the program cannot open.
 */
export async function startDecoder(
  programs: Programs,
  files: ModelFiles,
  flags: readonly string[] = TUNED,
): Promise<Decoder> {
  const dir = await makeTempFolder(programs.tmpDir);
  const at = (name: string) => join(dir, name);
  await runProgram(programs, "mkfifo", ["-m", "600", at("ctl"), at("hyp"), at("ctm")]);
  // O_RDWR: open() never waits for the other end, and no end of file comes before ours.
  const ctl = openSync(at("ctl"), constants.O_RDWR);
  const tap = (name: string) =>
    new Socket({
      fd: openSync(at(name), constants.O_RDWR | constants.O_NONBLOCK),
      readable: true,
      writable: false,
    });
  const taps = [tap("hyp"), tap("ctm")] as const;
  const jobs = new Map<string, Job>();
  let count = 0;
  let dead: Error | undefined;

  const settle = (id: string, job: Job) => {
    if (!job.hasText || job.left !== 0) return;
    jobs.delete(id);
    clearTimeout(job.timer);
    void rm(at(`${id}.s16`), { force: true });
    job.done(job.words);
  };
  createInterface({ input: taps[0] }).on("line", (line) => {
    const match = /^(.*)\((\S+) -?\d+\)$/.exec(line);
    const [, text = "", id = ""] = match ?? [];
    const job = jobs.get(id);
    if (job === undefined) return;
    job.hasText = true;
    job.left += text.split(" ").filter(Boolean).length;
    settle(id, job);
  });
  createInterface({ input: taps[1] }).on("line", (line) => {
    const [id = ""] = line.split(" ", 1);
    const job = jobs.get(id);
    if (job === undefined) return;
    job.words.push(parseCtmWord(line));
    job.left--;
    settle(id, job);
  });

  const child = start(
    programs,
    "pocketsphinx_batch",
    [
      ...["-hmm", join(programs.modelDir, "en-us"), "-lm", files.lm, "-dict", files.dict],
      ...["-adcin", "yes", "-adchdr", "0", "-cepdir", dir, "-cepext", ".s16"],
      ...["-ctl", at("ctl"), "-hyp", at("hyp"), "-ctm", at("ctm"), "-logfn", at("log")],
      ...flags,
      ...warpFlags(files.warp),
    ],
    { stdout: "ignore" },
  );
  const gone = new Promise<void>((done) => {
    child.once("exit", () => {
      done();
    });
  });
  const stop = async (why: Error) => {
    if (dead !== undefined) return;
    dead = why;
    child.kill("SIGKILL");
    closeSync(ctl);
    for (const socket of taps) socket.destroy();
    for (const job of jobs.values()) {
      clearTimeout(job.timer);
      job.fail(why);
    }
    jobs.clear();
    if (child.pid !== undefined) await gone;
    await rm(dir, { recursive: true, force: true });
  };
  child.on("error", (cause) => {
    void stop(new SpeechError("engine_failed", "decoder did not start", { cause }));
  });
  child.on("exit", (code, signal) => {
    void readErrors(at("log")).then((errors) =>
      stop(new SpeechError("engine_failed", `decoder ended: ${code ?? signal ?? "?"}${errors}`)),
    );
  });

  return {
    get isDead() {
      return dead !== undefined;
    },
    get pid() {
      return child.pid;
    },
    close: () => stop(new SpeechError("engine_failed", "decoder was closed")),
    async decode(pcm) {
      if (dead !== undefined) throw dead;
      const id = `u${count++}`;
      // Before the control line: for a missing file there is no answer at all.
      await writeSamples(at(`${id}.s16`), pcm);
      return new Promise((done, fail) => {
        // The file write takes a moment in which the process may end; `ctl` is then another file.
        if (dead !== undefined || child.exitCode !== null || child.signalCode !== null) {
          fail(dead ?? new SpeechError("engine_failed", "decoder ended"));
          return;
        }
        const patience = (30_000 + (3_000 * pcm.length) / RATE) * (jobs.size + 1);
        const timer = setTimeout(() => {
          void stop(new SpeechError("engine_timeout", "decoder is silent"));
        }, patience);
        jobs.set(id, { left: 0, hasText: false, words: [], done, fail, timer });
        writeSync(ctl, `${id}\n`);
      });
    },
  };
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

export async function writeSamples(path: string, pcm: Int16Array): Promise<void> {
  await writeFile(path, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
}

/** Only ERROR lines: the rest of a decoder's log holds what people said. */
async function readErrors(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.startsWith("ERROR"));
  return lines.length === 0 ? "" : ` (${lines.slice(-2).join("; ").slice(0, 300)})`;
}
