/** The resident decoder: pocketsphinx_batch, kept running and fed (speech.md §4.6). */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SpeechError, type Word } from "./engine.ts";
import {
  type ModelFiles,
  parseCtmWord,
  type Programs,
  runProgram,
  startProgram,
  warpFlags,
  writeSamples,
} from "./pocketsphinx.ts";
import { openSoundPipe, type SoundPipe } from "./sound-pipe.ts";
import { makeTempFolder } from "./temp-folders.ts";
import { RATE } from "./vad.ts";

/** Measured best on two voices: 9.9 % WER at 0.09 xRT (speech.md §4.2). */
const TUNED = "-remove_silence no -topn 2 -lw 5.5 -wip 0.3 -maxhmmpf 5000".split(" ");

/** Sound that is decoded while it comes: when it ends, only the last moment is left to do. */
export type SoundStream = {
  /** Takes 16 kHz samples; never waits, never throws. */
  push(pcm: Int16Array): void;
  /** Words of all that was given, times from its first sample. Rejects when the decoder dies or is silent too long. */
  end(): Promise<Word[]>;
};

export type Decoder = {
  /** Times count from the first sample. Rejects when the decoder dies or is silent too long. */
  decode(pcm: Int16Array): Promise<Word[]>;
  /**
   * A whole piece is normalised by its own mean, one that is still being spoken by what this process heard
   * before: hence one voice per decoder, or a `sample` of the voice, which is decoded first, for nobody.
   */
  follow(sample?: Int16Array): SoundStream;
  readonly isDead: boolean;
  readonly pid: number | undefined;
  /** Kills the process and removes its folder. */
  close(): Promise<void>;
};
export type DecoderManner = { flags?: readonly string[]; niceness?: number };

type Job = {
  /** Words announced minus words received; both taps may be ahead of each other. */
  left: number;
  hasText: boolean;
  words: Word[];
  done: (words: Word[]) => void;
  fail: (error: Error) => void;
  timer?: NodeJS.Timeout;
};

/**
 * Starts a resident decoder: control lines go in and results come out over FIFOs, because
 * Node's pipes are sockets, which the program cannot open.
 */
export async function startDecoder(
  programs: Programs,
  files: ModelFiles,
  { flags = TUNED, niceness }: DecoderManner = {},
): Promise<Decoder> {
  const dir = await makeTempFolder(programs.tmpDir);
  const at = (name: string) => join(dir, name);
  const makeFifos = (...names: string[]) =>
    runProgram(programs, "mkfifo", ["-m", "600", ...names.map(at)]);
  await makeFifos("ctl", "hyp", "ctm");
  // O_RDWR: open() never waits for the other end, and no end of file comes before ours.
  const ctl = openSync(at("ctl"), constants.O_RDWR);
  const tap = (name: string) =>
    new Socket({
      fd: openSync(at(name), constants.O_RDWR | constants.O_NONBLOCK),
      readable: true,
      writable: false,
    });
  const taps = [tap("hyp"), tap("ctm")] as const;
  const pipes = new Set<SoundPipe>();
  let count = 0;
  let dead: Error | undefined;

  const answers = readAnswers(taps, (id) => void rm(at(`${id}.s16`), { force: true }));

  const child = startProgram(
    programs,
    "pocketsphinx_batch",
    [
      ...["-hmm", join(programs.modelDir, "en-us"), "-lm", files.lm, "-dict", files.dict],
      ...["-adcin", "yes", "-adchdr", "0", "-cepdir", dir, "-cepext", ".s16"],
      ...["-ctl", at("ctl"), "-hyp", at("hyp"), "-ctm", at("ctm"), "-logfn", at("log")],
      ...flags,
      ...warpFlags(files.warp),
    ],
    { stdout: "ignore", ...(niceness !== undefined && { niceness }) },
  );
  const gone = new Promise<void>((done) => {
    child.once("exit", () => {
      done();
    });
  });
  let stopped: Promise<void> | undefined;
  /** Whoever stops it again waits for the same end: its folder is gone when `close` answers. */
  const stop = (why: Error): Promise<void> => (stopped ??= end(why));
  const end = async (why: Error) => {
    dead = why;
    child.kill("SIGKILL");
    closeSync(ctl);
    for (const socket of taps) socket.destroy();
    for (const pipe of pipes) pipe.close();
    answers.fail(why);
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

  /** Its samples, or the FIFO for them, are there already: for a missing file there is no answer at all. */
  const ask = (id: string): Promise<Word[]> => {
    // Making the file takes a moment in which the process may end; `ctl` is then another file.
    if (dead !== undefined || child.exitCode !== null || child.signalCode !== null)
      return Promise.reject(dead ?? new SpeechError("engine_failed", "decoder ended"));
    const answer = answers.of(id);
    writeSync(ctl, `${id}\n`);
    return answer;
  };
  const expect = (id: string, samples: number) =>
    answers.expect(id, 30_000 + (3_000 * samples) / RATE, () => {
      void stop(new SpeechError("engine_timeout", "decoder is silent"));
    });
  const decode = async (pcm: Int16Array): Promise<Word[]> => {
    if (dead !== undefined) throw dead;
    const id = `u${count++}`;
    await writeSamples(at(`${id}.s16`), pcm);
    const answer = ask(id);
    expect(id, pcm.length);
    return answer;
  };

  return {
    get isDead() {
      return dead !== undefined;
    },
    get pid() {
      return child.pid;
    },
    close: () => stop(new SpeechError("engine_failed", "decoder was closed")),
    decode,
    follow(sample) {
      const early: Int16Array[] = [];
      let samples = sample?.length ?? 0;
      let pipe: SoundPipe | undefined;
      const open = async () => {
        const id = `u${count++}`;
        await makeFifos(`${id}.s16`);
        if (sample) {
          const first = `u${count++}`;
          await writeSamples(at(`${first}.s16`), sample);
          ask(first).catch(() => undefined);
        }
        const words = ask(id);
        words.catch(() => undefined); // whoever ends the stream is told
        pipe = openSoundPipe(at(`${id}.s16`));
        pipes.add(pipe);
        for (const pcm of early.splice(0)) pipe.push(pcm);
        return { id, words, pipe };
      };
      const opening = open();
      opening.catch(() => undefined); // the same
      return {
        push(pcm) {
          samples += pcm.length;
          if (pipe) pipe.push(pcm);
          else early.push(Int16Array.from(pcm));
        },
        async end() {
          const { id, words, pipe: sound } = await opening;
          expect(id, samples);
          sound.end();
          return words.finally(() => pipes.delete(sound));
        },
      };
    },
  };
}

type Answers = {
  /** Words of a piece, once all lines about it have come. */
  of: (id: string) => Promise<Word[]>;
  /** Told when nothing has come of a piece within `patienceMs` for each that is under way. */
  expect: (id: string, patienceMs: number, onLate: () => void) => void;
  fail: (why: Error) => void;
};

/** Puts together what comes out of the two taps: what was said, and one line for each word. */
function readAnswers(
  [hyp, ctm]: readonly [Socket, Socket],
  onAnswer: (id: string) => void,
): Answers {
  const jobs = new Map<string, Job>();
  const settle = (id: string, job: Job) => {
    if (!job.hasText || job.left !== 0) return;
    jobs.delete(id);
    clearTimeout(job.timer);
    onAnswer(id);
    job.done(job.words);
  };
  createInterface({ input: hyp }).on("line", (line) => {
    const match = /^(.*)\((\S+) -?\d+\)$/.exec(line);
    const [, text = "", id = ""] = match ?? [];
    const job = jobs.get(id);
    if (job === undefined) return;
    job.hasText = true;
    job.left += text.split(" ").filter(Boolean).length;
    settle(id, job);
  });
  createInterface({ input: ctm }).on("line", (line) => {
    const [id = ""] = line.split(" ", 1);
    const job = jobs.get(id);
    if (job === undefined) return;
    job.words.push(parseCtmWord(line));
    job.left--;
    settle(id, job);
  });
  return {
    of: (id) =>
      new Promise((done, fail) => jobs.set(id, { left: 0, hasText: false, words: [], done, fail })),
    expect(id, patienceMs, onLate) {
      const job = jobs.get(id);
      if (job) job.timer = setTimeout(onLate, patienceMs * jobs.size);
    },
    fail(why) {
      for (const job of jobs.values()) {
        clearTimeout(job.timer);
        job.fail(why);
      }
      jobs.clear();
    },
  };
}

/** Only ERROR lines: the rest of a decoder's log holds what people said. */
async function readErrors(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.startsWith("ERROR"));
  return lines.length === 0 ? "" : ` (${lines.slice(-2).join("; ").slice(0, 300)})`;
}
