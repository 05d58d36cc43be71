import type { ClipState } from "#app/core/domain/clip/clip-views.ts";

/** Causes that have a sentence of their own, which also says what is waited for. */
const WAITS = ["storage_full", "ffmpeg_missing", "isolation_off", "font_missing"] as const;
const BREAKS = ["no_audio", "timeout", "media_crashed", "unreadable", "cut_off"] as const;

/** By which text of `stages:cause` a clip says why it has no file. */
export const knownCause = (cause: string | null) =>
  [...WAITS, ...BREAKS].find((one) => one === cause) ?? "unexpected";

type Broken = { state: ClipState; cause: string | null };

/**
 * By which text of `clip:next` it says how it goes on after its cause: by a press, or by itself.
 * @returns null where the cause says so itself
 */
export function nextStep({ state, cause }: Broken, mayRetry: boolean) {
  if (WAITS.some((one) => one === cause)) return null;
  if (state !== "failed") return "again";
  return mayRetry ? "retry" : "ask";
}
