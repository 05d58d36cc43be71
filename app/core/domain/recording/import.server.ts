import { nameOfFile } from "./file-name.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { makeCall, type Sample } from "../call/new-call.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { publishWords, readWords, startOf } from "./imported-words.server.ts";
import { sendStage } from "./stages.server.ts";
import type { ImportTranscript } from "./upload.schema.ts";

/**
 * A transcript file becomes a call without media, labelled so: its words are version 1, and numbers,
 * topics and Highlights follow as for any call.
 * @param sample it is invented history of a demo: no stage waits, and its numbers are made by who brings it
 * @throws DomainError `forbidden`, `validation_failed` (text: why it cannot be read, or what of it not; startedAt)
 */
export async function importTranscript(
  actor: Member,
  input: ImportTranscript,
  sample: Sample | null = null,
): Promise<{ callId: string; recordingId: string }> {
  demand(actor, "call.create");
  const words = readWords(actor, input, input);
  const { document, people } = words;
  const startedAt = startOf(actor, input, document);
  const { workspaceId, memberId } = actor;
  const durationMs = document.segments.reduce((end, { t1Ms }) => Math.max(end, t1Ms), 0);

  return db.$transaction(async (tx) => {
    const { callId, participantIds } = await makeCall(tx, actor, {
      title: input.title ?? document.title ?? nameOfFile(input.name),
      kind: "upload",
      startedAt,
      company: input.company,
      language: input.language,
      visibility: input.visibility,
      colleagues: input.colleagues,
      people,
      sample,
    });
    const recordingId = newId();
    await tx.recording.create({
      data: {
        id: recordingId,
        workspaceId,
        callId,
        method: "import",
        state: sample === null ? "processing" : "ready",
        isPrimary: true,
        durationMs,
        createdBy: memberId,
      },
      select: { id: true },
    });
    await tx.call.updateMany({
      where: { workspaceId, id: callId },
      data: { state: "available", durationMs, quality: people.length > 1 ? "B" : "C" },
    });
    await stages(tx, { workspaceId, recordingId }, { bytes: input.text.length, sample });
    await publishWords(tx, actor, { callId, recordingId }, words, participantIds);
    if (sample === null) {
      await sendStage(tx, { workspaceId, recordingId, callId }, "metrics");
      await publishPipelineChanged(tx, { workspaceId, callId });
    }
    return { callId, recordingId };
  });
}

async function stages(
  tx: Tx,
  base: { workspaceId: string; recordingId: string },
  { bytes, sample }: { bytes: number; sample: Sample | null },
): Promise<void> {
  const endedAt = now();
  await tx.stage.createMany({
    data: [
      {
        ...base,
        name: "upload",
        state: "done",
        done: BigInt(bytes),
        total: BigInt(bytes),
        unit: "bytes",
        endedAt,
      },
      ...(["inspect", "normalise", "transcribe"] as const).map((name) => ({
        ...base,
        name,
        state: "skipped" as const,
        cause: "imported",
        endedAt,
      })),
      ...(sample === null
        ? ([
            { ...base, name: "metrics", state: "waiting" },
            { ...base, name: "summary", state: "waiting" },
          ] as const)
        : ([
            { ...base, name: "metrics", state: "done", endedAt },
            { ...base, name: "summary", state: "skipped", cause: "sample", endedAt },
          ] as const)),
    ],
  });
}
