import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";

/** Sound of three people is 12 kB a second: this is twenty minutes of it, and room for the database to stop. */
export const STOP_BYTES = 16 << 20;
/** An attempt that would end again at once does not begin. */
export const START_BYTES = 32 << 20;
const EVERY_MS = 1000;

/** Bytes this process may still write; infinite where the file system does not say. */
export function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Looks once a second; @returns stops looking */
export function watchSpace(dir: string, onFull: (free: number) => void): () => void {
  const timer = setInterval(() => {
    statfs(dir).then(
      ({ bavail, bsize }) => {
        if (bavail * bsize < STOP_BYTES) onFull(bavail * bsize);
      },
      () => undefined,
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
