import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { CHAIN, type PipelineStage, STAGES } from "./pipeline.ts";
import { MODEL_WRITES, WORDS_MISSING } from "./stage-views.ts";
import { sendStage } from "./stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";

/** What is still arriving, discarded or without media has nothing to start with (product §5.2). */
const CAN_RETRY: ReadonlySet<string> = new Set([
  "uploaded",
  "processing",
  "ready",
  "ready_partial",
  "failed",
]);
/** An imported transcript may have no media, and is not recognised: those stages stay skipped. */
const NOTHING_TO_DO = "imported";
const UP_TO_WORDS: readonly PipelineStage[] = CHAIN.slice(0, CHAIN.indexOf("transcribe") + 1);
/** The owner is asked about a duplicate; that is answered, not retried. */
const QUESTION = "duplicate";

/**
 * Starts the pipeline again at the first stage that failed, was skipped for want of a part, or waits for its next try;
 * at recognition where words are missing.
 * @param callId of the page that asks, if it is one call's: another call's recording is not there
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` (nothing to retry)
 */
export async function retryRecording(
  actor: Member,
  recordingId: string,
  callId?: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { workspaceId } = actor;
    const found = await tx.recording.findFirst({
      where: {
        workspaceId,
        id: recordingId,
        ...(callId !== undefined && { callId }),
        call: visible(actor, "call.read"),
      },
      select: {
        callId: true,
        state: true,
        cause: true,
        call: { select: callAccess },
        stages: { select: { name: true, state: true, cause: true, attempt: true } },
      },
    });
    authorise(actor, "recording.retry", found?.call ?? null);
    if (!found) throw new DomainError("not_found");
    if (!CAN_RETRY.has(found.state)) throw new DomainError("invalid_state");
    const broken: PipelineStage[] = STAGES.filter((name) => {
      const stage = found.stages.find((row) => row.name === name);
      return (
        stage?.state === "failed" ||
        (stage?.state === "skipped" && stage.cause !== null && stage.cause !== NOTHING_TO_DO) ||
        (stage?.state === "waiting" && stage.cause !== null && stage.cause !== QUESTION)
      );
    });
    // Words are missing, though a recognition was done: better ones take the place of those that are there.
    const isForWords =
      found.state === "ready_partial" &&
      found.cause === WORDS_MISSING &&
      !broken.some((name) => UP_TO_WORDS.includes(name));
    if (isForWords) broken.unshift("transcribe");
    const [first] = broken;
    if (first === undefined || first === "upload") throw new DomainError("invalid_state");
    // What follows the first is done again; the picture follows nothing, and is done again for its own sake.
    const again: PipelineStage[] =
      first === "picture" ? [] : CHAIN.filter((_, at) => at >= CHAIN.indexOf(first));
    const roots =
      broken.includes("picture") && first !== "picture" ? [first, "picture" as const] : [first];
    if (broken.includes("picture")) again.push("picture");
    await tx.stage.updateMany({
      where: {
        workspaceId,
        recordingId,
        name: { in: again },
        OR: [
          { state: { in: ["failed", "waiting", "done"] } },
          // Words that came with the file are not recognised, however often its media is made.
          { state: "skipped", cause: null },
          { state: "skipped", cause: { not: NOTHING_TO_DO } },
          { state: "running", cause: MODEL_WRITES },
        ],
      },
      data: { state: "waiting", tries: 0, retryAt: null, cause: null, detail: null },
    });
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId },
      data: { state: "processing", cause: null },
    });
    const ref = { workspaceId, recordingId, callId: found.callId };
    for (const name of roots) {
      const attempt = found.stages.find((row) => row.name === name)?.attempt ?? 0;
      await sendStage(tx, ref, name, `retry-${attempt}`);
    }
    await record(
      tx,
      actor,
      "recording.retried",
      { kind: "recording", id: recordingId },
      { after: { stage: first } },
    );
    await publishPipelineChanged(tx, ref);
  });
}
