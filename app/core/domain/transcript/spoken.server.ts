import { Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import type { QualityClass, Side } from "../views.ts";
import { FLAGS } from "../words/flags.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { decodeWords } from "../words/words-codec.ts";
import { lockCall } from "../call-lock.server.ts";

export type SpokenCall = {
  workspaceId: string;
  callId: string;
  teamId: string | null;
  transcriptId: string;
  baseId: string;
  number: number;
  origin: "engine" | "import" | "edit";
  engine: string | null;
  language: string;
  spreadShare: number;
  /** Turns have no times of their own: they were made up from the length of the text, between few times or none. */
  areTimesMadeUp?: boolean;
  title: string;
  kind: "room" | "meeting" | "phone" | "recorder" | "upload";
  quality: QualityClass;
  durationMs: number;
  startedAt: Date;
  timeZone: string;
  /** `isGroup`: several people whom a browser recorded as one lane. */
  people: { id: string; name: string; side: Side; memberId: string | null; isGroup?: boolean }[];
  excluded: { t0Ms: number; t1Ms: number }[];
  segments: SpokenSegment[];
};

type Head = {
  team_id: string | null;
  transcript_id: string;
  base_id: string;
  number: number;
  origin: SpokenCall["origin"];
  engine: string | null;
  language: string;
  spread: number | null;
  made_up: boolean | null;
  title: string;
  kind: SpokenCall["kind"];
  quality: QualityClass | null;
  duration_ms: number | null;
  started_at: Date | null;
  time_zone: string;
};
type Person = {
  id: string;
  name: string;
  side: Side;
  member_id: string | null;
  is_group: boolean;
};
type Line = {
  no: number;
  participant_id: string | null;
  t0_ms: number;
  t1_ms: number;
  text: string;
  words: Buffer;
};

/**
 * Whether participant `p` is all who spoke in a tab that a browser recorded: the tab's track is theirs, and until the
 * pieces are joined to tracks the pieces are.
 */
const IS_GROUP = Prisma.sql`EXISTS (SELECT 1 FROM browser_recorder b
  WHERE b.workspace_id = p.workspace_id AND b.call_id = p.call_id AND NOT b.is_one_person AND CASE
    WHEN EXISTS (SELECT 1 FROM track t WHERE t.workspace_id = b.workspace_id AND t.recording_id = b.recording_id)
    THEN EXISTS (SELECT 1 FROM track t WHERE t.workspace_id = b.workspace_id AND t.recording_id = b.recording_id
      AND t.source = 'tab' AND t.participant_id = p.id)
    ELSE EXISTS (SELECT 1 FROM local_chunk k WHERE k.workspace_id = b.workspace_id AND k.call_id = b.call_id
      AND k.is_primary AND k.source = 'tab' AND k.participant_id = p.id) END)`;

/** A transcript version with everything that numbers and summaries are made from, but for what a microphone heard of the others; the current one without `number`. */
export async function findSpokenCall(
  workspaceId: string,
  callId: string,
  number?: number,
): Promise<SpokenCall | null> {
  const which = number === undefined ? Prisma.sql`t.is_current` : Prisma.sql`t.number = ${number}`;
  const [head] = await rows<Head>(Prisma.sql`
    SELECT t.id AS transcript_id, t.base_id, t.number, t.origin, b.engine, t.language, b.spread,
      b.settings ->> 'timing' IN ('between', 'made_up') AS made_up, c.team_id, c.title, c.kind, c.quality, c.duration_ms,
      c.started_at, coalesce(o.time_zone, w.time_zone) AS time_zone
    FROM transcript t
    JOIN transcript b ON b.workspace_id = t.workspace_id AND b.id = t.base_id
    JOIN call c ON c.workspace_id = t.workspace_id AND c.id = t.call_id
    JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
    JOIN workspace w ON w.id = c.workspace_id
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.call_id = ${callId}::uuid AND ${which}`);
  if (!head) return null;
  const [lines, people, spans] = await Promise.all([
    rows<Line>(Prisma.sql`
      SELECT no, participant_id, t0_ms, t1_ms, text, words FROM segment
      WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${head.base_id}::uuid AND is_final AND flags & ${FLAGS.bleed} = 0
        AND from_version <= ${head.number} AND (to_version IS NULL OR to_version > ${head.number})
      ORDER BY t0_ms, no`),
    rows<Person>(Prisma.sql`
      SELECT p.id, p.name, p.side, p.member_id, ${IS_GROUP} AS is_group
      FROM participant p
      WHERE p.workspace_id = ${workspaceId}::uuid AND p.call_id = ${callId}::uuid AND p.role <> 'coach' ORDER BY p.lane`),
    rows<{ t0_ms: number; t1_ms: number }>(Prisma.sql`
      SELECT t0_ms, t1_ms FROM call_span WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid AND t1_ms IS NOT NULL`),
  ]);
  const sides = new Map(people.map(({ id, side }) => [id, side]));
  const lastMs = lines.reduce((end, { t1_ms }) => Math.max(end, t1_ms), 0);
  return {
    workspaceId,
    callId,
    teamId: head.team_id,
    transcriptId: head.transcript_id,
    baseId: head.base_id,
    number: head.number,
    origin: head.origin,
    engine: head.engine,
    language: head.language,
    spreadShare: head.spread ?? 0,
    areTimesMadeUp: head.made_up ?? false,
    title: head.title,
    kind: head.kind,
    quality: head.quality ?? (people.length > 1 ? "B" : "C"),
    durationMs: head.duration_ms ?? lastMs,
    startedAt: head.started_at ?? new Date(0),
    timeZone: head.time_zone,
    people: people.map(({ id, name, side, member_id: memberId, is_group: isGroup }) => ({
      ...{ id, name, side, memberId, isGroup },
    })),
    excluded: spans.map(({ t0_ms: t0Ms, t1_ms: t1Ms }) => ({ t0Ms, t1Ms })),
    segments: lines.map(
      ({ no, participant_id: participantId, t0_ms: t0Ms, t1_ms: t1Ms, text, words }) => ({
        no,
        participantId,
        side: participantId === null ? null : (sides.get(participantId) ?? null),
        t0Ms,
        t1Ms,
        text,
        words: decodeWords(words, text, t0Ms).map((word) => ({
          text: word.text,
          t0Ms: word.startMs,
          t1Ms: word.endMs,
          confidence: word.confidence,
          isSpaced: word.isSpaced,
        })),
      }),
    ),
  };
}

/**
 * Whether a version is still its call's current one. The call's row is held, so it stays so until the transaction
 * ends: what is made of a version that was edited meanwhile must not take the place of its successor's.
 */
export async function isStillCurrent(
  tx: Tx,
  { workspaceId, callId, transcriptId }: SpokenCall,
): Promise<boolean> {
  await lockCall(tx, { workspaceId, callId });
  const found = await tx.transcript.findFirst({
    where: { workspaceId, id: transcriptId, isCurrent: true },
    select: { id: true },
  });
  return found !== null;
}
