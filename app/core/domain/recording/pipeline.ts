import { summariseCall } from "#app/core/jobs/call-summarise.job.ts";
import { makePicture } from "#app/core/jobs/recording-picture.job.ts";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import type { StageName } from "./stage-views.ts";

/**
 * The one order of the pipeline (house §11): upload → inspect → normalise → transcribe → metrics → summary.
 * The call is playable after `normalise`. `picture` stands beside: only where an upload's picture must be encoded is
 * there one, from `normalise` on, and nothing waits for it. What a CRM is
 * to hold follows the summary, and holds nothing back: `crm-stage.server.ts`.
 */
export const STAGES = [
  "upload",
  "inspect",
  "normalise",
  "transcribe",
  "metrics",
  "summary",
  "picture",
] as const satisfies StageName[];
export type PipelineStage = (typeof STAGES)[number];

/** The stages that follow each other, in their order. */
export const CHAIN = STAGES.filter((name) => name !== "picture");

export const isPipelineStage = (name: string): name is PipelineStage =>
  STAGES.some((stage) => stage === name);

/**
 * The job that does a stage; Retry sends it again, and it starts at the first stage that is not done. Numbers follow
 * a recognition in its own job; where the words are there already, they do not wait behind the recognitions of others.
 */
export const JOB_OF = {
  inspect: transcodeRecording,
  normalise: transcodeRecording,
  transcribe: transcribeRecording,
  metrics: deriveTranscript,
  summary: summariseCall,
  picture: makePicture,
} as const;

/** A stage that fails for good before this point makes the recording fail; after it, the recording plays. */
export const isBeforePlayable = (stage: PipelineStage): boolean =>
  stage !== "picture" && CHAIN.indexOf(stage) <= CHAIN.indexOf("normalise");

/**
 * Causes that are no failure: the stage waits, without counting tries, until the part is there.
 * Texts of all causes stand in the `stages` catalogue.
 */
export const WAITING_CAUSES = [
  "ffmpeg_missing",
  "isolation_off",
  "parts_preparing",
  "storage_full",
  "duplicate",
] as const;
export type WaitingCause = (typeof WAITING_CAUSES)[number];
