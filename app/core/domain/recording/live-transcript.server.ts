import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Span } from "#app/core/platform/ranges.ts";
import { cutPaused } from "./cut-paused.server.ts";
import { insertSegments } from "../transcript/transcript-rows.server.ts";
import { endCurrent, type NewSegment, nextNumber, rowOf } from "../transcript/publish.server.ts";
import { countWords } from "../words/words-codec.ts";
import type { RecordingRef, StageAttempt } from "./stages.server.ts";

export type LiveEngine = { engine: string; model: string; dictionary: string; vad: number };

/**
 * The words of the call, as they were written while it ran, become transcript version 1: drafts go, each piece
 * gets its track, and nothing waits for streams any more. @throws StageLost
 */
export async function finishLiveTranscript(
  attempt: StageAttempt,
  transcriptId: string,
  engine: LiveEngine,
  /** What was said in these belongs to nobody. */
  paused: readonly Span[],
): Promise<void> {
  const { workspaceId, callId, recordingId } = attempt;
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM live_call WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid FOR UPDATE`;
      await tx.segment.deleteMany({
        where: {
          ...{ workspaceId, baseId: transcriptId, fromVersion: 1 },
          OR: [{ isFinal: false }, { text: "" }],
        },
      });
      await cutPaused(tx, workspaceId, transcriptId, paused);
      await tx.$executeRaw`
        UPDATE segment s SET seq = NULL, track_id = (SELECT t.id FROM track t WHERE t.workspace_id = s.workspace_id
          AND t.recording_id = ${recordingId}::uuid AND t.participant_id = s.participant_id AND t.source = 'microphone' LIMIT 1)
        WHERE s.workspace_id = ${workspaceId}::uuid AND s.base_id = ${transcriptId}::uuid AND s.from_version = 1`;
      await countUp(tx, workspaceId, transcriptId, transcriptId, 1);
      const { engine: name, model, dictionary, vad } = engine;
      await tx.transcript.updateMany({
        where: { workspaceId, id: transcriptId },
        data: { engine: name, model, settings: { dictionary, vad, live: true } },
      });
      await tx.recording.updateMany({
        where: { workspaceId, id: recordingId },
        data: { engines: { speech: name, speechModel: model } },
      });
      await attempt.publish(tx);
    },
    { timeout: 60_000 },
  );
}

/** Words, confidence and share of spread times of a version. */
async function countUp(
  tx: Tx,
  workspaceId: string,
  transcriptId: string,
  baseId: string,
  number: number,
): Promise<void> {
  const rows = await tx.segment.findMany({
    where: {
      ...{ workspaceId, baseId, isFinal: true, fromVersion: { lte: number } },
      OR: [{ toVersion: null }, { toVersion: { gt: number } }],
    },
    select: { words: true, confidence: true, timing: true },
  });
  const counted = rows.map(({ words, ...row }) => ({ ...row, words: countWords(words) }));
  const sum = (of: (row: (typeof counted)[number]) => number) =>
    counted.reduce((all, row) => all + of(row), 0);
  const words = sum((row) => row.words);
  const judged = sum((row) => (row.confidence === null ? 0 : row.words));
  await tx.transcript.updateMany({
    where: { workspaceId, id: transcriptId },
    data: {
      words,
      spread: words === 0 ? null : sum((row) => (row.timing === "spread" ? row.words : 0)) / words,
      confidence:
        judged === 0 ? null : sum((row) => (row.confidence ?? 0) * row.words) / judged / 100,
    },
  });
}

/** Spans that an earlier round has recognised already, by track. */
export async function listFilled(
  { workspaceId, callId }: RecordingRef,
  baseId: string,
): Promise<Map<string, Span[]>> {
  const versions = await db.transcript.findMany({
    where: { workspaceId, callId, baseId },
    select: { settings: true },
  });
  const filled = new Map<string, Span[]>();
  for (const { settings } of versions)
    for (const { track, fromMs, toMs } of spansOf(settings))
      filled.set(track, [...(filled.get(track) ?? []), { fromMs, toMs }]);
  return filled;
}

type FilledSpan = Span & { track: string };
const isSpan = (value: unknown): value is FilledSpan =>
  typeof value === "object" &&
  value !== null &&
  ["fromMs", "toMs", "track"].every((name) => name in value);
const spansOf = (settings: Prisma.JsonValue): FilledSpan[] => {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return [];
  const { filled } = settings;
  return Array.isArray(filled) ? filled.filter(isSpan) : [];
};

/**
 * What was not recognised while the call ran joins the same words as their next version: nothing of what
 * people have corrected meanwhile is touched.
 * @param spans what is now done, found words or not, by track id
 * @returns the version's number; null when nothing was found, or another engine's words are current by now
 */
export async function publishFilled(
  { workspaceId, callId, recordingId }: RecordingRef,
  baseId: string,
  engine: LiveEngine,
  segments: readonly NewSegment[],
  spans: readonly FilledSpan[],
): Promise<number | null> {
  return db.$transaction(
    async (tx) => {
      const number = await nextNumber(tx, workspaceId, callId);
      const current = await tx.transcript.findFirst({
        where: { workspaceId, callId, isCurrent: true },
        select: { id: true, baseId: true, number: true, language: true, settings: true },
      });
      if (current?.baseId !== baseId) return null;
      const said = segments.filter(({ words }) => words.length > 0);
      const filled = [...spansOf(current.settings), ...spans];
      if (said.length === 0) {
        const settings = { ...objectOf(current.settings), filled };
        await tx.transcript.updateMany({
          where: { workspaceId, id: current.id },
          data: { settings },
        });
        return null;
      }
      const [{ no: last } = { no: -1 }] = await tx.$queryRaw<{ no: number }[]>(Prisma.sql`
        SELECT coalesce(max(no), -1) AS no FROM segment WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${baseId}::uuid`);
      await endCurrent(tx, workspaceId, callId);
      const id = newId();
      const { engine: name, model, dictionary, vad } = engine;
      await tx.transcript.create({
        data: {
          ...{ id, workspaceId, callId, recordingId, baseId, number, language: current.language },
          ...{ origin: "engine", engine: name, model, isCurrent: true, words: 0 },
          settings: { dictionary, vad, filled },
        },
        select: { id: true },
      });
      await insertSegments(
        tx,
        workspaceId,
        baseId,
        said
          .toSorted((a, b) => a.t0Ms - b.t0Ms)
          .map((segment, at) => rowOf(segment, last + 1 + at, number)),
      );
      await countUp(tx, workspaceId, id, baseId, number);
      return number;
    },
    { timeout: 60_000 },
  );
}

const objectOf = (value: Prisma.JsonValue): Prisma.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
