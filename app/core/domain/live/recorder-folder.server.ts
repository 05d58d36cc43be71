import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "#app/core/platform/env.server.ts";

/** Sound reaches a file of the recorder several times a second, silence too. */
const WRITES_WITHIN_MS = 4_000;
/** Its journal has a line of figures every 10 s, also while nothing is kept. */
const TELLS_WITHIN_MS = 12_000;

/** The folder of a call's recorder as its row names it: below the data folder, or absolute. */
export const recorderFolder = (dir: string): string => resolve(env().dataDir, dir);

/**
 * Whether a recorder of which no worker tells is at work all the same: it outlives its worker, and its files grow.
 * @param state what it last said; false where its folder is on another machine
 */
export async function isStillAtWork(dir: string, state: "recording" | "paused"): Promise<boolean> {
  const folder = recorderFolder(dir);
  const names = await readdir(folder).catch(() => []);
  const told = names.filter((name) =>
    state === "paused" ? name === "journal.jsonl" : name.endsWith(".ogg"),
  );
  const ages = await Promise.all(
    told.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => Infinity,
      ),
    ),
  );
  return Math.min(...ages) <= (state === "paused" ? TELLS_WITHIN_MS : WRITES_WITHIN_MS);
}
