import { isAlive } from "#app/ui/features/capture/mic-level.ts";

/** Zeros of a microphone nobody was heard on yet: it is switched off, or another one speaks. */
const UNHEARD_MS = 5_000;
/** One that was heard gives zeros between words, by its noise suppression: only a longer stretch says that it is dead. */
const HEARD_MS = 20_000;
/** What one look may count for: a tab in the background looks once a second, and one that slept heard nothing at all. */
const MOST_LOOK_MS = 1_500;

export type MicLook = {
  /** Everything since the last look, −1…1. */
  samples: Float32Array;
  /** The other side speaks: its listener is silent, and echo cancellation makes zeros of that. */
  isListening: boolean;
  /** The system itself says that the microphone gives nothing. */
  isCut: boolean;
};

/** Judges whether a microphone that should be heard is dead, one look after the other. @param startMs of the same clock as the looks */
export function createMicWatch(startMs: number) {
  let lastMs = startMs;
  let deadMs = 0;
  let wasAlive = false;
  return ({ samples, isListening, isCut }: MicLook, nowMs: number): boolean => {
    const sinceMs = Math.min(MOST_LOOK_MS, Math.max(0, nowMs - lastMs));
    lastMs = nowMs;
    if (isAlive(samples)) {
      wasAlive = true;
      deadMs = 0;
    } else if (isCut || !isListening) deadMs += sinceMs;
    return deadMs >= (wasAlive && !isCut ? HEARD_MS : UNHEARD_MS);
  };
}
