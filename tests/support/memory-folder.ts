import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** A run's databases and files take some hundred megabytes. */
const LEAST_BYTES = 2 << 30;

/**
 * Where folders that live for a test run are made: in memory where there is room for them, because a database of 1,500
 * files is cloned for each test file, in 15 ms there and in 300 on a disk; else the temporary folder.
 */
export const memoryFolder: string = hasRoom() ? MEMORY : tmpdir();

function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}
