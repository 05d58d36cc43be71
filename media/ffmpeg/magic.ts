/** ffmpeg demuxers that an upload may be opened with (reliability §4.1.7). */
export type Demuxer = "mov" | "matroska" | "ogg" | "flac" | "wav" | "mp3" | "aac";

export type Container =
  | "mp4"
  | "m4a"
  | "mov"
  | "webm"
  | "matroska"
  | "ogg"
  | "flac"
  | "wav"
  | "mp3"
  | "aac";

/** Bytes that `demuxerOf` and `containerOf` need at most, an ID3 tag apart. */
export const HEAD_BYTES = 4096;

const ascii = (head: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...head.subarray(from, to));

const byte = (head: Uint8Array, at: number) => head[at] ?? 0;

/**
 * Length in bytes of the ID3v2 tag that `head` starts with, header and footer included; 0 without one.
 * Source: ID3v2.4 §3.1 (sizes are seven bits per byte).
 */
export function id3Length(head: Uint8Array): number {
  if (head.length < 10 || ascii(head, 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (byte(head, at) & 0x7f), 0);
  return 10 + size + (byte(head, 5) & 0x10 ? 10 : 0);
}

/** An MPEG layer III frame header: layers I and II have no allowed decoder, and `FF FE` starts UTF-16 text. */
const isMp3Frame = (head: Uint8Array) =>
  byte(head, 0) === 0xff &&
  (byte(head, 1) & 0xe0) === 0xe0 &&
  (byte(head, 1) & 0x18) !== 0x08 && // reserved version
  (byte(head, 1) & 0x06) === 0x02 && // layer III
  (byte(head, 2) & 0xf0) !== 0xf0 &&
  (byte(head, 2) & 0x0c) !== 0x0c;

const isAdts = (head: Uint8Array) =>
  byte(head, 0) === 0xff && [0xf0, 0xf1, 0xf8, 0xf9].includes(byte(head, 1));

/** A WAV, and one with 64 bits of length: EBU Tech 3306, ITU-R BS.2088. */
const WAV_FORMS: ReadonlySet<string> = new Set(["RIFF", "RF64", "BW64"]);

/**
 * The demuxer for a file that starts with `head` (`HEAD_BYTES` are enough), or null where its kind is
 * not accepted. Names and MIME types decide nothing (reliability §4.1.1). Behind an ID3 tag that ends
 * within `head` the sound itself decides; behind a longer one, mp3 is assumed.
 */
export function demuxerOf(head: Uint8Array): Demuxer | null {
  if (head.length < 4) return null;
  if (ascii(head, 4, 8) === "ftyp") return "mov";
  if (ascii(head, 0, 4) === "\x1a\x45\xdf\xa3") return "matroska";
  if (ascii(head, 0, 4) === "OggS") return "ogg";
  if (ascii(head, 0, 4) === "fLaC") return "flac";
  if (WAV_FORMS.has(ascii(head, 0, 4)) && ascii(head, 8, 12) === "WAVE") return "wav";
  if (ascii(head, 0, 3) === "ID3") {
    const behind = head.subarray(id3Length(head));
    const demuxer = behind.length < head.length ? demuxerOf(behind) : null;
    return demuxer === "aac" || demuxer === "flac" ? demuxer : "mp3";
  }
  if (isAdts(head)) return "aac";
  return isMp3Frame(head) ? "mp3" : null;
}

const EBML_DOC_TYPE = [0x42, 0x82];

/** Finer than the demuxer: what the file is called and which type browsers are told. */
export function containerOf(head: Uint8Array): Container | null {
  const demuxer = demuxerOf(head);
  if (demuxer === "mov") {
    const brand = ascii(head, 8, 12);
    if (brand === "qt  ") return "mov";
    return brand === "M4A " || brand === "M4B " ? "m4a" : "mp4";
  }
  if (demuxer === "matroska") {
    for (let at = 4; at + 7 <= head.length && at < 64; at++) {
      if (head[at] === EBML_DOC_TYPE[0] && head[at + 1] === EBML_DOC_TYPE[1]) {
        return ascii(head, at + 3, at + 7) === "webm" ? "webm" : "matroska";
      }
    }
  }
  return demuxer;
}

const MIME: Record<Container, { sound: string; picture: string }> = {
  mp4: { sound: "audio/mp4", picture: "video/mp4" },
  m4a: { sound: "audio/mp4", picture: "video/mp4" },
  mov: { sound: "video/quicktime", picture: "video/quicktime" },
  webm: { sound: "audio/webm", picture: "video/webm" },
  matroska: { sound: "audio/x-matroska", picture: "video/x-matroska" },
  ogg: { sound: "audio/ogg", picture: "video/ogg" },
  flac: { sound: "audio/flac", picture: "audio/flac" },
  wav: { sound: "audio/wav", picture: "audio/wav" },
  mp3: { sound: "audio/mpeg", picture: "audio/mpeg" },
  aac: { sound: "audio/aac", picture: "audio/aac" },
};

/** The Content-Type of an original; cover art does not count as a picture. */
export const mimeOf = (container: Container, hasVideo: boolean) =>
  MIME[container][hasVideo ? "picture" : "sound"];
