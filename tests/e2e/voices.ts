import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { parseScript } from "#scripts/demo/script.ts";

export type SpokenFiles = { rep: string; customer: string; durationS: number };

const HEAD = `slug: planning
title: Planning call
company: Alder Works
language: en
owner: rep@demo.test
days-ago: 0
R: Mari Kato
C: Jo Alder

`;
/** A short call of this test's own, so that nothing in the product can know its words. */
const TURNS = `R: good afternoon thank you for taking the time what does your team use for planning today
C: right now we use a spreadsheet and it is a mess every monday morning
R: i understand how many people work with that spreadsheet
C: about twenty people and they lose two hours every week
R: our price is fifty dollars per user and month and there is a discount for a full year
C: that sounds fair can you send me a proposal by friday
R: yes i will send you the proposal by friday and we can talk again next week
C: perfect thank you and goodbye`;

/**
 * Speaks a call into one file per person; null where this machine has no voice.
 * @param turns lines of a script; R is the rep, C the customer
 */
export async function speakCall(turns = TURNS): Promise<SpokenFiles | null> {
  const speaker = await findSpeaker();
  if (!speaker) return null;
  const { files, durationS } = await speak(parseScript(HEAD + turns), speaker);
  const folder = mkdtempSync(join(tmpdir(), "parley-voices-"));
  const [rep, customer] = [join(folder, "mari.wav"), join(folder, "jo.wav")];
  writeFileSync(rep, files.R);
  writeFileSync(customer, files.C);
  return { rep, customer, durationS };
}
