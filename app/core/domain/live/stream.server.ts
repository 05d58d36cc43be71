import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { listComponents } from "../component/component-status.server.ts";
import type { CallRef } from "./live-call.server.ts";
import { notesOf } from "./notes.server.ts";
import type {
  DoneEvent,
  LiveMark,
  LivePerson,
  LiveSpeech,
  LiveStateEvent,
  RecordingNow,
  SegEvent,
  WaitingGuest,
} from "./live-views.ts";
import type { Visibility } from "../call/call-views.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { isStillAtWork } from "./recorder-folder.server.ts";
import { waitingSince } from "./guest.server.ts";

/** A recorder that has not been heard of for this long is absent: the alarm is on screen within 10 s (product §20.9). */
const ABSENT_MS = 7_500;
/** A page of the transcript: a stream that was away for long reads several. */
const MOST_SEGMENTS = 500;

type StateRow = {
  call_state: string;
  title: string;
  visibility: Visibility;
  started_at: Date | null;
  is_locked: boolean;
  language: string | null;
  state: RecordingNow["state"];
  state_at: Date;
  dir: string | null;
  seen_ms: number;
  seen_at: Date;
  tracks: number;
  has_sound: boolean;
  missing: string[];
  listeners: string[];
};

/** Whether some voice of a call `l` is being written, by whichever recorder. */
export const hasSound = Prisma.sql`EXISTS (SELECT 1 FROM part p WHERE p.workspace_id = l.workspace_id
        AND p.recording_id = l.recording_id AND p.source <> 'mix' AND p.duration_ms IS NULL)`;

/** How the recording, the room and the recognition stand now. @throws DomainError `not_found` when the call has no room */
export async function stateOf({ workspaceId, callId }: CallRef): Promise<LiveStateEvent> {
  const [row] = await rows<StateRow>(
    Prisma.sql`
    SELECT c.state::text AS call_state, c.started_at, c.is_locked, c.language, c.title, c.visibility::text, l.state::text, l.state_at, r.dir,
      (extract(epoch FROM now() - coalesce(r.seen_at, l.created_at)) * 1000)::float8 AS seen_ms,
      coalesce(r.seen_at, l.created_at) AS seen_at,
      (SELECT count(DISTINCT (p.identity, p.source))::int FROM part p WHERE p.workspace_id = l.workspace_id
        AND p.recording_id = l.recording_id AND p.duration_ms IS NULL AND p.source <> 'mix' AND p.attempt = r.attempt) AS tracks,
      ${hasSound} AS has_sound,
      ARRAY(SELECT p.name FROM participant p WHERE p.workspace_id = l.workspace_id AND p.id = ANY(l.missing) ORDER BY p.lane) AS missing,
      ARRAY(SELECT DISTINCT m.name FROM live_listener x JOIN member m ON m.workspace_id = x.workspace_id AND m.id = x.member_id
        WHERE x.workspace_id = l.workspace_id AND x.call_id = l.call_id AND x.ended_at IS NULL ORDER BY m.name) AS listeners
    FROM live_call l
    JOIN call c ON c.workspace_id = l.workspace_id AND c.id = l.call_id
    LEFT JOIN live_recorder r ON r.workspace_id = l.workspace_id AND r.call_id = l.call_id AND r.room = l.room
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.call_id = ${callId}::uuid`,
    { isPrepared: true },
  );
  if (!row) throw new DomainError("not_found");
  return {
    callId,
    startedAt: row.call_state === "scheduled" ? null : (row.started_at?.toISOString() ?? null),
    at: now().toISOString(),
    recording: await recordingNow(row),
    speech: await speechOf(row.language),
    call: { title: row.title, language: row.language, visibility: row.visibility },
    isLocked: row.is_locked,
    listeners: row.listeners,
  };
}

type Heard = Pick<
  StateRow,
  "state" | "state_at" | "dir" | "seen_ms" | "seen_at" | "tracks" | "has_sound" | "missing"
>;

/**
 * What the recorder last said. Of one that has not been heard of it may be its worker that is gone: then its files tell.
 */
export async function recordingNow({
  state,
  state_at: since,
  dir,
  seen_ms: silentMs,
  seen_at: seenAt,
  tracks,
  has_sound: hasSound,
  missing,
}: Heard): Promise<RecordingNow> {
  const isSilent = state !== "absent" && silentMs > ABSENT_MS;
  const mayGoOn = isSilent && dir !== null && state !== "starting";
  if (isSilent && !(mayGoOn && (await isStillAtWork(dir, state))))
    return { state: "absent", tracks: 0, missing: [], since: seenAt.toISOString() };
  return {
    // A recorder in a room where nobody has a microphone yet records nothing.
    state: state === "recording" && !hasSound ? "starting" : state,
    tracks: state === "absent" ? 0 : tracks,
    missing,
    since: since.toISOString(),
  };
}

/** Whether words appear while people speak, and why not: a code of the `live` catalogue. */
async function speechOf(language: string | null): Promise<LiveSpeech> {
  const part = (await listComponents()).find(({ name }) => name === "speech");
  if (!part || part.state === "preparing") return { state: "off", reason: "preparing" };
  const engine = part.detail["engine"];
  if (part.state === "off" || engine === undefined || engine === "off")
    return { state: "off", reason: "no_engine" };
  // The built-in engine knows English alone (speech §1.3).
  if (engine === "pocketsphinx" && language !== null && language !== "en")
    return { state: "off", reason: "language" };
  return { state: "on", reason: null };
}

/** Everybody who takes or took part, by lane; coaches are no company of the others. */
export async function peopleOf({ workspaceId, callId }: CallRef): Promise<LivePerson[]> {
  const found = await db.participant.findMany({
    where: { workspaceId, callId, role: { not: "coach" } },
    orderBy: [{ lane: "asc" }, { id: "asc" }],
    select: {
      id: true,
      memberId: true,
      name: true,
      side: true,
      role: true,
      lane: true,
      isRecorded: true,
      participantPresences: {
        select: { identity: true, isMuted: true, joinedMs: true, leftMs: true },
        orderBy: { joinedMs: "asc" },
      },
      callSpans: { where: { kind: "hold", t1Ms: null }, select: { t0Ms: true } },
    },
  });
  return found.map(({ id, participantPresences: visits, callSpans: holds, ...person }) => {
    const here = visits.filter(({ leftMs }) => leftMs === null);
    return {
      participantId: id,
      ...person,
      identities: here.map(({ identity }) => identity),
      arrivedMs: visits[0]?.joinedMs ?? null,
      isHere: here.length > 0,
      isMuted: here.length > 0 && here.every(({ isMuted }) => isMuted),
      isOnHold: holds.length > 0,
    };
  });
}

/** The synthetic guest of a demo is let in as it comes, so its host is asked nothing. */
const NO_DEMO = { call: { OR: [{ source: null }, { source: { not: DEMO_SOURCE } }] } };

/** Who stands at the door; only the host hears of them. */
export async function waitingOf({ workspaceId, callId }: CallRef): Promise<WaitingGuest[]> {
  const found = await db.guest.findMany({
    where: { workspaceId, callId, state: "waiting", createdAt: { gt: waitingSince() }, ...NO_DEMO },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, consent: true, createdAt: true },
  });
  return found.map(({ id, name, consent, createdAt }) => ({
    guestId: id,
    name,
    consent: consent === "agreed" ? "agreed" : "unrecorded",
    since: createdAt.toISOString(),
  }));
}

type SegmentRow = {
  seq: number;
  no: number;
  rev: number;
  is_final: boolean;
  participant_id: string | null;
  t0_ms: number;
  t1_ms: number;
  text: string;
  raw: string | null;
};

/**
 * The newest text of every piece that changed after `seq`, in the order in which the changes were committed.
 * @returns at most 500; a full page has a next one
 */
export async function segmentsAfter(
  { workspaceId, callId }: CallRef,
  seq: number,
): Promise<SegEvent[]> {
  const found = await rows<SegmentRow>(
    Prisma.sql`
    SELECT s.seq, s.no, s.rev, s.is_final, s.participant_id, s.t0_ms, s.t1_ms, s.text, s.raw
    FROM live_call l JOIN segment s ON s.workspace_id = l.workspace_id AND s.base_id = l.transcript_id
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.call_id = ${callId}::uuid AND s.seq IS NOT NULL AND s.seq > ${seq}
    ORDER BY s.seq LIMIT ${Prisma.raw(String(MOST_SEGMENTS))}`,
    { isPrepared: true },
  );
  return found.map((row) => ({
    seq: row.seq,
    no: row.no,
    rev: row.rev,
    isFinal: row.is_final,
    participantId: row.participant_id,
    t0Ms: row.t0_ms,
    t1Ms: row.t1_ms,
    text: row.text,
    stable: row.is_final ? row.text.length : (row.raw?.length ?? 0),
  }));
}

/** Notes, flags, pauses and gaps in the order of the call's clock; private notes are their author's alone. */
export async function marksOf(
  actor: Member,
  { workspaceId, callId }: CallRef,
): Promise<LiveMark[]> {
  const [notes, pauses, gaps] = await Promise.all([
    notesOf(actor, { workspaceId, callId }),
    db.callSpan.findMany({
      where: { workspaceId, callId, kind: "pause" },
      select: { t0Ms: true, t1Ms: true },
    }),
    db.gap.findMany({
      where: { workspaceId, recording: { callId } },
      select: {
        id: true,
        t0Ms: true,
        t1Ms: true,
        cause: true,
        participant: { select: { name: true } },
      },
    }),
  ]);
  return [
    ...notes.map((note) => ({ ...note, t1Ms: null, cause: null })),
    ...pauses.map(({ t0Ms, t1Ms }) => ({
      id: `pause-${t0Ms}`,
      kind: "pause" as const,
      t0Ms,
      t1Ms,
      body: null,
      by: null,
      cause: null,
    })),
    ...gaps.map(({ participant, ...gap }) => ({
      ...gap,
      kind: "gap" as const,
      body: null,
      by: participant?.name ?? null,
    })),
  ].sort((a, b) => a.t0Ms - b.t0Ms || (a.id < b.id ? -1 : 1));
}

/** Where the call goes on once it is over. */
export const doneOf = ({ callId }: CallRef): DoneEvent => ({ callId, url: paths.playback(callId) });
