import { type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { DomainError } from "../errors.ts";
import type { Timing } from "./document.ts";
import { type SegmentRow } from "./edit.ts";
import { isBleed } from "../words/flags.ts";
import { coverTracks, findKept, type TrackVoice } from "./coverage.server.ts";
import { insertSegments } from "./transcript-rows.server.ts";
import type { Word } from "../words/words.ts";
import { encodeWords } from "../words/words-codec.ts";

/** What an engine or a file says: times in ms from the start of the call. */
export type NewSegment = {
  participantId: string | null;
  trackId: string | null;
  t0Ms: number;
  t1Ms: number;
  words: readonly Word[];
  /** The engine's own words, when dictionary or number writing changed them. */
  rawWords?: readonly Word[] | null;
  timing: Timing;
  flags?: number;
};
export type NewTranscript = {
  workspaceId: string;
  callId: string;
  recordingId: string | null;
  origin: "engine" | "import";
  engine: string | null;
  model: string | null;
  language: string;
  /** Versions of voice detection, dictionary and the like, to tell runs apart. */
  settings: Prisma.InputJsonObject;
  createdBy: string | null;
  segments: readonly NewSegment[];
  /** Where people talk in the tracks that were recognised; absent where that was not measured. */
  voice?: readonly TrackVoice[];
};
/** `isCurrent`: false where the words that people read cover more, or were corrected by hand. */
export type Published = {
  id: string;
  number: number;
  words: number;
  segments: number;
  isCurrent: boolean;
};

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
const totalOf = (covered: Readonly<Record<string, number>>): number =>
  Object.values(covered).reduce((sum, ms) => sum + ms, 0);
const confidences = (words: readonly Word[]) =>
  words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));

export function rowOf(segment: NewSegment, no: number, number: number): SegmentRow {
  const { words, rawWords, t0Ms, t1Ms } = segment;
  const packed = encodeWords(words, t0Ms);
  const raw = rawWords ? encodeWords(rawWords, t0Ms) : null;
  const confidence = mean(confidences(words));
  return {
    no,
    fromVersion: number,
    toVersion: null,
    participantId: segment.participantId,
    trackId: segment.trackId,
    t0Ms,
    t1Ms,
    text: packed.text,
    words: packed.bytes,
    raw: raw?.text ?? null,
    rawWords: raw?.bytes ?? null,
    timing: segment.timing,
    confidence: confidence === null ? null : Math.round(confidence),
    flags: segment.flags ?? 0,
  };
}

/** The next version's number; holding the call's row, so that two writers come one after the other. */
export async function nextNumber(tx: Tx, workspaceId: string, callId: string): Promise<number> {
  const [call] = await tx.$queryRaw<{ number: number }[]>`
    SELECT coalesce((SELECT max(number) FROM transcript t WHERE t.workspace_id = c.workspace_id AND t.call_id = c.id), 0)::int AS number
    FROM (SELECT workspace_id, id FROM call WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid FOR UPDATE) c`;
  if (!call) throw new DomainError("not_found");
  return call.number + 1;
}

export async function endCurrent(tx: Tx, workspaceId: string, callId: string): Promise<void> {
  await tx.transcript.updateMany({
    where: { workspaceId, callId, isCurrent: true },
    data: { isCurrent: false },
  });
}

/**
 * Stores a new base (an engine run or an import) as the call's next version and makes it current,
 * in the transaction of the stage that made it. Earlier versions stay. Metrics, hits and search are
 * the caller's next step. One that covers less of what is said than the words people read is put beside
 * them, and is made current by hand only.
 * @throws DomainError `not_found` when the call is gone
 */
export async function publishTranscript(tx: Tx, transcript: NewTranscript): Promise<Published> {
  const { segments, voice, ...head } = transcript;
  const { workspaceId, callId } = head;
  const number = await nextNumber(tx, workspaceId, callId);
  const covered = voice && coverTracks(voice, segments);
  const kept = covered ? await findKept(tx, head, voice, covered) : null;
  const isCurrent = kept === null;
  if (isCurrent) await endCurrent(tx, workspaceId, callId);
  const id = newId();
  const ordered = segments
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => a.t0Ms - b.t0Ms || a.t1Ms - b.t1Ms);
  // The other side's words were said once, and the microphone's version of them is the worse one.
  const counted = ordered.filter(({ flags = 0 }) => !isBleed(flags));
  const words = counted.reduce((sum, segment) => sum + segment.words.length, 0);
  const spread = counted.reduce(
    (sum, segment) => sum + (segment.timing === "spread" ? segment.words.length : 0),
    0,
  );
  const confidence = mean(counted.flatMap((segment) => confidences(segment.words)));
  await tx.transcript.create({
    data: {
      ...head,
      id,
      baseId: id,
      number,
      isCurrent,
      ...(covered && { covered, coveredMs: totalOf(covered) }),
      settings: { ...head.settings, ...(kept !== null && { beside: kept }) },
      words,
      spread: words === 0 ? null : spread / words,
      confidence: confidence === null ? null : confidence / 100,
    },
  });
  await insertSegments(
    tx,
    workspaceId,
    id,
    ordered.map((segment, no) => rowOf(segment, no, number)),
  );
  return { id, number, words, segments: ordered.length, isCurrent };
}
