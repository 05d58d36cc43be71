import * as z from "zod";
import { paths } from "#app/paths.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { authorise, can, callAccess, visible } from "#app/core/domain/access/access.ts";
import { notePrivateOpening } from "#app/core/domain/rights/private-access.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { EvidenceView, SummaryView } from "#app/core/domain/summary/summary-views.ts";
import type { HitView } from "#app/core/domain/hits/hit-views.ts";
import type { JsonValue } from "#app/core/domain/views.ts";
import { lanesOfTracks, lanesOfWords } from "./playback-lanes.server.ts";
import type { PlaybackView } from "./playback-views.ts";
import type { MetricsView } from "#app/core/domain/metrics/metric-views.ts";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import type {
  TranscriptVersionView,
  TranscriptView,
} from "#app/core/domain/transcript/transcript-views.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { listNewOwners } from "#app/core/domain/call/transfer.server.ts";
import { listWatchers, noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { getSegmentsAround } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { STAGES } from "#app/core/domain/recording/pipeline.ts";
import { readMetricSet } from "#app/core/domain/metrics/metric-set.ts";

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
  owner: { select: { id: true, name: true } },
  company: { select: { name: true } },
  participants: {
    select: { id: true, memberId: true, name: true, side: true, lane: true },
    orderBy: { lane: "asc" },
  },
} as const satisfies Prisma.CallSelect;

const recordingRow = {
  id: true,
  state: true,
  isPartial: true,
  cause: true,
  mediaRemovedAt: true,
  method: true,
  durationMs: true,
  stages: true,
  gaps: { orderBy: { t0Ms: "asc" } },
  tracks: { orderBy: { lane: "asc" } },
  files: { select: { id: true, kind: true, trackId: true, mime: true } },
} as const satisfies Prisma.RecordingSelect;

type CallRow = Prisma.CallGetPayload<{ select: typeof callRow }>;
type RecordingDetail = Prisma.RecordingGetPayload<{ select: typeof recordingRow }>;

/**
 * Opens the page of a call: what it shows, the words around the time the address names, and, on the tab of facts, who it
 * can be given to. Whoever opens it is noted.
 * @returns null for a call that runs or is planned: its page is the console's
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export async function openPlayback(actor: Member, callId: string, search: URLSearchParams) {
  const view = await getPlayback(actor, callId);
  const { kind, state, owner } = view.call;
  if (kind === "room" && (state === "live" || state === "scheduled")) return null;
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
    personId: actor.memberId,
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
  const [metrics, hits, summary, watchers] = await Promise.all([
    transcript ? metricsOf(workspaceId, transcript.id) : null,
    transcript ? hitsOf(workspaceId, transcript.id) : [],
    summaryOf(workspaceId, callId, call.participants),
    can(actor, "views.read", call) ? listWatchers(actor, callId) : null,
  ]);
  const recordingShown = recording && (await recordingView(actor, call, recording));
  const isSilent = recordingShown?.mixUrl === null && recordingShown.videoUrl === null;
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
      consent: call.consent,
      company: call.company?.name ?? null,
      owner: call.owner,
    },
    recording: recordingShown,
    stages: recording ? stageViews(recording.stages) : [],
    people: call.participants.map(({ id, name, side }) => ({ id, name, side })),
    lanes:
      recording === null
        ? []
        : isSilent && transcript
          ? await lanesOfWords(call, transcript.baseId, metrics)
          : lanesOfTracks(call, recording, metrics),
    transcript: transcript?.view ?? null,
    hits,
    metrics,
    summary,
    watchers,
    can: {
      editCall: can(actor, "call.update", call),
      editTranscript: can(actor, "transcript.update", call),
      addTerm: can(actor, "dictionary.manage"),
      download: can(actor, "transcript.export", call),
      retry: can(actor, "recording.retry", call),
      delete: can(actor, "call.delete", call),
      transfer: can(actor, "call.transfer", call),
      seeLog: can(actor, "userlog.others"),
    },
  };
}

export function stageViews(stages: RecordingDetail["stages"]): StageView[] {
  return STAGES.flatMap((name) => {
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
    cause: recording.cause,
    duplicateOf: call.ownerId === actor.memberId ? await duplicateOf(recording, actor) : null,
    mediaRemovedAt: recording.mediaRemovedAt?.toISOString() ?? null,
    mixUrl: url("mix"),
    videoUrl: url("video"),
    gaps: recording.gaps.map(({ t0Ms, t1Ms, cause, filledFrom }) => ({
      t0Ms,
      t1Ms,
      cause,
      filledFrom,
    })),
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
): Promise<{ id: string; baseId: string; view: TranscriptView } | null> {
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
    baseId: current.baseId,
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

async function metricsOf(workspaceId: string, transcriptId: string): Promise<MetricsView | null> {
  const set = await db.metricSet.findFirst({
    where: { workspaceId, transcriptId },
    orderBy: { createdAt: "desc" },
    select: { config: true, quality: true, detail: true },
  });
  return set && readMetricSet(set.config, set.quality, set.detail);
}

async function hitsOf(workspaceId: string, transcriptId: string): Promise<HitView[]> {
  return db.hit.findMany({
    where: { workspaceId, transcriptId },
    orderBy: { t0Ms: "asc" },
    select: {
      kind: true,
      rule: true,
      label: true,
      participantId: true,
      side: true,
      t0Ms: true,
      t1Ms: true,
      isUnsure: true,
    },
  });
}

async function summaryOf(
  workspaceId: string,
  callId: string,
  people: CallRow["participants"],
): Promise<SummaryView | null> {
  const run = await db.summaryRun.findFirst({
    where: { workspaceId, callId },
    orderBy: { createdAt: "desc" },
    select: {
      engine: true,
      state: true,
      note: true,
      dropped: true,
      summaryOutputs: {
        orderBy: { ord: "asc" },
        select: {
          id: true,
          section: true,
          ord: true,
          type: true,
          value: true,
          certainty: true,
          whyEmpty: true,
          evidences: {
            orderBy: { ord: "asc" },
            select: { segment: true, participantId: true, t0Ms: true, t1Ms: true, quote: true },
          },
        },
      },
    },
  });
  if (!run) return null;
  const said = ({
    segment,
    participantId,
    t0Ms,
    t1Ms,
    quote,
  }: (typeof run.summaryOutputs)[number]["evidences"][number]): EvidenceView => {
    const person = people.find(({ id }) => id === participantId);
    return {
      segment,
      participantId,
      speaker: person?.name ?? "",
      side: person?.side ?? null,
      t0Ms,
      t1Ms,
      quote,
    };
  };
  return {
    engine: run.engine,
    state: run.state,
    note: run.note,
    dropped: run.dropped,
    outputs: run.summaryOutputs.map(({ evidences, value, ...output }) => ({
      ...output,
      value: withOwnerName(z.json().parse(value), people),
      evidence: evidences.map(said),
    })),
  };
}

/** A task names who does it by id: people read a name. */
function withOwnerName(value: JsonValue, people: CallRow["participants"]): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const person = people.find(({ id }) => id === value["owner"]);
  return person ? { ...value, ownerName: person.name } : value;
}
