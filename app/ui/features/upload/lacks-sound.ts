import { type Demuxer, demuxerOf, HEAD_BYTES } from "#media/ffmpeg/magic.ts";

/** Why a file cannot be taken, as far as its first bytes and its index tell; null where it may be sent. */
export type FileFault = "file_empty" | "not_media" | "no_sound" | "no_index" | null;

const MOST_BOXES = 500;
const MOST_INDEX_BYTES = 64 * 1024 * 1024;
/** Matroska lists its tracks before its sound. */
const TRACKS_WITHIN = 2 * 1024 * 1024;

const bytesOf = async (file: Blob, from: number, length: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(from, from + length).arrayBuffer());
/** A letter for each byte; the decoder's Latin-1 has others at 80 to 9F. */
const letters = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
};
const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Looks at a file before a byte of it is sent. What it cannot tell is left to the server. */
export async function faultOf(file: Blob): Promise<FileFault> {
  if (file.size === 0) return "file_empty";
  const demuxer = demuxerOf(await bytesOf(file, 0, HEAD_BYTES));
  if (demuxer === null) return "not_media";
  const look = LOOKS[demuxer];
  return look ? look(file) : null;
}

const LOOKS: Partial<Record<Demuxer, (file: Blob) => Promise<FileFault>>> = {
  mov: faultOfMov,
  matroska: faultOfMatroska,
};

/** ISO/IEC 14496-12 §4.2: size and type of each box, a 64-bit size behind size 1. */
async function faultOfMov(file: Blob): Promise<FileFault> {
  let at = 0;
  for (let n = 0; n < MOST_BOXES && at + 8 <= file.size; n += 1) {
    const head = await bytesOf(file, at, 16);
    const view = new DataView(head.buffer);
    const short = view.getUint32(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? file.size - at : short;
    if (size < 8) return null;
    const type = ascii(head, 4, 8);
    if (type === "moov")
      return at + size > file.size || size > MOST_INDEX_BYTES
        ? null
        : faultOfIndex(await bytesOf(file, at, size));
    if (type === "moof") return null;
    at += size;
  }
  // Every box was seen, and none says where the sound is: the recorder did not finish the file.
  return at === file.size ? "no_index" : null;
}

/** Handlers of its tracks: `hdlr`, four bytes of version, four of zeros, then what the track is. */
function faultOfIndex(index: Uint8Array): FileFault {
  const text = new TextDecoder("latin1").decode(index);
  const kinds = [...text.matchAll(/hdlr[\s\S]{8}(soun|vide|[ -~]{4})/g)].map(([, kind]) => kind);
  return kinds.includes("vide") && !kinds.includes("soun") ? "no_sound" : null;
}

/** Matroska's `Tracks` (1654AE6B), before its first cluster; codecs of sound begin with "A_", of pictures with "V_". */
async function faultOfMatroska(file: Blob): Promise<FileFault> {
  const text = letters(await bytesOf(file, 0, TRACKS_WITHIN));
  const tracks = text.indexOf("\u0016T\u00aek");
  const cluster = text.indexOf("\u001fC\u00b6u", tracks);
  if (tracks < 0 || cluster < 0) return null;
  const listed = text.slice(tracks, cluster);
  return /V_[A-Z]/.test(listed) && !/A_[A-Z]/.test(listed) ? "no_sound" : null;
}
