import {
  type Claim,
  failStage,
  StageLost,
  waitFor,
} from "#app/core/domain/recording/stages.server.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { errorFacts, isDiskFull } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { whileUnavailable } from "#app/core/platform/while-unavailable.ts";
import { FfmpegError, MediaError } from "#media/ffmpeg/media-error.ts";
import { SpeechError } from "#media/speech/engine.ts";

/** How long finished work waits for a database that went away before it is given up and done again. */
const PATIENCE_MS = 90_000;

/**
 * Runs one stage's work and its publication. Facts about the file end the stage, troubles of the machine put it
 * off, a missing part makes it wait, and a stop hands it back to the queue.
 * @returns whether it was published
 */
export async function guarded<T>(
  claim: Claim,
  signal: AbortSignal,
  work: () => Promise<T>,
  publish: (made: T) => Promise<void>,
): Promise<boolean> {
  try {
    const made = await work();
    // Work of minutes is not thrown away because the database restarts.
    const until = performance.now() + PATIENCE_MS;
    await whileUnavailable(() => publish(made), {
      isOver: () => performance.now() > until,
      signal,
    });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StageLost || isDatabaseUnavailable(error)) throw error;
    await settle(claim, error);
    return false;
  }
}

async function settle(claim: Claim, error: unknown): Promise<void> {
  if (error instanceof MediaError && error.code === "sandbox_unavailable")
    await waitFor(
      claim,
      /ffmpeg is not installed/.test(error.message) ? "ffmpeg_missing" : "isolation_off",
    );
  else if ((error instanceof MediaError && error.code === "no_space") || isDiskFull(error))
    await waitFor(claim, "storage_full");
  else if (error instanceof MediaError)
    await failStage(claim, error.code, `${error.message}\n${error.stderrTail}`, !error.isPermanent);
  else if (error instanceof SpeechError)
    await failStage(claim, error.code, error.message, error.isTransient);
  else if (error instanceof FfmpegError)
    await failStage(claim, "media_crashed", `${error.message}\n${error.stderrTail}`, true);
  else {
    const { name, stack } = errorFacts(error);
    log.error({ stage: claim.stage, attempt: claim.attempt, name, stack }, "stage broke off");
    await failStage(claim, "unexpected", name, true);
  }
}
