import type { Tx } from "#app/core/platform/db.server.ts";
import { segmentVector } from "../words/tsvector.ts";
import { type SegmentRow } from "./edit.ts";
import { isBleed } from "../words/flags.ts";

/** JSON stays well under what one statement should carry. */
const ROWS_PER_INSERT = 2_000;

const base64 = (bytes: Uint8Array | null) =>
  bytes === null ? null : Buffer.from(bytes).toString("base64");

function asJson(row: SegmentRow) {
  return {
    no: row.no,
    from_version: row.fromVersion,
    to_version: row.toVersion,
    participant_id: row.participantId,
    track_id: row.trackId,
    t0_ms: Math.round(row.t0Ms),
    t1_ms: Math.round(row.t1Ms),
    text: row.text,
    words: base64(row.words),
    raw: row.raw,
    raw_words: base64(row.rawWords),
    timing: row.timing,
    confidence: row.confidence,
    flags: row.flags,
    doc: isBleed(row.flags) ? null : segmentVector(row.text),
  };
}

/** Writes segments of a base with their search documents, thousands at a time; bleed has none. */
export async function insertSegments(
  tx: Tx,
  workspaceId: string,
  baseId: string,
  rows: readonly SegmentRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const json = JSON.stringify(rows.slice(from, from + ROWS_PER_INSERT).map(asJson));
    await tx.$executeRaw`
      INSERT INTO segment (workspace_id, base_id, no, from_version, to_version, participant_id, track_id, t0_ms, t1_ms,
        text, words, raw, raw_words, timing, confidence, flags, doc)
      SELECT ${workspaceId}::uuid, ${baseId}::uuid, r.no, r.from_version, r.to_version, r.participant_id, r.track_id, r.t0_ms, r.t1_ms,
        r.text, decode(r.words, 'base64'), r.raw, decode(r.raw_words, 'base64'), r.timing::timing, r.confidence, r.flags, r.doc::tsvector
      FROM jsonb_to_recordset(${json}::jsonb) AS r(no int, from_version int, to_version int, participant_id uuid, track_id uuid,
        t0_ms int, t1_ms int, text text, words text, raw text, raw_words text, timing text, confidence int, flags int, doc text)`;
  }
}

/** All rows of a base, of every version, as the pure edits take them. */
export async function loadSegments(
  tx: Tx,
  workspaceId: string,
  baseId: string,
): Promise<SegmentRow[]> {
  return tx.segment.findMany({
    where: { workspaceId, baseId, isFinal: true },
    orderBy: [{ t0Ms: "asc" }, { no: "asc" }, { fromVersion: "asc" }],
    select: {
      no: true,
      fromVersion: true,
      toVersion: true,
      participantId: true,
      trackId: true,
      t0Ms: true,
      t1Ms: true,
      text: true,
      words: true,
      raw: true,
      rawWords: true,
      timing: true,
      confidence: true,
      flags: true,
    },
  });
}
