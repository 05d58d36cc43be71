import { releaseHeld } from "#app/core/domain/recording/held-copies.server.ts";
import { type StageAttempt, StageLost } from "#app/core/domain/recording/stages.server.ts";
import type { WaitingCause } from "#app/core/domain/recording/pipeline.ts";
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
  attempt: StageAttempt,
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
    await settle(attempt, error);
    return false;
  }
}

/** The same for a stage that needs no work before its publication. */
export const publishGuarded = (
  attempt: StageAttempt,
  signal: AbortSignal,
  publish: () => Promise<void>,
): Promise<boolean> => guarded(attempt, signal, () => Promise.resolve(), publish);

async function settle(attempt: StageAttempt, error: unknown): Promise<void> {
  const trouble = troubleOf(error);
  if (trouble.kind === "wait") {
    await attempt.wait(trouble.cause);
    return;
  }
  if (trouble.cause === "unexpected") {
    const { name, stack } = errorFacts(error);
    log.error({ stage: attempt.stage, attempt: attempt.number, name, stack }, "stage broke off");
  }
  await attempt.fail(trouble.cause, trouble.detail, trouble.isTransient);
  if (!trouble.isTransient) await releaseHeld(attempt);
}

/** What broke work off: a missing part, which it waits for, or a failure that may pass, or not. */
export type Trouble =
  | { kind: "wait"; cause: WaitingCause }
  | { kind: "fail"; cause: string; detail: string; isTransient: boolean };

export function troubleOf(error: unknown): Trouble {
  if (error instanceof MediaError && error.code === "sandbox_unavailable") {
    const isMissing = /ffmpeg is not installed/.test(error.message);
    return { kind: "wait", cause: isMissing ? "ffmpeg_missing" : "isolation_off" };
  }
  if ((error instanceof MediaError && error.code === "no_space") || isDiskFull(error))
    return { kind: "wait", cause: "storage_full" };
  const fail = (cause: string, detail: string, isTransient: boolean): Trouble => ({
    ...{ kind: "fail", cause, detail, isTransient },
  });
  if (error instanceof MediaError)
    return fail(error.code, `${error.message}\n${error.stderrTail}`, !error.isPermanent);
  if (error instanceof SpeechError) return fail(error.code, error.message, error.isTransient);
  if (error instanceof FfmpegError)
    return fail("media_crashed", `${error.message}\n${error.stderrTail}`, true);
  return fail("unexpected", errorFacts(error).name, true);
}
