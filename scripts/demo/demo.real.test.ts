import { expect, test } from "vitest";
import { parseScript } from "./script.ts";
import { findSpeaker, samplesOf, speak } from "./speak.ts";

const HEAD =
  "slug: a\ntitle: A\ncompany: B\nlanguage: en\nowner: rep@demo.test\ndays-ago: 1\nR: Mari Kato\nC: Jonas Weber\n\n";

test("both tracks are as long as the call, sound where their person speaks, and are the same bytes twice", async (context) => {
  const speaker = await findSpeaker();
  if (!speaker) return context.skip("no flite, and no ffmpeg that has it");
  const script = parseScript(`${HEAD}R: Good morning, how are you?\nC +0.5: Very well, thank you.`);
  const [once, again] = [await speak(script, speaker), await speak(script, speaker)];
  expect(again.files.R.equals(once.files.R) && again.files.C.equals(once.files.C)).toBe(true);
  expect(once.files.R.length).toBe(once.files.C.length);
  const loudest = (wav: Buffer, fromS: number, toS: number): number =>
    samplesOf(wav)
      .subarray(fromS * 16_000, toS * 16_000)
      .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [first, second] = once.placed;
  if (!first || !second) throw new Error("two turns");
  expect(loudest(once.files.R, first.startS, first.endS)).toBeGreaterThan(10_000);
  expect(loudest(once.files.R, second.startS, second.endS)).toBeLessThan(100);
  expect(loudest(once.files.C, second.startS, second.endS)).toBeGreaterThan(10_000);
});
