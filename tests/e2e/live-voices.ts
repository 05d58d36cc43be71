import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { parseScript, type Side } from "#scripts/demo/script.ts";

/** One sentence in a microphone's file, by the file's own time. */
export type Sentence = { text: string; startMs: number; endMs: number };
/** A file that a browser takes for its microphone, and what is said in it. */
export type Microphone = { file: string; sentences: Sentence[]; lengthMs: number };

/** Sentences of their own: nothing in the product can know them, and none is said twice. */
const SAID: Record<Side, string[]> = {
  R: [
    "good afternoon thank you for joining me today",
    "can you hear me well from where you are",
    "i would like to talk about your planning first",
    "how many people work with that spreadsheet every week",
    "we have a customer in the city with the same problem",
    "they saved two hours every monday morning last year",
    "the old elephant sleeps under a purple umbrella",
    "our price is fifty dollars per user and month",
    "there is a discount of ten percent for a full year",
    "the first month is free and you can stop at any time",
    "a dozen yellow submarines dance behind the library",
    "my colleague will show you the product on thursday",
    "it takes about twenty minutes to set everything up",
    "do you have a list of the people who would use it",
    "i will send you the proposal before friday evening",
    "please call me when you have read the first page",
    "the training is part of the price of course",
    "we can begin with a small group in september",
    "that would give you some time to look around",
    "thank you very much and have a good weekend",
  ],
  C: [
    "hello yes i can hear you very well",
    "we are about thirty people in two offices",
    "the spreadsheet belongs to my manager in the north",
    "nobody knows which version is the right one",
    "we lost an important order because of it in march",
    "that was the day when we began to look for something",
    "i have seen two other products in the last month",
    "both of them were too expensive for our team",
    "does it work on a phone in the warehouse",
    "silver kangaroos repair the broken piano at midnight",
    "my people do not like new programs very much",
    "how long does the training take for one person",
    "we would need an answer before the summer begins",
    "what happens with our data when we leave",
    "can you send me the names of two customers",
    "i must ask my director before i can decide",
    "he will be back in the office next tuesday",
    "the budget for this year is nearly used up",
    "perhaps we can start with the smaller office",
    "perfect that sounds good to me goodbye",
  ],
};
/** Between sentences: two who speak with such pauses fall into each other's words. */
const PAUSES_S: Record<Side, number> = { R: 1.5, C: 1.2 };

export const CHROMIUM_RATE = 48_000;

/**
 * Speaks both microphones; null where this machine has no voice.
 * @param said other sentences, for a journey beside which those above are looked for and must not be found
 */
export async function speakMicrophones(
  said: Record<Side, readonly string[]> = SAID,
): Promise<Record<Side, Microphone> | null> {
  const speaker = await findSpeaker();
  if (!speaker) return null;
  const folder = mkdtempSync(join(tmpdir(), "parley-microphones-"));
  const one = async (side: Side): Promise<Microphone> => {
    const head = `slug: x\ntitle: X\ncompany: X\nlanguage: en\nowner: rep@demo.test\ndays-ago: 0\nR: Mari Kato\nC: Jo Alder`;
    const turns = said[side].map((text) => `${side} +${PAUSES_S[side]}: ${text}`).join("\n");
    const { files, placed, durationS } = await speak(parseScript(`${head}\n\n${turns}`), speaker);
    const [plain, file] = [join(folder, `${side}-16.wav`), join(folder, `${side}.wav`)];
    writeFileSync(plain, files[side]);
    toRate(plain, file);
    return {
      file,
      lengthMs: durationS * 1000,
      sentences: placed.map(({ text, startS, endS }) => ({
        text,
        startMs: startS * 1000,
        endMs: endS * 1000,
      })),
    };
  };
  const [R, C] = await Promise.all([one("R"), one("C")]);
  return { R, C };
}

/** Chromium wants 48 kHz. */
function toRate(from: string, to: string): void {
  const args = ["-v", "error", "-y", "-i", from, "-ar", String(CHROMIUM_RATE), "-c:a", "pcm_s16le"];
  const { status, stderr } = spawnSync("ffmpeg", [...args, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
}
