import { deriveFromTranscript } from "#app/core/domain/analysis/derive.server.ts";
import { claimStage, type RecordingRef } from "#app/core/domain/recording/stages.server.ts";
import { publishGuarded } from "./guarded.ts";

/**
 * The metrics stage of a recording: numbers, hits and search from its current words; a summary follows.
 * @returns whether the stage was to be had
 * @throws StageLost
 */
export async function deriveStage(ref: RecordingRef, signal: AbortSignal): Promise<boolean> {
  const attempt = await claimStage(ref, "metrics");
  if (!attempt) return false;
  await publishGuarded(attempt, signal, () => deriveFromTranscript(attempt));
  return true;
}
