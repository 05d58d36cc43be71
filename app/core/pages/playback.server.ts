import { whereTaught } from "#app/core/domain/dictionary/dictionary.server.ts";
import { paths } from "#app/paths.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { authorise, can, callAccess, visible } from "#app/core/domain/access/access.ts";
import { notePrivateOpening } from "#app/core/domain/rights/private-access.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findPlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { lanesOfTracks, lanesOfWords } from "./playback-lanes.server.ts";
import type { PlaybackView } from "./playback-views.ts";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import type {
  TranscriptVersionView,
  TranscriptView,
} from "#app/core/domain/transcript/transcript-views.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { listNewOwners } from "#app/core/domain/call/transfer.server.ts";
import { listWatchers, noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { getSegmentsAround } from "#app/core/domain/transcript/transcript-reads.server.ts";
import type { StoredVersion } from "#app/core/domain/transcript/words-at.server.ts";
import { quoteReader } from "./quote-reader.server.ts";
import { findMedians } from "./playback-medians.server.ts";
import { findCounted, findMetrics, findMoments } from "./playback-findings.server.ts";
import { findSummary } from "./playback-summary.server.ts";
import { contactRefOf, contactRow } from "#app/core/domain/contact/contact-reads.server.ts";
import { findDealOfCall } from "#app/core/domain/deal/link.server.ts";
import { labelsOf } from "#app/core/domain/label/call-label.server.ts";
import { reviewersOf } from "#app/core/domain/review/reviewers.server.ts";
import { lastVisit, listComments } from "#app/core/domain/comment/comment-reads.server.ts";
import { findMarks } from "#app/core/domain/recording/marks.server.ts";
import { STAGES } from "#app/core/domain/recording/pipeline.ts";

const callRow = {
  ...callAccess,
  id: true,
  workspaceId: true,
  version: true,
  title: true,
  kind: true,
  startedAt: true,
  durationMs: true,
  language: true,
  quality: true,
  consent: true,
  talkKind: true,
  owner: { select: { id: true, name: true } },
  company: { select: { name: true } },
  participants: {
    select: {
      ...{ id: true, memberId: true, name: true, side: true, lane: true, isRecorded: true },
      contact: { select: contactRow },
      participantPresences: { select: { joinedMs: true }, orderBy: { joinedMs: "asc" }, take: 1 },
    },
    orderBy: { lane: "asc" },
  },
} as const satisfies Prisma.CallSelect;

const recordingRow = {
  id: true,
  state: true,
  isPartial: true,
  mixedTracks: true,
  cause: true,
  mediaRemovedAt: true,
  method: true,
  durationMs: true,
  stages: true,
  tracks: { orderBy: { lane: "asc" } },
  files: { select: { id: true, kind: true, trackId: true, mime: true } },
} as const satisfies Prisma.RecordingSelect;

type CallRow = Prisma.CallGetPayload<{ select: typeof callRow }>;
type RecordingDetail = Prisma.RecordingGetPayload<{ select: typeof recordingRow }>;

/**
 * Opens the page of a call: what it shows, the words around the time the address names, and, on the tab of facts, who it
 * can be given to. Whoever opens it is noted.
 * @returns for a call that runs or is planned the address of its page: the console's, or the recorder's
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export async function openPlayback(actor: Member, callId: string, search: URLSearchParams) {
  const view = await getPlayback(actor, callId);
  const { kind, state, owner } = view.call;
  if (kind === "room" && (state === "live" || state === "scheduled"))
    return { movedTo: paths.consoleCall(callId) };
  if (kind === "recorder" && state === "live") return { movedTo: paths.recorder({ call: callId }) };
  const startMs = parseTime(search.get("t"));
  const { transcript } = view;
  const start =
    transcript && (await getSegmentsAround(actor, callId, transcript.number, startMs ?? 0));
  await noteOpened(actor, callId);
  const isInfo = search.get("tab") === "info" && view.can.transfer;
  return {
    view,
    newOwners: isInfo ? await listNewOwners(actor, owner.id) : null,
    start,
    startMs,
    endMs: parseTime(search.get("end")),
    settings: await findPlayerSettings(actor),
  };
}

/**
 * Everything the playback page shows but the words.
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export async function getPlayback(actor: Member, callId: string): Promise<PlaybackView> {
  const { workspaceId } = actor;
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callRow,
  });
  const call = authorise(actor, "call.read", found);
  await notePrivateOpening(actor, callId);
  const [recording, transcript] = await Promise.all([
    db.recording.findFirst({
      where: { workspaceId, callId, isPrimary: true },
      select: recordingRow,
    }),
    currentTranscript(workspaceId, callId),
  ]);
  const counted = transcript && (await findCounted(callId, transcript));
  const names = call.participants.map(({ name }) => name);
  const read = transcript
    ? await quoteReader(transcript.stored, transcript.view.language, names)
    : (text: string) => text;
  const [
    metrics,
    medians,
    hits,
    summary,
    watchers,
    marks,
    comments,
    lastVisitAt,
    labels,
    reviewers,
    deal,
  ] = await Promise.all([
    counted ? findMetrics(workspaceId, counted.transcriptId) : null,
    findMedians(actor, call),
    counted ? findMoments(counted, read) : [],
    findSummary(workspaceId, callId, call.participants, read),
    can(actor, "views.read", call) ? listWatchers(actor, call) : null,
    findMarks(workspaceId, callId),
    listComments(actor, { workspaceId, callId }),
    lastVisit(actor, callId),
    labelsOf(workspaceId, callId),
    reviewersOf(actor, callId),
    findDealOfCall(actor, callId),
  ]);
  const recordingShown = recording && (await recordingView(actor, call, recording));
  const isSilent = recordingShown?.mixUrl === null && recordingShown.videoUrl === null;
  const spoken =
    isSilent && transcript ? await lanesOfWords(call, transcript.stored.baseId, metrics) : [];
  const lanes =
    spoken.length > 0 ? spoken : recording ? lanesOfTracks(call, recording, metrics) : [];
  return {
    call: {
      id: call.id,
      version: call.version,
      title: call.title,
      kind: call.kind,
      state: call.state,
      startedAt: call.startedAt?.toISOString() ?? null,
      durationMs: call.durationMs,
      language: call.language,
      quality: call.quality,
      visibility: call.visibility,
      talkKind: call.talkKind,
      consent: call.consent,
      company: call.company?.name ?? null,
      deal,
      owner: call.owner,
    },
    recording: recordingShown,
    labels,
    stages: recording ? stageViews(recording.stages) : [],
    people: call.participants.map(({ id, name, side, isRecorded, memberId, contact }) => ({
      ...{ id, name, side, isRecorded },
      isCustomer: side === "C" && memberId === null,
      contact: contactRefOf(actor, contact),
    })),
    marks,
    me: actor.memberId,
    comments,
    lastVisitAt,
    lanes,
    transcript: transcript?.view ?? null,
    hits,
    metrics,
    countedVersion: counted?.number === transcript?.view.number ? null : (counted?.number ?? null),
    medians,
    summary,
    reviewers,
    watchers,
    can: {
      editCall: can(actor, "call.update", call),
      editTranscript: can(actor, "transcript.update", call),
      addTerm: whereTaught(actor, call.teamId) !== null,
      download: can(actor, "transcript.export", call),
      retry: can(actor, "recording.retry", call),
      delete: can(actor, "call.delete", call),
      transfer: can(actor, "call.transfer", call),
      share: can(actor, "call.share", call),
      link: can(actor, "link.create", call),
      seeLog: can(actor, "userlog.others"),
      comment: can(actor, "comment.write", call),
      // Private access is for looking.
      clip: can({ ...actor, privateUntil: null }, "clip.create", call),
    },
  };
}

export function stageViews(stages: RecordingDetail["stages"]): StageView[] {
  return [...STAGES, "crm" as const].flatMap((name) => {
    const stage = stages.find((row) => row.name === name);
    if (!stage) return [];
    const unit = stage.unit === "bytes" || stage.unit === "ms" ? stage.unit : null;
    return [
      {
        name,
        state: stage.state,
        done: Number(stage.done),
        total: Number(stage.total),
        unit,
        attempt: stage.attempt,
        cause: stage.cause,
        retryAt: stage.retryAt?.toISOString() ?? null,
        startedAt: stage.startedAt?.toISOString() ?? null,
        endedAt: stage.endedAt?.toISOString() ?? null,
      },
    ];
  });
}

async function recordingView(
  actor: Member,
  call: CallRow,
  recording: RecordingDetail,
): Promise<PlaybackView["recording"]> {
  const url = (kind: "mix" | "video") => {
    // One lane alone is what everybody hears: no second file was made of it.
    const kinds = kind === "mix" && recording.tracks.length === 1 ? ["mix", "track"] : [kind];
    const file = recording.files.find((row) => kinds.includes(row.kind));
    return file && recording.mediaRemovedAt === null ? paths.media(file.id) : null;
  };
  return {
    id: recording.id,
    state: recording.state,
    isPartial: recording.isPartial,
    mixedTracks: recording.mixedTracks,
    cause: recording.cause,
    duplicateOf: call.ownerId === actor.memberId ? await duplicateOf(recording, actor) : null,
    mediaRemovedAt: recording.mediaRemovedAt?.toISOString() ?? null,
    mixUrl: url("mix"),
    videoUrl: url("video"),
  };
}

async function duplicateOf(
  { stages }: RecordingDetail,
  actor: Member,
): Promise<{ callId: string; title: string } | null> {
  const question = stages.find(({ name, cause }) => name === "inspect" && cause === "duplicate");
  if (question?.detail === null || question?.detail === undefined) return null;
  const duplicate = await db.call.findFirst({
    where: { id: question.detail, AND: visible(actor, "call.read") },
    select: { id: true, title: true },
  });
  return duplicate && { callId: duplicate.id, title: duplicate.title };
}

async function currentTranscript(
  workspaceId: string,
  callId: string,
): Promise<{ id: string; stored: StoredVersion; view: TranscriptView } | null> {
  const all = await db.transcript.findMany({
    // A live call's first version waits from its beginning for words; without an engine none ever came.
    where: { workspaceId, callId, NOT: { origin: "engine", engine: null } },
    orderBy: { number: "desc" },
    select: {
      id: true,
      baseId: true,
      number: true,
      origin: true,
      engine: true,
      model: true,
      language: true,
      isCurrent: true,
      words: true,
      spread: true,
      confidence: true,
      createdAt: true,
      createdBy: true,
    },
  });
  const current = all.find(({ isCurrent }) => isCurrent);
  if (!current) return null;
  const base = all.find(({ id }) => id === current.baseId) ?? current;
  const [authors, counted] = await Promise.all([
    db.member.findMany({
      where: {
        workspaceId,
        id: { in: all.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy])) },
      },
      select: { id: true, name: true },
    }),
    rows<{ n: number }>(Prisma.sql`
      SELECT count(*)::int AS n FROM segment WHERE workspace_id = ${workspaceId}::uuid AND base_id = ${current.baseId}::uuid
        AND from_version <= ${current.number} AND (to_version IS NULL OR to_version > ${current.number})`),
  ]);
  const versions: TranscriptVersionView[] = all.map(
    ({ number, origin, engine, isCurrent, createdAt, createdBy }) => ({
      number,
      origin,
      engine,
      by: authors.find(({ id }) => id === createdBy)?.name ?? null,
      at: createdAt.toISOString(),
      isCurrent,
    }),
  );
  const engine = base.engine;
  return {
    id: current.id,
    stored: { workspaceId, baseId: current.baseId, number: current.number },
    view: {
      number: current.number,
      origin: current.origin,
      engine,
      model: base.model,
      language: current.language,
      isBasic: engine === "pocketsphinx",
      isImported: base.origin === "import",
      notice: noticeOf(engine, base.confidence, base.spread),
      words: current.words,
      segments: counted[0]?.n ?? 0,
      versions,
    },
  };
}

/** Mean confidence of the built-in engine under 0.7 is doubtful, under 0.5 mostly wrong (speech §1.3, measured in §4.3). */
function noticeOf(
  engine: string | null,
  confidence: number | null,
  spread: number | null,
): string | null {
  if (engine === "pocketsphinx" && confidence !== null && confidence < 0.5) return "unreliable";
  if (engine === "pocketsphinx" && confidence !== null && confidence < 0.7) return "doubtful";
  return spread !== null && spread > 0.05 ? "times_estimated" : null;
}
