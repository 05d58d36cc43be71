import { WAV_HEADER_BYTES, wavOf } from "#media/ffmpeg/wav.ts";
import { speak, findSpeaker } from "#scripts/demo/speak.ts";
import { parseScript } from "#scripts/demo/script.ts";

const RATE = 16_000;

/** Said in turns by two voices. */
const SCRIPT = `slug: harbour
title: Harbour call
company: Alder Works
language: en
owner: rep@demo.test
days-ago: 0
R: Mari Kato
C: Jo Alder

R: good morning how many people work with the old system today
C: about twenty people and they lose two hours every week
R: the price is fifty dollars per user and month
C: that sounds fair please send me the contract by friday`;

export type Sound = { wav: Buffer; durationS: number };

/** A mono WAV of two people talking, some 15 s each time they say it. */
export async function spokenCall(times = 1): Promise<Sound> {
  const speaker = await findSpeaker();
  if (!speaker) throw new Error("This machine has no voice.");
  const script = parseScript(SCRIPT);
  const turns = Array.from({ length: times }, () => script.turns).flat();
  const { files } = await speak({ ...script, turns }, speaker);
  const at = (wav: Buffer, n: number): number => wav.readInt16LE(WAV_HEADER_BYTES + 2 * n);
  const both = new Int16Array((files.R.length - WAV_HEADER_BYTES) / 2);
  return soundOf(both.map((_, n) => clip(at(files.R, n) + at(files.C, n))));
}

/** A mono WAV in which nobody speaks: long work for ffmpeg, none for a recogniser. */
export function quietRoom(durationS: number): Sound {
  let state = 7;
  const samples = new Int16Array(durationS * RATE).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 16) % 25) - 12;
  });
  return soundOf(samples);
}

const soundOf = (samples: Int16Array): Sound => ({
  wav: wavOf(samples),
  durationS: samples.length / RATE,
});

const clip = (value: number): number => Math.max(-32_768, Math.min(32_767, value));

/** The same sound in a file of other bytes, so that it is no duplicate. */
export function variant(wav: Buffer, n: number): Buffer {
  const note = Buffer.alloc(12);
  note.write("note", 0, "latin1");
  note.writeUInt32LE(4, 4);
  note.writeUInt32LE(n, 8);
  const copy = Buffer.concat([wav, note]);
  copy.writeUInt32LE(copy.length - 8, 4);
  return copy;
}
