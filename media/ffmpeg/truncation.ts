import type { FileHandle } from "node:fs/promises";
import type { Demuxer } from "./magic.ts";
import { readAt } from "./wav-chunks.ts";

const OGG_TAIL = 70_000; // a page is at most 65,307 bytes
const MOST_BOXES = 200;

/**
 * Whether a container's own sizes promise more bytes than the file has; a WAV's are read by `settleWavLength`. False also means "cannot tell":
 * decoding finds the rest.
 */
export async function isCutOff(
  file: FileHandle,
  demuxer: Demuxer,
  sizeBytes: number,
): Promise<boolean> {
  if (demuxer === "mov") return isMovCutOff(file, sizeBytes);
  return demuxer === "ogg" ? isOggCutOff(file, sizeBytes) : false;
}

/** ISO/IEC 14496-12 §4.2: size and type of each box, a 64-bit size behind size 1. */
async function isMovCutOff(file: FileHandle, sizeBytes: number): Promise<boolean> {
  let at = 0;
  for (let box = 0; box < MOST_BOXES && at < sizeBytes; box++) {
    const head = await readAt(file, at, 16);
    if (head.length < 8) return true;
    const short = head.readUInt32BE(0);
    if (short === 0) return false; // "to the end of the file"
    if (short === 1 && head.length < 16) return true;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) return false;
    at += size;
  }
  return at > sizeBytes;
}

/** RFC 3533 §6: a page is 27 bytes, its segment table, and the sum of that table. */
async function isOggCutOff(file: FileHandle, sizeBytes: number): Promise<boolean> {
  const tail = await readAt(file, Math.max(0, sizeBytes - OGG_TAIL), OGG_TAIL);
  const page = tail.lastIndexOf("OggS", undefined, "latin1");
  if (page < 0) return true;
  const segments = tail[page + 26];
  if (segments === undefined || page + 27 + segments > tail.length) return true;
  const body = tail
    .subarray(page + 27, page + 27 + segments)
    .reduce((sum, length) => sum + length, 0);
  return page + 27 + segments + body > tail.length;
}
