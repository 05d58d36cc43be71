import { type FileHandle, open } from "node:fs/promises";
import { refusal } from "./media-error.ts";
import { type Chunk, chunksToData, isBehindSound, readAt, trailerOf } from "./wav-chunks.ts";

/** A length from here on means "unknown" in a WAV that was written to a pipe. */
const UNKNOWN = 0x7ffff000;
/** In 32 bits: the length is in `ds64` (RF64), or goes to the end of the file (RIFF). */
const NO_LENGTH = 0xffffffff;
/** `ds64` begins with the length of all, then that of the samples. */
const DS64_DATA = 8;

/** The length of the samples: where ffmpeg reads it, and what is there; null is no length. */
type Field = { at: number; isLong: boolean; bytes: number | null };

/**
 * Makes a WAV say how long its sound is. A recorder that broke off leaves the length at 0 or at an older one: what
 * follows and is no chunk is sound too. The length is corrected in the file, so that every program that reads it from
 * here on hears the same, and no chunk behind the samples is played.
 * @param path a copy that belongs to the job
 * @returns whether the file ends before the length that it says
 * @throws MediaError `ends_early` where chunks follow instead of sound
 */
export async function settleWavLength(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { size: sizeBytes } = await file.stat();
    const { before, data, reach } = await chunksToData(file);
    if (data === null) return reach > sizeBytes;
    for (const piece of before) if (piece.name === "data") await hide(path, piece);
    const field = await fieldOf(file, before, data);
    const stated = statedOf(data, field, sizeBytes);
    if (stated !== null && data.from + stated > sizeBytes) return true;
    const to = await endOf(file, data.from, stated, sizeBytes);
    if (to === data.from && sizeBytes > to) throw refusal("ends_early");
    if (field.bytes !== to - data.from) await write(path, field, to - data.from);
    return false;
  } finally {
    await file.close();
  }
}

/** RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088) keep it in `ds64`. */
async function fieldOf(file: FileHandle, before: readonly Chunk[], data: Chunk): Promise<Field> {
  const isRiff = (await readAt(file, 0, 4)).toString("latin1") === "RIFF";
  const long = before.find(({ name, from, to }) => name === "ds64" && to - from >= DS64_DATA + 8);
  if (isRiff || !long) return { at: data.from - 4, isLong: false, bytes: shortOf(data) };
  const at = long.from + DS64_DATA;
  const value = (await readAt(file, at, 8)).readBigUInt64LE(0);
  return { at, isLong: true, bytes: value > Number.MAX_SAFE_INTEGER ? null : Number(value) };
}

const shortOf = ({ from, to }: Chunk): number | null =>
  to - from === NO_LENGTH ? null : to - from;

/** The length that the header promises; null where it promises none, as one that was written to a pipe. */
function statedOf(data: Chunk, field: Field, sizeBytes: number): number | null {
  const short = shortOf(data);
  if (short === null) return field.bytes;
  return short >= UNKNOWN && data.from + short > sizeBytes ? null : short;
}

async function endOf(
  file: FileHandle,
  from: number,
  stated: number | null,
  sizeBytes: number,
): Promise<number> {
  if (stated === null) return trailerOf(file, from, sizeBytes);
  const end = from + stated;
  const places = stated % 2 === 0 ? [end] : [end + 1, end]; // some leave out the byte behind an odd length
  for (const place of places) if (await isBehindSound(file, place, sizeBytes)) return end;
  return trailerOf(file, end, sizeBytes);
}

/** An empty piece of samples is passed over from here on: ffmpeg would play all that follows it, other chunks too. */
const hide = (path: string, { from }: Chunk): Promise<void> =>
  writeAt(path, from - 8, Buffer.from("JUNK", "latin1"));

async function write(path: string, { at, isLong }: Field, bytes: number): Promise<void> {
  const length = Buffer.alloc(isLong ? 8 : 4);
  if (isLong) length.writeBigUInt64LE(BigInt(bytes));
  else length.writeUInt32LE(Math.min(bytes, NO_LENGTH));
  await writeAt(path, at, length);
}

async function writeAt(path: string, at: number, bytes: Buffer): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.write(bytes, 0, bytes.length, at);
  } finally {
    await file.close();
  }
}
