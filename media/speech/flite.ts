/**
 * flite: pronunciations of unknown words, "hear it" for dictionary terms, and spoken test sentences
 * with the true time of every word (speech.md §4.7, §15).
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { SpeechError, type Word } from "./engine.ts";
import { phonesFromT2p } from "./lexicon.ts";
import { type Programs, runProgram } from "./pocketsphinx.ts";
import { makeTempFolder } from "./temp-folders.ts";
import { wavSamples } from "./wav-samples.ts";

/** Voices of Debian's flite at 16 kHz. `kal` (8 kHz) is useless as recognition input. */
export type Voice = "rms" | "slt" | "awb" | "kal16";

/** How many t2p processes run side by side; each takes a few milliseconds. */
const CONCURRENCY = 4;

/** Phones of each spelling by flite's letter-to-sound rules; what gives none is left out. */
export async function parsePhones(
  programs: Programs,
  spellings: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const out = new Map<string, string>();
  const rest = [...new Set(spellings)];
  const work = async () => {
    for (let spelling = rest.pop(); spelling !== undefined; spelling = rest.pop()) {
      // Nothing that could be read as an option or markup.
      if (!/^[a-z][a-z' ]*$/.test(spelling)) continue;
      const text = (await runProgram(programs, "t2p", [spelling], { signal })).toString();
      const phones = phonesFromT2p(text);
      if (phones !== undefined) out.set(spelling, phones);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return out;
}

/** Speaks a text: a RIFF file of 16 kHz mono, for "hear it" and for test audio. */
export async function speakWav(
  programs: Programs,
  text: string,
  voice: Voice = "slt",
  signal?: AbortSignal,
): Promise<Buffer> {
  const dir = await makeTempFolder(programs.tmpDir);
  try {
    const file = join(dir, "spoken.wav");
    // A leading space keeps a text from being read as an option.
    const args = ["-voice", voice, "-t", ` ${text}`, "-o", file];
    await runProgram(programs, "flite", args, signal === undefined ? {} : { signal });
    return await readFile(file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Speaks a text and answers its samples. */
export async function speak(programs: Programs, text: string, voice: Voice): Promise<Int16Array> {
  return wavSamples(await speakWav(programs, text, voice));
}

/**
 * True times of the words of a text as flite speaks it: ms from the first sample of `speak`.
 * The text is plain words in lower case, no digits.
 */
export async function spokenWords(programs: Programs, text: string, voice: Voice): Promise<Word[]> {
  const args = ["-voice", voice, "-t", ` ${text}`, "-o", "none", "-psdur"];
  const timed = (await runProgram(programs, "flite", args)).toString().trim().split(/\s+/);
  const phones: { startMs: number; endMs: number }[] = [];
  let startMs = 0;
  for (const entry of timed) {
    const [name = "", end = "0"] = entry.split(":");
    const endMs = Math.round(Number(end) * 1000);
    if (name !== "pau") phones.push({ startMs, endMs });
    startMs = endMs;
  }
  const words = text.split(" ").filter(Boolean);
  const counts = await countUpTo(programs, words, phones.length);
  return words.map((word, n) => {
    const first = phones[counts[n - 1] ?? 0];
    const last = phones[(counts[n] ?? 1) - 1];
    return { text: word, startMs: first?.startMs ?? 0, endMs: last?.endMs ?? 0 };
  });
}

/** Phones of the first 1, 2, … words. A word on its own nearly always has as many as in its sentence. */
async function countUpTo(
  programs: Programs,
  words: readonly string[],
  total: number,
): Promise<number[]> {
  const alone = await Promise.all(words.map((word) => countPhones(programs, word)));
  let sum = 0;
  const quick = alone.map((count) => (sum += count));
  if (sum === total) return quick;
  const prefixes = words.map((_, n) => words.slice(0, n + 1).join(" "));
  const exact = await Promise.all(prefixes.map((prefix) => countPhones(programs, prefix)));
  if (exact.at(-1) === total) return exact;
  throw new SpeechError("engine_failed", "flite gives other phones for the parts than the whole");
}

const phoneCounts = new Map<string, Promise<number>>();

function countPhones(programs: Programs, text: string): Promise<number> {
  const known = phoneCounts.get(text);
  if (known !== undefined) return known;
  const counting = runProgram(programs, "t2p", [text]).then(
    (output) =>
      output
        .toString()
        .trim()
        .split(/\s+/)
        .filter((phone) => phone !== "pau").length,
  );
  phoneCounts.set(text, counting);
  return counting;
}
