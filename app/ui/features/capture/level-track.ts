/** Meter events carry one level, 0–15, per this many milliseconds. */
export const LEVEL_MS = 100;
export const FULL_LEVEL = 15;

/** One person's loudness over the whole call, by tenths of a second. */
export type LevelTrack = { levels: Uint8Array; length: number };

export function createLevelTrack(): LevelTrack {
  return { levels: new Uint8Array(1024), length: 0 };
}

/**
 * Writes the newest levels so that the last one ends at `nowMs`. Times nobody reported stay silent.
 * @param levels 0–15 each, newest last
 */
export function writeLevels(track: LevelTrack, nowMs: number, levels: readonly number[]): void {
  const end = Math.max(0, Math.round(nowMs / LEVEL_MS));
  if (end > track.levels.length) {
    const wider = new Uint8Array(Math.max(end, track.levels.length * 2));
    wider.set(track.levels);
    track.levels = wider;
  }
  levels.forEach((level, at) => {
    const slot = end - levels.length + at;
    if (slot >= 0) track.levels[slot] = Math.min(FULL_LEVEL, Math.max(0, level));
  });
  track.length = Math.max(track.length, end);
}

/** Levels are steps of loudness; three decibels each. */
const STEP_DB = 3;
const AMPLITUDES = Array.from({ length: FULL_LEVEL + 1 }, (_, level) =>
  level === 0 ? 0 : 10 ** (((level - FULL_LEVEL) * STEP_DB) / 20),
);

/** How much is heard in a stretch, 0–1: the mean amplitude, so that pauses inside it lower it. */
export function heardIn(track: LevelTrack, fromMs: number, toMs: number): number {
  const from = Math.max(0, Math.floor(fromMs / LEVEL_MS));
  const to = Math.min(track.length, Math.ceil(toMs / LEVEL_MS));
  if (to <= from) return 0;
  let sum = 0;
  for (let slot = from; slot < to; slot++) sum += AMPLITUDES[track.levels[slot] ?? 0] ?? 0;
  return sum / (to - from);
}

/** The loudest level of a stretch, 0–1. */
export function loudestIn(track: LevelTrack, fromMs: number, toMs: number): number {
  const from = Math.max(0, Math.floor(fromMs / LEVEL_MS));
  const to = Math.min(track.length, Math.ceil(toMs / LEVEL_MS));
  let loudest = 0;
  for (let slot = from; slot < to; slot++) loudest = Math.max(loudest, track.levels[slot] ?? 0);
  return loudest / FULL_LEVEL;
}
