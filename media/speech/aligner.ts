import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  grammar,
  isAccepted,
  keepPronounceable,
  placeWords,
  type Spoken,
  spokenTokens,
  wordsOf,
} from "./align.ts";
import type { BiasTerm, Word } from "./engine.ts";
import { pronounceWords } from "./model-files.ts";
import {
  parseCtmWord,
  type Programs,
  runProgram,
  warpFlags,
  writeSamples,
} from "./pocketsphinx.ts";
import { makeTempFolder } from "./temp-folders.ts";

/** A text and the sound it should be: at most about 20 s. Times come back from `startMs` on. */
export type Alignable = { id: string; startMs: number; pcm: Int16Array; text: string };

export type Aligner = {
  /**
   * Times of the written words of each text, by id, in ms on the clock of `startMs`. A text that is
   * not what was said, or not English, is missing from the answer. 0.013 xRT, median error 9 ms.
   */
  align(
    items: readonly Alignable[],
    options: { bias: readonly BiasTerm[]; signal: AbortSignal },
  ): Promise<Map<string, Word[]>>;
};

/** Forced alignment by pocketsphinx with a grammar per text (speech.md §4.8); one process per call. */
export function createAligner(programs: Programs): Aligner {
  return {
    async align(items, { bias, signal }) {
      const out = new Map<string, Word[]>();
      for (const { item, tokens, words, score } of await force(programs, items, { bias, signal })) {
        const placed = isAccepted(score, words) ? placeWords(tokens, words) : undefined;
        if (placed === undefined) continue;
        const { id, startMs } = item;
        out.set(
          id,
          placed.map((word) => ({
            text: word.text,
            startMs: word.startMs + startMs,
            endMs: word.endMs + startMs,
          })),
        );
      }
      return out;
    },
  };
}

/** One text forced onto its sound: decoded words from the first sample, and the path's score. */
type Forced = { item: Alignable; tokens: Spoken[]; words: Word[]; score: number };

/** Texts that cannot be pronounced, or have no path through their sound, are missing. */
export async function force(
  programs: Programs,
  items: readonly Alignable[],
  o: { bias: readonly BiasTerm[]; signal: AbortSignal; warp?: number; niceness?: number },
): Promise<Forced[]> {
  const wanted = items.map((item) => ({ item, tokens: spokenTokens(item.text) }));
  const words = [...new Set(wanted.flatMap(({ tokens }) => wordsOf(tokens)))];
  const sayings = await pronounceWords(programs, words, o.bias, o.signal);
  const canSay = (word: string) => (sayings.get(word)?.length ?? 0) > 0;
  const jobs = wanted.flatMap(({ item, tokens }, n) => {
    const kept = keepPronounceable(tokens, canSay);
    return kept === undefined ? [] : [{ id: `a${n}`, item, tokens: kept }];
  });
  if (jobs.length === 0) return [];
  const dir = await makeTempFolder(programs.tmpDir);
  try {
    await writeJobs(dir, jobs, sayings);
    const flags = [...argumentsFor(programs, dir), ...warpFlags(o.warp)];
    await runProgram(programs, "pocketsphinx_batch", flags, {
      cwd: dir,
      signal: o.signal,
      timeoutMs: 60_000 + 5_000 * jobs.length,
      ...(o.niceness !== undefined && { niceness: o.niceness }),
    });
    return await readResults(dir, jobs);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

type AlignJob = { id: string; item: Alignable; tokens: Spoken[] };

async function writeJobs(
  dir: string,
  jobs: readonly AlignJob[],
  sayings: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const used = new Set(jobs.flatMap(({ tokens }) => wordsOf(tokens)));
  const lines = [...used].flatMap((word) =>
    (sayings.get(word) ?? []).map((phones, n) => `${word}${n ? `(${n + 1})` : ""} ${phones}\n`),
  );
  await mkdir(join(dir, "fsg"));
  await writeFile(join(dir, "words.dict"), lines.join(""));
  await writeFile(join(dir, "ids"), jobs.map(({ id }) => `${id}\n`).join(""));
  for (const { id, item, tokens } of jobs) {
    await writeSamples(join(dir, `${id}.s16`), item.pcm);
    await writeFile(join(dir, "fsg", `${id}.fsg`), grammar(id, tokens));
  }
}

function argumentsFor(programs: Programs, dir: string): string[] {
  return [
    ...["-hmm", join(programs.modelDir, "en-us"), "-dict", join(dir, "words.dict")],
    ...["-adcin", "yes", "-adchdr", "0", "-cepdir", dir, "-cepext", ".s16"],
    ...["-ctl", join(dir, "ids"), "-fsgctl", join(dir, "ids")],
    ...["-fsgdir", join(dir, "fsg"), "-fsgext", ".fsg"],
    ...["-remove_silence", "no", "-bestpath", "no", "-logfn", join(dir, "log")],
    ...["-hyp", join(dir, "hyp"), "-ctm", join(dir, "ctm")],
  ];
}

async function readResults(dir: string, jobs: readonly AlignJob[]): Promise<Forced[]> {
  const decoded = new Map<string, Word[]>();
  for (const line of (await readFile(join(dir, "ctm"), "utf8")).split("\n")) {
    const [id = ""] = line.split(" ", 1);
    if (id !== "") decoded.set(id, [...(decoded.get(id) ?? []), parseCtmWord(line)]);
  }
  const scores = new Map<string, number>();
  for (const line of (await readFile(join(dir, "hyp"), "utf8")).split("\n")) {
    const match = /\((\S+) (-?\d+)\)$/.exec(line);
    if (match !== null) scores.set(match[1] ?? "", Number(match[2]));
  }
  return jobs.flatMap(({ id, item, tokens }) => {
    const score = scores.get(id);
    const words = decoded.get(id) ?? [];
    return score === undefined || words.length === 0 ? [] : [{ item, tokens, words, score }];
  });
}
