/** Formats by their own names, which are the same in every language. */
const FORMATS: Readonly<Record<string, string>> = {
  "audio/ogg": "Ogg",
  "audio/wav": "WAV",
  "audio/x-wav": "WAV",
  "audio/mpeg": "MP3",
  "audio/mp4": "M4A",
  "audio/x-m4a": "M4A",
  "audio/flac": "FLAC",
  "audio/webm": "WebM",
  "video/webm": "WebM",
  "video/mp4": "MP4",
  "video/quicktime": "QuickTime",
  "video/x-matroska": "Matroska",
};
const CODECS: Readonly<Record<string, string>> = {
  opus: "Opus",
  aac: "AAC",
  mp3: "MP3",
  flac: "FLAC",
  vorbis: "Vorbis",
  h264: "H.264",
  vp8: "VP8",
  vp9: "VP9",
  av1: "AV1",
};

/** Container and codec as people name them, each once; null where a file has neither. */
export function fileFormat({ mime, codec }: { mime: string; codec: string | null }): string | null {
  const container = FORMATS[mime.split(";")[0]?.trim().toLowerCase() ?? ""];
  const inside = codec?.startsWith("pcm_") === true ? "PCM" : (CODECS[codec ?? ""] ?? codec);
  const names = new Set([container, inside].filter((name) => name != null && name !== ""));
  return names.size === 0 ? null : [...names].join(", ");
}
