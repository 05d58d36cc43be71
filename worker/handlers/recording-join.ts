import { rm } from "node:fs/promises";
import { publishAssembly } from "#app/core/domain/recording/assemble.server.ts";
import type { JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { claimStage, StageLost } from "#app/core/domain/recording/stages.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { MediaError } from "#media/ffmpeg/media-error.ts";
import type { WorkerContext } from "../context.ts";
import { drawPeaks } from "../join/draw-peaks.ts";
import { dropAttempt } from "../join/drop-attempt.ts";
import { makeJoined } from "../join/join-runs.ts";
import type { JoinJob } from "../join/lanes.ts";
import { guarded } from "../stages/guarded.ts";

/**
 * A browser's recording is stopped: its pieces become tracks and a mix, by stream copy, and are heard from then on. What
 * their waveforms look like follows; words and picture are jobs of their own.
 */
export async function joinRecording(
  source: JoinSource,
  { signal, context }: { signal: AbortSignal; context: WorkerContext },
): Promise<void> {
  const { ref } = source;
  const attempt = await claimStage(ref, "normalise");
  const jobDir = await context.jobFolder(`${ref.recordingId}-join`);
  const job: JoinJob = { jobDir, tools: context.tools(), signal };
  try {
    if (attempt) {
      const work = () => {
        if (!context.tools().isUsable)
          throw new MediaError("sandbox_unavailable", context.tools().reason);
        return makeJoined(source, attempt, job);
      };
      if (!(await guarded(attempt, signal, work, (made) => publishAssembly(attempt, made)))) {
        await dropAttempt(attempt);
        return;
      }
    }
    if (context.tools().isUsable) await drawPeaks(ref, job);
    log.info({ callId: ref.callId, runs: source.runs.length }, "a browser's recording is joined");
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    if (attempt) await dropAttempt(attempt);
  } finally {
    await rm(jobDir, { recursive: true, force: true });
  }
}
