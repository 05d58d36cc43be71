/** Causes that have a sentence of their own. */
const CAUSES = [
  ...(["storage_full", "no_audio", "timeout", "media_crashed", "ffmpeg_missing"] as const),
  ...(["isolation_off", "unreadable", "cut_off"] as const),
];

/** By which text of `stages:cause` a clip says why it has no file. */
export const knownCause = (cause: string | null) =>
  CAUSES.find((one) => one === cause) ?? "unexpected";
