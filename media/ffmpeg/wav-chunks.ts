import type { FileHandle } from "node:fs/promises";

/** Chunks looked at in one file. */
const MOST_CHUNKS = 200;
const HEADER = 8;

/** `from` is the first byte behind the header; `to` may lie behind the end of a file that was cut. */
export type Chunk = { name: string; from: number; to: number };

export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The chunk whose header begins at `at` (RIFF: four letters, then 32 bits of length), or null where the file ends. */
export async function chunkAt(file: FileHandle, at: number): Promise<Chunk | null> {
  const head = await readAt(file, at, HEADER);
  if (head.length < HEADER) return null;
  const from = at + HEADER;
  return { name: head.toString("latin1", 0, 4), from, to: from + head.readUInt32LE(4) };
}

/** The next header: behind a chunk of odd length is a byte that belongs to neither. */
export const behind = ({ from, to }: Chunk): number => to + ((to - from) % 2);

/** The chunks of a WAV in front of its first `data`, and that one; `reach` is where the last of them ends. */
export async function chunksToData(
  file: FileHandle,
): Promise<{ before: Chunk[]; data: Chunk | null; reach: number }> {
  const before: Chunk[] = [];
  let at = 12;
  while (before.length < MOST_CHUNKS) {
    const chunk = await chunkAt(file, at);
    if (chunk === null) break;
    if (chunk.name === "data" && !(await isEmptyPiece(file, chunk)))
      return { before, data: chunk, reach: chunk.to };
    before.push(chunk);
    at = behind(chunk);
  }
  return { before, data: null, reach: at };
}

/** Samples in pieces, of which the first is empty: other chunks alone are between it and the next. */
async function isEmptyPiece(file: FileHandle, { from, to }: Chunk): Promise<boolean> {
  if (from !== to) return false;
  let next = to;
  for (let count = 0; count < MOST_CHUNKS; count++) {
    const chunk = await chunkAt(file, next);
    if (chunk === null || !NAME.test(chunk.name)) return false;
    if (chunk.name === "data") return true;
    next = behind(chunk);
  }
  return false;
}

/** What is written behind the samples: names of RIFF and of recorders, and the marks of MP3 tags. */
const TRAILERS = [
  ...[
    "LIST",
    "INFO",
    "bext",
    "id3 ",
    "ID3 ",
    "iXML",
    "axml",
    "_PMX",
    "cue ",
    "plst",
    "smpl",
    "inst",
  ],
  ...[
    "acid",
    "fact",
    "PEAK",
    "DISP",
    "cart",
    "umid",
    "levl",
    "chna",
    "JUNK",
    "junk",
    "PAD ",
    "FLLR",
  ],
  ...["afsp", "minf", "elm1", "regn", "r64m", "LGWV", "SAUR", "CSET", "note", "labl", "ID3\x03"],
  ...["ID3\x04", "APET"],
];
const KNOWN: ReadonlySet<string> = new Set(TRAILERS);
/** Of an ID3v1 tag, which is the end of a file. */
const OLD_TAG_BYTES = 128;
/** Of a text that ends a file. */
const MOST_TEXT_BYTES = 1 << 16;
const NAME = /^[\x20-\x7e]{4}$/;
const ZEROS = Buffer.alloc(1 << 20);
/** The end of a file that is searched for chunks behind samples whose length is not written down. */
const TAIL_BYTES = 2 << 20;

/** Whether chunks follow one another from `at` to the end of the file, less than one header apart. */
async function isChain(file: FileHandle, at: number, sizeBytes: number): Promise<boolean> {
  let next = at;
  for (let count = 0; count < MOST_CHUNKS; count++) {
    if (sizeBytes - next < HEADER) return true;
    const chunk = await chunkAt(file, next);
    if (chunk === null || !NAME.test(chunk.name) || chunk.to > sizeBytes) return false;
    next = behind(chunk);
  }
  return false;
}

/** Where the first byte from `at` on is that is not zero; the file's end where there is none. */
async function behindZeros(file: FileHandle, at: number, sizeBytes: number): Promise<number> {
  for (let from = at; from < sizeBytes; from += ZEROS.length) {
    const block = await readAt(file, from, ZEROS.length);
    if (block.length === 0) break;
    if (block.equals(ZEROS.subarray(0, block.length))) continue;
    return from + block.findIndex((byte) => byte !== 0);
  }
  return sizeBytes;
}

/** Whether text alone is left, as some recorders and editors write it: zeros may end it. */
async function isText(file: FileHandle, at: number, sizeBytes: number): Promise<boolean> {
  if (sizeBytes - at > MOST_TEXT_BYTES) return false;
  const rest = await readAt(file, at, sizeBytes - at);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(rest).replace(/\0+$/, "");
    return !/[^\P{C}\s\p{Cf}]/u.test(text);
  } catch {
    return false; // no UTF-8
  }
}

/** Whether one chunk ends where the file does, whatever it is called and in whichever order its length is written. */
async function isLastChunk(file: FileHandle, at: number, sizeBytes: number): Promise<boolean> {
  const head = await readAt(file, at, HEADER);
  if (head.length < HEADER) return false;
  const rest = sizeBytes - at - HEADER;
  return [head.readUInt32LE(4), head.readUInt32BE(4)].some(
    (bytes) => bytes === rest || bytes + (bytes % 2) === rest,
  );
}

/**
 * Whether no sound follows at `at`: the file ends, a chunk or a tag that is known begins there, others follow one
 * another to the end, one ends with the file, or all that is left is text or the zeros that a recorder reserved. Zeros
 * may be in front of a chunk.
 */
export async function isBehindSound(
  file: FileHandle,
  at: number,
  sizeBytes: number,
): Promise<boolean> {
  if (sizeBytes - at < HEADER || (await beginsChunks(file, at, sizeBytes))) return true;
  if ((await isText(file, at, sizeBytes)) || (await isLastChunk(file, at, sizeBytes))) return true;
  const next = await behindZeros(file, at, sizeBytes);
  return next === sizeBytes || (next > at && (await beginsChunks(file, next, sizeBytes)));
}

/** Whether a chunk or a tag that is known begins at `at`, or others that follow one another to the end of the file. */
async function beginsChunks(file: FileHandle, at: number, sizeBytes: number): Promise<boolean> {
  if (sizeBytes - at < HEADER) return false;
  const name = (await readAt(file, at, 4)).toString("latin1");
  if (KNOWN.has(name)) return true;
  if (name.startsWith("TAG") && sizeBytes - at === OLD_TAG_BYTES) return true;
  return isChain(file, at, sizeBytes);
}

/** Where the chunks begin that end the file behind `least`; its end where there are none. */
export async function trailerOf(
  file: FileHandle,
  least: number,
  sizeBytes: number,
): Promise<number> {
  const from = Math.max(least, sizeBytes - TAIL_BYTES);
  const tail = await readAt(file, from, sizeBytes - from);
  const places = TRAILERS.flatMap((name) => placesOf(tail, name)).sort((a, b) => a - b);
  for (const place of places.slice(0, MOST_CHUNKS))
    if (await isChain(file, from + place, sizeBytes)) return from + place;
  return sizeBytes;
}

function placesOf(bytes: Buffer, name: string): number[] {
  const places: number[] = [];
  let at = bytes.indexOf(name, 0, "latin1");
  for (; at >= 0; at = bytes.indexOf(name, at + 1, "latin1")) places.push(at);
  return places;
}
