import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TranscodeSource } from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { inspectMedia, type MediaInfo } from "#media/ffmpeg/inspect.ts";
import type { WorkerContext } from "../context.ts";

/** A job on an upload's originals: `folder` is the attempt's own. */
export type UploadBench = {
  source: TranscodeSource;
  folder: string;
  context: WorkerContext;
  signal: AbortSignal;
};
/** `jobDir` is the file's own folder: programs of several files run at a time. */
export type Inspected = { jobDir: string; name: string; info: MediaInfo };

/** Brings the `at`-th original here and says what it is. @throws MediaError as `inspectMedia` */
export async function inspectOriginal(
  { source, folder, context, signal }: UploadBench,
  at: number,
): Promise<Inspected> {
  const jobDir = join(folder, String(at));
  const name = "original";
  await mkdir(jobDir, { recursive: true });
  await blobs().getFile(source.originals[at]?.key ?? "", join(jobDir, name));
  const info = await inspectMedia({
    jobDir,
    name,
    tools: context.tools(),
    signal,
    maxDurationMs: longestMs(),
  });
  return { jobDir, name, info };
}

/** What each conversion of an inspected original needs. */
export const mediaJob = ({ context, signal }: UploadBench, { jobDir, name, info }: Inspected) => ({
  jobDir,
  name,
  info,
  tools: context.tools(),
  signal,
  maxDurationMs: longestMs(),
});

const longestMs = () => env().LIMIT_UPLOAD_HOURS * 3_600_000;
