import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { System } from "../access/actor.ts";
import {
  type Claim,
  publishStage,
  type RecordingRef,
  skipStage,
} from "../recording/stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { findSpokenCall, isStillCurrent, type SpokenCall } from "../transcript/spoken.server.ts";
import { type HighlightsResult, highlightsOf } from "../summary/summary.ts";

/** The recording whose summary stage stands for a call; null when there is none. */
export async function findSummarySource(
  { workspaceId }: System,
  callId: string,
): Promise<RecordingRef | null> {
  const found = await db.recording.findFirst({
    where: { workspaceId, callId, isPrimary: true },
    select: { id: true },
  });
  return found && { workspaceId, callId, recordingId: found.id };
}

/** The summary stage: Highlights of the current transcript, in one run with its quotes. @throws StageLost */
export async function summariseStage(claim: Claim): Promise<void> {
  const call = await findSpokenCall(claim.workspaceId, claim.callId);
  const made = call && make(call);
  await db.$transaction(async (tx) => {
    if (!call || !made) return skipStage(tx, claim, "no_transcript");
    await write(tx, call, made);
    await writeCallIndex(tx, claim);
    await publishStage(tx, claim);
  });
}

/** A run of its own for a version that a person made; older runs stay (product §16). */
export async function summariseVersion(
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  number: number,
): Promise<void> {
  const call = await findSpokenCall(workspaceId, callId, number);
  if (!call) return;
  const made = make(call);
  await db.$transaction(async (tx) => {
    await write(tx, call, made);
    await writeCallIndex(tx, { workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
}

const make = (call: SpokenCall): HighlightsResult =>
  highlightsOf({
    segments: call.segments,
    language: call.language,
    callStartedAt: call.startedAt.toISOString(),
    timeZone: call.timeZone,
  });

/**
 * Once for a version, however often its job is delivered; and none for one that is no longer current, because the
 * newest run is the one that is shown.
 */
async function write(
  tx: Tx,
  call: SpokenCall,
  { engine, outputs, dropped }: HighlightsResult,
): Promise<void> {
  const { workspaceId, callId, transcriptId, baseId } = call;
  if (!(await isStillCurrent(tx, call))) return;
  if ((await tx.summaryRun.count({ where: { workspaceId, callId, transcriptId } })) > 0) return;
  const runId = newId();
  await tx.summaryRun.create({
    data: { id: runId, workspaceId, callId, transcriptId, engine, state: "done", dropped },
    select: { id: true },
  });
  const rows = outputs.map((output) => ({ id: newId(), output }));
  await tx.summaryOutput.createMany({
    data: rows.map(({ id, output: { section, ord, type, value, certainty, whyEmpty } }) => ({
      id,
      workspaceId,
      runId,
      section,
      ord,
      type,
      value: value ?? Prisma.DbNull,
      certainty,
      whyEmpty,
    })),
  });
  await tx.evidence.createMany({
    data: rows.flatMap(({ id, output }) =>
      output.evidence.map(({ segment, participantId, t0Ms, t1Ms, quote }, ord) => ({
        id: newId(),
        workspaceId,
        outputId: id,
        ownerKind: "output",
        ownerId: id,
        ord,
        baseId,
        segment,
        participantId,
        t0Ms: Math.round(t0Ms),
        t1Ms: Math.round(t1Ms),
        quote,
      })),
    ),
  });
}
