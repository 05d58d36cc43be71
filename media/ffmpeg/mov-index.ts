import type { FileHandle } from "node:fs/promises";

/** Boxes looked at in one file: sixteen tracks have about a thousand. Behind that, "cannot tell". */
const MOST_BOXES = 5_000;
/** Bytes of a data reference that are looked at; its place stands behind the first four. */
const REFERENCE_BYTES = 64;
const IN_THIS_FILE = 1;

/** `from` is the first byte behind the header. */
type Box = { type: string; from: number; to: number };

/** Reads boxes (ISO/IEC 14496-12 §4.2) as far as their sizes make sense, `MOST_BOXES` in all. */
function boxReader(file: FileHandle) {
  let left = MOST_BOXES;
  const bytes = async (at: number, length: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const within = async (from: number, to: number): Promise<Box[]> => {
    const boxes: Box[] = [];
    for (let at = from; at + 8 <= to && left > 0; left--) {
      const head = await bytes(at, 16);
      if (head.length < 8) break;
      const short = head.readUInt32BE(0);
      const isLong = short === 1 && head.length === 16;
      const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
      const header = isLong ? 16 : 8;
      if (size < header) break;
      const end = Math.min(to, at + size);
      boxes.push({ type: head.toString("latin1", 4, 8), from: at + header, to: end });
      at = end;
    }
    return boxes;
  };
  /** Boxes at the end of a path of types that begins inside `parent`. */
  const under = async (parent: Box, ...path: string[]): Promise<Box[]> => {
    const [type, ...rest] = path;
    if (type === undefined) return [parent];
    const found: Box[] = [];
    for (const box of await within(parent.from, parent.to))
      if (box.type === type) found.push(...(await under(box, ...rest)));
    return found;
  };
  return { bytes, within, under };
}
type Reader = ReturnType<typeof boxReader>;

/** What ffmpeg does not tell of a film's index. */
export type MovIndex = {
  /**
   * The media of a sound or picture is left in another file: ffmpeg, which may not open that one, reads whatever stands
   * in this one at the same place.
   */
  isElsewhere: boolean;
  /** ffmpeg calls these by the codec that is under the encryption, and decodes noise. */
  hasEncryptedSound: boolean;
  hasEncryptedPicture: boolean;
};

/** Sample entries of encrypted tracks: Common Encryption (ISO/IEC 23001-7), FairPlay, Audible. */
const ENCRYPTED: ReadonlySet<string> = new Set(["enca", "encv", "drms", "drmi", "aavd"]);

/** Looks through the index of a QuickTime or MP4 file. */
export async function readMovIndex(file: FileHandle, sizeBytes: number): Promise<MovIndex> {
  const reader = boxReader(file);
  const index = { isElsewhere: false, hasEncryptedSound: false, hasEncryptedPicture: false };
  const whole: Box = { type: "", from: 0, to: sizeBytes };
  for (const movie of await reader.under(whole, "moov")) {
    const films = await reader.under(movie, "rmra"); // a list of other files
    index.isElsewhere ||= films.length > 0;
    for (const track of await reader.under(movie, "trak")) {
      const kind = await kindOf(reader, track);
      if (kind !== "soun" && kind !== "vide") continue;
      index.isElsewhere ||= await isElsewhere(reader, track);
      const isEncrypted = await hasEncryption(reader, track);
      if (kind === "soun") index.hasEncryptedSound ||= isEncrypted;
      else index.hasEncryptedPicture ||= isEncrypted;
    }
  }
  return index;
}

async function kindOf(reader: Reader, track: Box): Promise<string> {
  const [handler] = await reader.under(track, "mdia", "hdlr");
  return handler ? (await reader.bytes(handler.from + 8, 4)).toString("latin1") : "";
}

/** Boxes in a box that begins with its version, flags and a count. */
async function listed(reader: Reader, track: Box, ...path: string[]): Promise<Box[]> {
  const [list] = await reader.under(track, ...path);
  return list ? reader.within(list.from + 8, list.to) : [];
}

async function hasEncryption(reader: Reader, track: Box): Promise<boolean> {
  const entries = await listed(reader, track, "mdia", "minf", "stbl", "stsd");
  return entries.some(({ type }) => ENCRYPTED.has(type));
}

/** A reference without a place means this file. */
async function isElsewhere(reader: Reader, track: Box): Promise<boolean> {
  for (const { from, to } of await listed(reader, track, "mdia", "minf", "dinf", "dref")) {
    const body = await reader.bytes(from, Math.min(REFERENCE_BYTES, to - from));
    const isHere = body.length < 4 || (body.readUInt32BE(0) & IN_THIS_FILE) !== 0;
    if (!isHere && body.subarray(4).some((byte) => byte !== 0)) return true;
  }
  return false;
}
