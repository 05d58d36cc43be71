import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A private folder named by this process, so that a later start can tell what a dead one left. */
export async function makeTempFolder(tmpDir: string): Promise<string> {
  await mkdir(tmpDir, { recursive: true });
  return mkdtemp(join(tmpDir, `speech-${process.pid}-`));
}

/** Removes folders of processes that are gone. An hour's grace: another container has its own pids. */
export async function sweepTempFolders(tmpDir: string): Promise<void> {
  for (const name of await readdir(tmpDir).catch(() => [])) {
    const pid = Number(/^speech-(\d+)-/.exec(name)?.[1] ?? NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const { mtimeMs } = await stat(join(tmpDir, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > 3_600_000) {
      await rm(join(tmpDir, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
