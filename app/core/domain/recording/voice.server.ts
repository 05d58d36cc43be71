import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { totalOfSpans } from "#app/core/platform/ranges.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { coverVersion, keepCovered, type TrackVoice } from "../transcript/coverage.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { areWordsMissing, sumOf } from "../words/coverage.ts";
import type { RecordingRef } from "./stages.server.ts";
import { notifyOwner } from "./notify-owner.server.ts";
import { type StageState, WORDS_MISSING } from "./stage-views.ts";

/** What was measured of a track's sound. */
export type TrackSound = TrackVoice & {
  /** dBFS of the voice; null where there is none. */
  voiceDb: number | null;
  /** It holds no sound at all. */
  isSilent: boolean;
};

/** Holds the row of a recording until the transaction ends. */
export async function lockRecording(
  tx: Tx,
  { workspaceId, recordingId }: Pick<RecordingRef, "workspaceId" | "recordingId">,
): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR NO KEY UPDATE`;
}

/** Whether something of a recording's tracks or of its words is still to be measured. */
export async function isUnmeasured({
  workspaceId,
  recordingId,
  callId,
}: RecordingRef): Promise<boolean> {
  const [tracks, versions] = await Promise.all([
    db.track.count({
      where: {
        workspaceId,
        recordingId,
        voiceMs: null,
        source: { notIn: ["screen_audio", "coach"] },
      },
    }),
    db.transcript.count({
      where: { workspaceId, callId, isCurrent: true, covered: { equals: Prisma.DbNull } },
    }),
  ]);
  return tracks + versions > 0;
}

/** Keeps what was measured of a recording's tracks; it holds whatever engine recognises them. */
export async function noteSounds(
  tx: Tx,
  { workspaceId, recordingId }: RecordingRef,
  sounds: readonly TrackSound[],
): Promise<void> {
  for (const { trackId, voice, voiceDb, isSilent } of sounds)
    await tx.track.updateMany({
      where: { workspaceId, id: trackId, recordingId },
      data: { voiceMs: totalOfSpans(voice), voiceDb, isSilent },
    });
}

/**
 * Counts up how much of what is said in a recording has words in the version that people read, and keeps it, with what
 * recognised them.
 * @returns whether they are missing; false where that was not measured
 */
export async function countWords(
  tx: Tx,
  { workspaceId, recordingId, callId }: RecordingRef,
): Promise<boolean> {
  const tracks = await tx.track.findMany({
    where: { workspaceId, recordingId, voiceMs: { not: null } },
    select: { id: true, voiceMs: true },
  });
  if (tracks.length === 0) return false;
  const current = await tx.transcript.findFirst({
    where: { workspaceId, callId, recordingId, isCurrent: true },
    select: { covered: true, engine: true, model: true },
  });
  const stage = await tx.stage.findFirst({
    where: { workspaceId, recordingId, name: "transcribe" },
    select: { state: true, cause: true },
  });
  const covered = coveredIn(current?.covered ?? null, stage);
  const measured = tracks.map(({ id, voiceMs }) => ({
    voiceMs: voiceMs ?? 0,
    coveredMs: covered?.[id] ?? 0,
  }));
  await tx.recording.updateMany({
    where: { workspaceId, id: recordingId },
    data: {
      ...sumOf(measured),
      ...(covered === null && { coveredMs: null }),
      ...(current?.engine != null && {
        engines: { speech: current.engine, ...(current.model && { speechModel: current.model }) },
      }),
    },
  });
  return covered !== null && areWordsMissing(measured);
}

/** Causes of a stage left out for which people miss words: recognition was wanted, and could not be had. */
const WANTED: ReadonlySet<string> = new Set(["language_not_supported", "engine_missing"]);

/**
 * How much of each track has words, by its id.
 * @param json of the version people read; null of one that was not measured, or where there is none
 * @returns null where that is not known
 */
export function coveredIn(
  json: Prisma.JsonValue,
  transcribe: { state: StageState; cause: string | null } | null | undefined,
): Record<string, number> | null {
  if (json !== null) return coveredOf(json);
  const isLeftOut = transcribe?.state === "skipped" && WANTED.has(transcribe.cause ?? "");
  return isLeftOut ? {} : null;
}

/** By track id, as a version keeps it. */
function coveredOf(json: Prisma.JsonValue): Record<string, number> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return {};
  return Object.fromEntries(
    Object.entries(json).flatMap(([id, ms]) => (typeof ms === "number" ? [[id, ms]] : [])),
  );
}

/**
 * Measures the words that people read against the sound of their tracks, where they came by another way than a
 * recognition of it: word by word while the call ran.
 */
export async function measureCurrent(
  ref: RecordingRef,
  sounds: readonly TrackSound[],
): Promise<void> {
  const { workspaceId, callId, recordingId } = ref;
  await db.$transaction(
    async (tx) => {
      await lockCall(tx, ref);
      await lockRecording(tx, ref);
      await noteSounds(tx, ref, sounds);
      const current = await tx.transcript.findFirst({
        where: { workspaceId, callId, recordingId, isCurrent: true },
        select: { id: true, baseId: true, number: true },
      });
      if (current) {
        const covered = await coverVersion(tx, { workspaceId, ...current }, sounds);
        await keepCovered(tx, workspaceId, current.id, covered);
      }
      if (await settleWordsIn(tx, ref))
        await notifyOwner(tx, ref, { kind: "words_missing", values: { recordingId } });
    },
    { timeout: 60_000 },
  );
}

/** After other words became current: whether the recording lost words is said by them. */
export const settleWords = (workspaceId: string, callId: string): Promise<void> =>
  db.$transaction(async (tx) => {
    await lockCall(tx, { workspaceId, callId });
    const found = await tx.recording.findFirst({
      where: { workspaceId, callId, isPrimary: true },
      select: { id: true },
    });
    if (found) await settleWordsIn(tx, { workspaceId, callId, recordingId: found.id });
  });

/**
 * The state of a recording that is at rest; one at work settles with its last stage.
 * @returns whether its words are missing from now on
 */
async function settleWordsIn(tx: Tx, ref: RecordingRef): Promise<boolean> {
  const { workspaceId, recordingId } = ref;
  const isMissing = await countWords(tx, ref);
  const failed = await tx.stage.count({ where: { workspaceId, recordingId, state: "failed" } });
  const { count } = await tx.recording.updateMany({
    where: {
      ...{ workspaceId, id: recordingId },
      OR: isMissing
        ? [{ state: "ready" }, { state: "ready_partial", cause: null }]
        : [{ state: "ready_partial", cause: WORDS_MISSING }],
    },
    data: isMissing
      ? { state: "ready_partial", cause: WORDS_MISSING }
      : { state: failed > 0 ? "ready_partial" : "ready", cause: null },
  });
  if (count === 0) return false;
  if (!isMissing && failed === 0)
    await record(tx, asSystem(workspaceId, "pipeline"), "recording.ready", {
      ...{ kind: "recording", id: recordingId },
    });
  await publishPipelineChanged(tx, ref);
  return isMissing;
}
