import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { notePrivateOpening } from "../rights/private-access.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import type { TranscriptDocument } from "./document.ts";
import { FLAGS } from "../words/flags.ts";
import { type ExportFormat, writeTranscript } from "./export/export-transcript.ts";
import { SEGMENTS_PER_PAGE, VIRTUALISE_ABOVE, type WireIndex, type WirePage } from "./wire.ts";
import { encodeIndex, encodePage, type IndexRow, type PageRow } from "./wire-encode.ts";
import { decodeWords } from "../words/words-codec.ts";

type Head = {
  number: number;
  base_id: string;
  is_current: boolean;
  language: string;
  title: string;
  started_at: Date | null;
  voice_ms: number | null;
  covered_ms: number | null;
  /** Of the version that was brought in. */
  timing: string | null;
  people: { id: string; name: string; side: "R" | "C" }[];
};

/** One statement: the right, the version and the people. @throws DomainError `not_found` */
async function head(
  actor: Member,
  permission: "transcript.read" | "transcript.export",
  callId: string,
  number: number,
): Promise<Head> {
  const [found] = await rows<Head>(Prisma.sql`
    SELECT t.number, t.base_id, t.is_current, t.language, c.title, c.started_at, t.covered_ms,
      (SELECT b.settings->>'timing' FROM transcript b WHERE b.workspace_id = t.workspace_id AND b.id = t.base_id) AS timing,
      (SELECT r.voice_ms FROM recording r WHERE r.workspace_id = t.workspace_id AND r.id = t.recording_id) AS voice_ms,
      coalesce((SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'side', p.side) ORDER BY p.lane, p.id)
        FROM participant p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id), '[]'::json) AS people
    FROM call c JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.number = ${number}
    WHERE ${visibleSql(actor, permission)} AND c.id = ${callId}::uuid`);
  if (!found) throw new DomainError("not_found");
  return found;
}

/** The same for what is read by itself: who sees the call by private access alone has opened it. */
async function openHead(...asked: Parameters<typeof head>): Promise<Head> {
  const found = await head(...asked);
  await notePrivateOpening(asked[0], asked[2]);
  return found;
}

/** The rows of a version; the current one's by the partial index, which repeats its WHERE. */
function segments(actor: Member, { base_id, number, is_current }: Head): Prisma.Sql {
  const holds = is_current
    ? Prisma.sql`s.to_version IS NULL`
    : Prisma.sql`s.from_version <= ${number} AND (s.to_version IS NULL OR s.to_version > ${number})`;
  return Prisma.sql`FROM segment s WHERE s.workspace_id = ${actor.workspaceId}::uuid AND s.base_id = ${base_id}::uuid AND ${holds} AND s.is_final`;
}
const ORDER = Prisma.sql`ORDER BY s.t0_ms, s.no`;

type IndexSql = {
  no: number;
  participant_id: string | null;
  t0_ms: number;
  t1_ms: number;
  chars: number;
};
type PageSql = { text: string; words: Buffer; flags: number };
const INDEX_COLUMNS = Prisma.sql`s.no, s.participant_id, s.t0_ms, s.t1_ms, char_length(s.text) AS chars`;

/** Lanes in the order of the people; words without a speaker are one more lane without a name. */
function laneTable({ people }: Head, found: readonly { participant_id: string | null }[]) {
  const lanes: WireIndex["lanes"] = people.map(({ id, name, side }) => ({ id, name, side }));
  const byId = new Map(lanes.map(({ id }, n) => [id, n]));
  if (found.some(({ participant_id }) => participant_id === null)) {
    lanes.push({ id: "", name: "", side: null });
  }
  return {
    lanes,
    laneOf: (id: string | null) => (id === null ? lanes.length - 1 : (byId.get(id) ?? 0)),
  };
}

function indexOf(version: Head, found: readonly IndexSql[]): WireIndex {
  const { lanes, laneOf } = laneTable(version, found);
  const table = found.map(
    (row): IndexRow => ({
      no: row.no,
      lane: laneOf(row.participant_id),
      t0Ms: row.t0_ms,
      t1Ms: row.t1_ms,
      chars: row.chars,
    }),
  );
  return encodeIndex(version.number, lanes, table);
}

const pageRow = ({ text, words, flags }: PageSql): PageRow => ({ text, words, flags });

/** Where each segment starts and how long it is (data §2.3). @throws DomainError `not_found` */
export async function getTranscriptIndex(
  actor: Member,
  callId: string,
  number: number,
): Promise<WireIndex> {
  const version = await openHead(actor, "transcript.read", callId, number);
  return indexOf(
    version,
    await rows<IndexSql>(Prisma.sql`SELECT ${INDEX_COLUMNS} ${segments(actor, version)} ${ORDER}`),
  );
}

/** The words of 512 segments, page 0 first. @throws DomainError `not_found`, also beyond the last page */
export async function getTranscriptPage(
  actor: Member,
  callId: string,
  number: number,
  page: number,
): Promise<WirePage> {
  const version = await openHead(actor, "transcript.read", callId, number);
  const found = await rows<PageSql>(Prisma.sql`
    SELECT s.text, s.words, s.flags ${segments(actor, version)} ${ORDER} LIMIT ${SEGMENTS_PER_PAGE} OFFSET ${page * SEGMENTS_PER_PAGE}`);
  if (found.length === 0 && page > 0) throw new DomainError("not_found");
  return encodePage(found.map(pageRow));
}

/** A small transcript of its own: `first` is its position in the whole, `total` the whole's count. */
export type TranscriptSlice = { index: WireIndex; page: WirePage; first: number; total: number };

/**
 * What the server renders: everything up to 500 segments, else `limit` of them around `tMs`. The page notes its opening.
 * @throws DomainError `not_found`
 */
export async function getSegmentsAround(
  actor: Member,
  callId: string,
  number: number,
  tMs: number,
  limit = 200,
): Promise<TranscriptSlice> {
  const version = await head(actor, "transcript.read", callId, number);
  const from = segments(actor, version);
  const [counts] = await rows<{ total: number; before: number }>(
    Prisma.sql`SELECT count(*)::int AS total, count(*) FILTER (WHERE s.t0_ms < ${tMs})::int AS before ${from}`,
  );
  const { total, before } = counts ?? { total: 0, before: 0 };
  const isWhole = total <= VIRTUALISE_ABOVE;
  const first = isWhole ? 0 : Math.max(0, Math.min(before - Math.floor(limit / 2), total - limit));
  const found = await rows<IndexSql & PageSql>(Prisma.sql`
    SELECT ${INDEX_COLUMNS}, s.text, s.words, s.flags ${from} ${ORDER} LIMIT ${isWhole ? VIRTUALISE_ABOVE : limit} OFFSET ${first}`);
  return { index: indexOf(version, found), page: encodePage(found.map(pageRow)), first, total };
}

type FullSql = IndexSql &
  Omit<PageSql, "flags"> & { timing: "engine" | "aligned" | "spread" | null };

/** What a microphone picked up of the other side is left out: it is there once already, as theirs. */
async function getDocument(actor: Member, version: Head): Promise<TranscriptDocument> {
  const found = await rows<FullSql>(
    Prisma.sql`SELECT ${INDEX_COLUMNS}, s.text, s.words, s.timing ${segments(actor, version)}
      AND s.flags & ${FLAGS.bleed} = 0 ${ORDER}`,
  );
  const { people, voice_ms: voiceMs, covered_ms: coveredMs, timing } = version;
  const order = new Map(people.map(({ id }, n) => [id, n]));
  return {
    title: version.title,
    language: version.language,
    startedAt: version.started_at?.toISOString() ?? null,
    times: timing === "between" || timing === "made_up" ? timing : null,
    coverage: voiceMs === null || coveredMs === null ? null : { voiceMs, coveredMs },
    speakers: people.map(({ name, side }) => ({ name, side })),
    segments: found.map((row) => ({
      speaker: row.participant_id === null ? null : (order.get(row.participant_id) ?? null),
      t0Ms: row.t0_ms,
      t1Ms: row.t1_ms,
      text: row.text,
      words: decodeWords(row.words, row.text, row.t0_ms),
      timing: row.timing ?? "spread",
    })),
  };
}

/**
 * A version as a file, with an entry in the user log (product §8.7).
 * @throws DomainError `not_found`
 */
export async function exportTranscript(
  actor: Member,
  callId: string,
  number: number,
  format: ExportFormat,
) {
  const version = await openHead(actor, "transcript.export", callId, number);
  const document = await getDocument(actor, version);
  await db.$transaction((tx) =>
    record(
      tx,
      actor,
      "transcript.exported",
      { kind: "call", id: callId },
      { after: { number, format } },
    ),
  );
  return { title: version.title, ...writeTranscript(document, format) };
}
