import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { listComponents } from "../component/component-status.server.ts";
import { LIMITS } from "../limits.ts";
import { CHAIN } from "./pipeline.ts";

/** Those whose media lies there whole; what is still on its way is recognised by the engine of now anyway. */
const RESTS = ["ready", "ready_partial"] as const;
/** Stages that follow the words, and they themselves. */
const AGAIN = CHAIN.filter((_, at) => at >= CHAIN.indexOf("transcribe"));
/** One of many calls: new ones go first. */
const LATER = { priority: -1 };

type Choice = { language: string; model: string };

/** Languages for which a model is installed, as the worker found it a moment ago. */
async function installedChoices(): Promise<Choice[]> {
  const speech = (await listComponents()).find(({ name }) => name === "speech");
  return ["en", "ja"].flatMap((language) =>
    speech?.detail[`${language}.engine`] === "sherpa-onnx"
      ? [{ language, model: speech.detail[`${language}.model`] ?? "" }]
      : [],
  );
}

/** Words `t` that an engine wrote and nobody corrected, other than the model for their language would. */
const isWorse = (choices: readonly Choice[]): Prisma.Sql =>
  Prisma.sql`t.origin = 'engine' AND (${Prisma.join(
    choices.map(
      ({ language, model }) => Prisma.sql`(split_part(lower(t.language), '-', 1) = ${language}
      AND (t.engine, t.model) IS DISTINCT FROM ('sherpa-onnx', ${model}))`,
    ),
    " OR ",
  )})`;

/** Media to recognise, of a recording that has come to rest. */
const HAS_SOUND = Prisma.sql`EXISTS (SELECT 1 FROM recording r
  JOIN file f ON f.workspace_id = r.workspace_id AND f.recording_id = r.id AND f.kind = 'track'
  WHERE r.workspace_id = t.workspace_id AND r.id = t.recording_id AND r.state::text IN (${Prisma.join([...RESTS])}))`;

/**
 * Calls the actor may recognise again whose words an installed model would hear better: the newest first, up to what one
 * run takes. What people corrected stays as they left it.
 */
export async function findRecognisable(
  actor: Member,
): Promise<{ callIds: string[]; isCut: boolean }> {
  const choices = await installedChoices();
  if (choices.length === 0) return { callIds: [], isCut: false };
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM call c JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.is_current
    WHERE ${visibleSql(actor, "call.read")} AND ${visibleSql(actor, "recording.retry")} AND c.state = 'available'
      AND ${isWorse(choices)} AND ${HAS_SOUND}
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${LIMITS.bulkRows + 1}`);
  const callIds = found.map(({ id }) => id);
  return { callIds: callIds.slice(0, LIMITS.bulkRows), isCut: callIds.length > LIMITS.bulkRows };
}

/**
 * Queues a call's recognition again, and what follows from its words. Until it is done, and where it fails, the words that
 * are there stay.
 * @returns false where there is nothing to gain: corrected or imported words, the same model, or work under way
 * @throws DomainError `not_found`, `forbidden`
 */
export async function recogniseAnewIn(tx: Tx, actor: Member, callId: string): Promise<boolean> {
  const call = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  const { workspaceId } = authorise(actor, "recording.retry", call);
  const choices = await installedChoices();
  if (choices.length === 0) return false;
  const [found] = await tx.$queryRaw<{ recordingId: string }[]>(Prisma.sql`
    SELECT t.recording_id AS "recordingId" FROM transcript t
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.call_id = ${callId}::uuid AND t.is_current
      AND ${isWorse(choices)} AND ${HAS_SOUND}`);
  if (!found) return false;
  const { recordingId } = found;
  const stages = await tx.stage.findMany({
    where: { workspaceId, recordingId, name: { in: AGAIN } },
    select: { name: true, state: true, attempt: true },
  });
  const words = stages.find(({ name }) => name === "transcribe");
  if (!words) return false;
  if (stages.some(({ state }) => state === "waiting" || state === "running")) return false;
  await tx.stage.updateMany({
    where: { workspaceId, recordingId, name: { in: AGAIN } },
    data: { state: "waiting", tries: 0, retryAt: null, cause: null, detail: null },
  });
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: { state: "processing", cause: null },
  });
  const key = `${recordingId}:anew-${words.attempt}`;
  await enqueue(tx, transcribeRecording, key, { v: 1, workspaceId, recordingId }, LATER);
  await record(
    tx,
    actor,
    "recording.retried",
    { kind: "recording", id: recordingId },
    { after: { stage: "transcribe" } },
  );
  await publishPipelineChanged(tx, { workspaceId, callId });
  return true;
}
