import { db, Prisma } from "#app/core/platform/db.server.ts";
import { segmentVector } from "../words/tsvector.ts";
import type { Timing } from "../transcript/document.ts";
import type { Word } from "../words/words.ts";
import { encodeWords } from "../words/words-codec.ts";

/** One piece of the live transcript, as it reads now. Times are ms on the call clock. */
export type LiveSegment = {
  /** Of this call, given once; every revision keeps it. */
  no: number;
  /** 1 and up; an older revision never overwrites a newer one, and nothing overwrites a final. */
  rev: number;
  isFinal: boolean;
  participantId: string | null;
  t0Ms: number;
  t1Ms: number;
  words: readonly Word[];
  /** The engine's own words, where the dictionary changed them. */
  rawWords: readonly Word[] | null;
  /** How many leading words of a draft will not change. */
  stableWords: number;
  timing: Timing;
};
export type LiveTranscriptRef = { workspaceId: string; callId: string };

/**
 * Writes a piece and wakes the streams. The row lock of the call's counter makes commit order the order of
 * `seq`, so a stream that reads "after n" misses nothing (live §9).
 * @returns whether it was written; false where a newer revision or the final stands, or the call has no room
 */
export async function writeLiveSegment(
  { workspaceId, callId }: LiveTranscriptRef,
  segment: LiveSegment,
): Promise<boolean> {
  const { no, rev, isFinal, participantId, timing } = segment;
  const t0Ms = Math.round(segment.t0Ms);
  const t1Ms = Math.max(t0Ms, Math.round(segment.t1Ms));
  const { text, bytes } = encodeWords(segment.words, t0Ms);
  const raw = rawOf(segment, t0Ms);
  const told = await db.$queryRaw<{ told: string }[]>(Prisma.sql`
    WITH s AS (UPDATE live_call SET seq = seq + 1 WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid
      RETURNING seq, transcript_id),
    up AS (INSERT INTO segment AS x (workspace_id, base_id, no, from_version, seq, rev, is_final, participant_id, t0_ms, t1_ms,
        text, words, raw, raw_words, timing, confidence, doc)
      SELECT ${workspaceId}::uuid, s.transcript_id, ${no}, 1, s.seq, ${rev}, ${isFinal}, ${participantId}::uuid, ${t0Ms}, ${t1Ms},
        ${text}, ${bytes}, ${raw.text}, ${raw.bytes}, ${timing}::timing, ${confidenceOf(segment.words)}::int,
        ${isFinal ? segmentVector(text) : null}::tsvector FROM s
      ON CONFLICT (workspace_id, base_id, no, from_version) DO UPDATE SET seq = EXCLUDED.seq, rev = EXCLUDED.rev,
        is_final = EXCLUDED.is_final, t0_ms = EXCLUDED.t0_ms, t1_ms = EXCLUDED.t1_ms, text = EXCLUDED.text, words = EXCLUDED.words,
        raw = EXCLUDED.raw, raw_words = EXCLUDED.raw_words, timing = EXCLUDED.timing, confidence = EXCLUDED.confidence, doc = EXCLUDED.doc
        WHERE x.rev < EXCLUDED.rev AND NOT x.is_final RETURNING 1)
    SELECT pg_notify('live_segment', ${callId}::text)::text AS told FROM up`);
  return told.length > 0;
}

/** A draft keeps in `raw` what will not change of it; a final what the engine itself had heard. */
function rawOf(
  { isFinal, words, rawWords, stableWords }: LiveSegment,
  t0Ms: number,
): { text: string | null; bytes: Uint8Array<ArrayBuffer> | null } {
  if (!isFinal) return { text: encodeWords(words.slice(0, stableWords), t0Ms).text, bytes: null };
  if (!rawWords) return { text: null, bytes: null };
  return encodeWords(rawWords, t0Ms);
}

function confidenceOf(words: readonly Word[]): number | null {
  const known = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return known.length === 0
    ? null
    : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length);
}

/** The number of the next piece: a worker that takes a call over goes on where the last one was. */
export async function nextSegmentNo({ workspaceId, callId }: LiveTranscriptRef): Promise<number> {
  const [found] = await db.$queryRaw<{ no: number }[]>`
    SELECT coalesce(max(s.no), -1) + 1 AS no FROM live_call l
    JOIN segment s ON s.workspace_id = l.workspace_id AND s.base_id = l.transcript_id AND s.from_version = 1
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.call_id = ${callId}::uuid`;
  return found?.no ?? 0;
}

/** Drafts whose worker is gone will never be finished: they leave every screen. Their sound is recognised after the call. */
export async function dropDrafts({ workspaceId, callId }: LiveTranscriptRef): Promise<void> {
  await db.$queryRaw`
    WITH s AS (UPDATE live_call SET seq = seq + 1 WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid
      RETURNING seq, transcript_id),
    up AS (UPDATE segment x SET seq = s.seq, rev = x.rev + 1, is_final = true, text = '', words = '\\x00'::bytea, raw = NULL, doc = NULL
      FROM s WHERE x.workspace_id = ${workspaceId}::uuid AND x.base_id = s.transcript_id AND NOT x.is_final RETURNING 1)
    SELECT pg_notify('live_segment', ${callId}::text)::text AS told FROM up`;
}
