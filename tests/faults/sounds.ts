import { speak, findSpeaker } from "#scripts/demo/speak.ts";
import { parseScript } from "#scripts/demo/script.ts";

const RATE = 16_000;
const BYTES_PER_SECOND = RATE * 2;

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

/** A mono WAV of two people talking for some 15 s. */
export async function spokenCall(): Promise<Sound> {
  const speaker = await findSpeaker();
  if (!speaker) throw new Error("This machine has no voice.");
  const { files } = await speak(parseScript(SCRIPT), speaker);
  const [ours, theirs] = [files.R.subarray(44), files.C.subarray(44)];
  const both = Buffer.alloc(ours.length);
  for (let at = 0; at + 1 < both.length; at += 2)
    both.writeInt16LE(clip(ours.readInt16LE(at) + theirs.readInt16LE(at)), at);
  return soundOf(both);
}

/** A mono WAV in which nobody speaks: long work for ffmpeg, none for a recogniser. */
export function quietRoom(durationS: number): Sound {
  const samples = Buffer.alloc(durationS * BYTES_PER_SECOND);
  let state = 7;
  for (let at = 0; at + 1 < samples.length; at += 2) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    samples.writeInt16LE(((state >>> 16) % 25) - 12, at);
  }
  return soundOf(samples);
}

const soundOf = (samples: Buffer): Sound => ({
  wav: wavOf(samples),
  durationS: samples.length / BYTES_PER_SECOND,
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

function wavOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(BYTES_PER_SECOND, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
