import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/core/platform/env.server.ts";
import type { SegmentOut } from "#media/speech/engine.ts";

/** What an earlier attempt on this machine has recognised already. */
export type Resume = {
  find: (trackId: string, segmentId: string) => SegmentOut | undefined;
  keep: (trackId: string, segment: SegmentOut) => void;
  /** Everything is recognised: the notes go. */
  close: () => Promise<void>;
};

type Line = { track: string; segment: SegmentOut };

/**
 * Opens the notes of a recording. They hold only for the same engine, model, language and dictionary,
 * which `key` names; others are thrown away.
 */
export async function openResume(recordingId: string, key: string): Promise<Resume> {
  const folder = join(env().dataDir, "resume");
  const path = join(folder, `${recordingId}.jsonl`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await readNotes(path, key);
  if (!known) await writeFile(path, `${JSON.stringify({ key })}\n`, { mode: 0o600 });
  let written: Promise<void> = Promise.resolve();
  return {
    find: (trackId, segmentId) => known?.get(`${trackId}/${segmentId}`),
    keep(track, segment) {
      if (known?.has(`${track}/${segment.id}`) === true) return;
      const line: Line = { track, segment };
      // A lost note costs a second of work, so a full disk must not fail the stage here.
      written = written
        .then(() => appendFile(path, `${JSON.stringify(line)}\n`))
        .catch(() => undefined);
    },
    async close() {
      await written;
      await rm(path, { force: true });
    },
  };
}

async function readNotes(path: string, key: string): Promise<Map<string, SegmentOut> | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  const [head = "", ...lines] = text.split("\n");
  if (head !== JSON.stringify({ key })) return null;
  const known = new Map<string, SegmentOut>();
  for (const line of lines) {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `keep` under the same key
      const { track, segment } = JSON.parse(line) as Line;
      known.set(`${track}/${segment.id}`, segment);
    } catch {
      // the worker died in the middle of this line
    }
  }
  return known;
}
