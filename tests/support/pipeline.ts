import { expect } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aRecording, type SignedIn } from "./factories.ts";
import { type StageName, type StageState } from "#app/core/domain/recording/stage-views.ts";
import { type PipelineStage, STAGES } from "#app/core/domain/recording/pipeline.ts";
import {
  claimStage,
  type RecordingRef,
  type StageAttempt,
} from "#app/core/domain/recording/stages.server.ts";

type Wish = Partial<Record<PipelineStage, StageState>>;

/** A recording whose upload is done and whose other stages wait, unless said otherwise. */
export async function aPipeline(
  owner: SignedIn,
  wish: Wish = {},
  state: "uploaded" | "processing" | "failed" = "uploaded",
): Promise<RecordingRef> {
  const call = await aCall(owner, { state: "ended" });
  const recording = await aRecording(call, { state });
  const { workspaceId } = call;
  await db.stage.createMany({
    data: STAGES.filter((name) => name !== "picture" || wish.picture).map((name) => ({
      workspaceId,
      recordingId: recording.id,
      name,
      state: wish[name] ?? (name === "upload" ? ("done" as const) : ("waiting" as const)),
    })),
  });
  return { workspaceId, recordingId: recording.id, callId: call.id };
}
export const stageOf = ({ workspaceId, recordingId }: RecordingRef, name: StageName) =>
  db.stage.findUniqueOrThrow({
    where: { workspaceId_recordingId_name: { workspaceId, recordingId, name } },
  });
export const recordingOf = ({ workspaceId, recordingId }: RecordingRef) =>
  db.recording.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: recordingId } } });
export const publish = (attempt: StageAttempt) => db.$transaction((tx) => attempt.publish(tx));

export async function take(ref: RecordingRef, stage: PipelineStage): Promise<StageAttempt> {
  return (await claimStage(ref, stage)) ?? expect.fail(`${stage} was not to be had`);
}
/** Ends a stage and everything before it. */
export async function runTo(ref: RecordingRef, last: PipelineStage): Promise<void> {
  for (const stage of STAGES.slice(1, STAGES.indexOf(last) + 1))
    await publish(await take(ref, stage));
}

/** @returns the moment so long before now */
export const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
/** Lets a stage have begun some seconds earlier. */
export const age = ({ recordingId }: RecordingRef, name: PipelineStage, seconds: number) =>
  db.stage.updateMany({ where: { recordingId, name }, data: { startedAt: ago(seconds) } });
