import { rm } from "node:fs/promises";
import { asSystem } from "#app/core/domain/access/actor.ts";
import {
  claimStage,
  type StageAttempt,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import { findJoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import {
  findTranscodeSource,
  type NewPicture,
  publishPicture,
} from "#app/core/domain/recording/transcode.server.ts";
import { makePicture, mustEncode } from "#media/ffmpeg/picture.ts";
import type { Handlers } from "../handle.ts";
import { dropAttempt } from "../join/drop-attempt.ts";
import { joinPicture } from "../join/join-picture.ts";
import { makePoster, posterAt } from "../join/make-poster.ts";
import { guarded } from "../stages/guarded.ts";
import { store } from "../stages/media-store.ts";
import { inspectOriginal, mediaJob, type UploadBench } from "../stages/originals.ts";
import { watchStage } from "../stages/stage-watch.ts";

/** Encodes the picture of an upload, after its sound can be heard: the first that its files have. */
export const pictureRecording: Handlers["recording.picture"] = async (
  { workspaceId, recordingId },
  { signal, context },
) => {
  const system = asSystem(workspaceId, "recording.picture");
  const browsers = await findJoinSource(system, recordingId);
  if (browsers) {
    await joinPicture(browsers, { signal, context });
    return;
  }
  const source = await findTranscodeSource(system, recordingId);
  const attempt = source && (await claimStage(source.ref, "picture"));
  if (!attempt) return;
  const folder = await context.jobFolder(`${recordingId}-picture-${attempt.number}`);
  const bench: UploadBench = { source, folder, context, signal };
  try {
    const encode = () => encodeFirst(bench, attempt);
    const publish = (made: NewPicture | null) => publishPicture(attempt, made);
    if (!(await guarded(attempt, signal, encode, publish))) await dropAttempt(attempt);
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    await dropAttempt(attempt);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function encodeFirst(bench: UploadBench, attempt: StageAttempt): Promise<NewPicture | null> {
  for (const at of bench.source.originals.keys()) {
    const one = await inspectOriginal(bench, at);
    if (!mustEncode(one.info)) continue;
    const { durationMs } = one.info;
    const { signal, report: report } = watchStage(attempt, [durationMs ?? 0], bench.signal);
    const job = { ...mediaJob({ ...bench, signal }, one), onProgressMs: report };
    const made = await makePicture(job).catch((error: unknown) => {
      signal.throwIfAborted(); // ffmpeg's own words for being killed say less
      throw error;
    });
    if (!made) return null;
    const atMs = posterAt(durationMs ?? 0);
    const { jobDir } = one;
    return {
      poster: await makePoster({ ...made, atMs }, attempt, { jobDir, tools: job.tools, signal }),
      video: await store(jobDir, attempt, made.name, made.mime, durationMs),
      isPartial: false,
    };
  }
  return null;
}
