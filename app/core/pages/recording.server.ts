import { serverTime } from "#app/core/domain/server-time.server.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { authorise, can, callAccess, visible } from "#app/core/domain/access/access.ts";
import { type Member, withoutPrivate } from "#app/core/domain/access/actor.ts";
import { notePrivateOpening } from "#app/core/domain/rights/private-access.server.ts";
import { WITHOUT_USE } from "#app/core/domain/recording/held-copies.server.ts";
import { findMarks } from "#app/core/domain/recording/marks.server.ts";
import { findUnfitNames } from "#app/core/domain/recording/unfit-files.server.ts";
import { besideOf } from "#app/core/domain/transcript/coverage.server.ts";
import {
  countLinksOfClips,
  countWorkingLinks,
} from "#app/core/domain/share/working-links.server.ts";

import { listCallLinks } from "./call-links.server.ts";
import { stageViews, tracksOfWords, wordsOf } from "./playback-recording.server.ts";
import type { CallTrash, RecordView } from "./recording-views.ts";

const LOG_LINES = 200;

/**
 * The record of one recording.
 * @throws DomainError `not_found`, `forbidden` (seen, but its record is the owner's and managers')
 */
export async function getRecord(actor: Member, recordingId: string): Promise<RecordView> {
  const readAt = serverTime();
  const { workspaceId } = actor;
  const found = await db.recording.findFirst({
    where: { workspaceId, id: recordingId, call: visible(actor, "call.read") },
    select: recordRow,
  });
  const call = authorise(actor, "recording.read", found?.call ?? null);
  if (!found) throw new Error("a visible call without its recording");
  await notePrivateOpening(actor, call.id);
  const mayDelete = can(actor, "call.delete", call);
  const mayLink = can(withoutPrivate(actor), "link.create", call);
  const [transcripts, consents, names, marks, people, links, trash] = await Promise.all([
    db.transcript.findMany({
      where: { workspaceId, callId: call.id },
      orderBy: { number: "desc" },
      select: {
        number: true,
        origin: true,
        engine: true,
        words: true,
        coveredMs: true,
        covered: true,
        model: true,
        settings: true,
        createdBy: true,
        createdAt: true,
        isCurrent: true,
      },
    }),
    db.consentRecord.findMany({
      where: { workspaceId, callId: call.id },
      orderBy: { createdAt: "asc" },
      select: {
        name: true,
        method: true,
        answer: true,
        byMember: { select: { name: true } },
        createdAt: true,
      },
    }),
    db.member.findMany({ where: { workspaceId }, select: { id: true, name: true } }),
    findMarks(workspaceId, call.id),
    db.participant.findMany({
      where: { workspaceId, callId: call.id, isRecorded: false },
      select: { name: true },
      orderBy: { lane: "asc" },
    }),
    mayLink ? listCallLinks(actor, call.id) : null,
    mayDelete ? whatGoes(actor, call.id) : null,
  ]);
  const nameOf = (id: string | null) => names.find((member) => member.id === id)?.name ?? null;
  const duplicate =
    found.stages.find(({ name, cause }) => name === "inspect" && cause === "duplicate")?.detail ??
    null;
  const mayTakeOriginal = can(actor, "media.original", call);
  return {
    readAt,
    call: {
      id: call.id,
      version: call.version,
      title: call.title,
      state: call.state,
      startedAt: call.startedAt?.toISOString() ?? null,
      durationMs: call.durationMs,
      company: call.company?.name ?? null,
      owner: call.owner,
      visibility: call.visibility,
      consent: call.consent,
      quality: call.quality,
      language: call.language,
      isSample: call.isSample,
    },
    recording: {
      id: found.id,
      state: found.state,
      method: found.method,
      isPartial: found.isPartial,
      mixedTracks: found.mixedTracks,
      cause: found.cause,
      totalBytes: Number(found.totalBytes),
      unfitFiles:
        found.state === "failed"
          ? await findUnfitNames({ workspaceId: actor.workspaceId, recordingId: found.id })
          : [],
      mediaRemovedAt: found.mediaRemovedAt?.toISOString() ?? null,
      engines: textValues(found.engines),
      duplicateOf:
        duplicate !== null && call.ownerId === actor.memberId
          ? await db.call
              .findFirst({
                where: {
                  id: duplicate,
                  recordings: { some: { state: { notIn: [...WITHOUT_USE] } } },
                  AND: visible(actor, "call.read"),
                },
                select: { id: true, title: true },
              })
              .then((row) => row && { callId: row.id, title: row.title })
          : null,
      open: found.uploads
        .filter(({ state, memberId }) => state === "receiving" && memberId === actor.memberId)
        .map(({ id, name, received, total }) => ({
          uploadId: id,
          name,
          received: Number(received),
          total: Number(total),
          url: paths.upload(id),
        })),
    },
    stages: stageViews(found.stages),
    files: found.files.map(({ track, bytes, sha256, ...file }) => ({
      ...file,
      person: track?.participant?.name ?? null,
      bytes: Number(bytes),
      sha256: Buffer.from(sha256).toString("hex"),
      url:
        found.mediaRemovedAt === null && (file.kind !== "original" || mayTakeOriginal)
          ? paths.download(file.id)
          : null,
    })),
    marks,
    unrecorded: people.map(({ name }) => name),
    words: wordsOf(
      found,
      transcripts.find(({ isCurrent }) => isCurrent),
    ),
    transcripts: transcripts.map(({ createdBy, createdAt, settings, ...row }) => ({
      ...{ number: row.number, origin: row.origin, engine: row.engine, words: row.words },
      ...{ coveredMs: row.coveredMs, isCurrent: row.isCurrent },
      beside: row.isCurrent ? null : besideOf(settings),
      by: nameOf(createdBy),
      at: createdAt.toISOString(),
    })),
    consents: consents.map(({ byMember, createdAt, ...row }) => ({
      ...row,
      by: byMember?.name ?? null,
      at: createdAt.toISOString(),
    })),
    log: found.stageLogs.map(({ createdAt, ...row }) => ({ ...row, at: createdAt.toISOString() })),
    // Who speaks when is for the making of a link, which is not done here.
    links: links && { ...links, lanes: [] },
    trash,
    can: {
      retry: can(actor, "recording.retry", call),
      delete: mayDelete,
      share: can(actor, "call.share", call),
      original: mayTakeOriginal,
      edit: can(actor, "call.update", call),
      correct: can(actor, "transcript.update", call),
      seeLog: can(actor, "userlog.others"),
    },
  };
}

/** What its deletion stops, and what may go with it. */
async function whatGoes(actor: Member, callId: string): Promise<CallTrash> {
  const { workspaceId } = actor;
  const [links, clips] = await Promise.all([
    countWorkingLinks(actor, { kind: "call", id: callId }),
    // A number says nothing of what is in them: those that the reader can't see count, too.
    db.clip.findMany({
      where: { workspaceId, callId, deletedAt: null },
      select: { id: true, ownerId: true },
    }),
  ]);
  const ofClips = await countLinksOfClips(
    actor,
    clips.map(({ id }) => id),
  );
  return {
    ...{ links, clips: clips.length },
    others: clips.filter(({ ownerId }) => ownerId !== actor.memberId).length,
    clipLinks: Object.values(ofClips).reduce((sum, n) => sum + n, 0),
  };
}

const recordRow = {
  id: true,
  state: true,
  method: true,
  isPartial: true,
  mixedTracks: true,
  cause: true,
  totalBytes: true,
  mediaRemovedAt: true,
  engines: true,
  stages: true,
  tracks: tracksOfWords,
  uploads: {
    select: { id: true, name: true, state: true, memberId: true, received: true, total: true },
    orderBy: { createdAt: "asc" },
  },
  files: {
    select: {
      id: true,
      kind: true,
      bytes: true,
      sha256: true,
      mime: true,
      codec: true,
      durationMs: true,
      track: { select: { participant: { select: { name: true } } } },
    },
    orderBy: [{ kind: "asc" }, { createdAt: "asc" }],
  },
  stageLogs: {
    select: { stage: true, attempt: true, state: true, cause: true, detail: true, createdAt: true },
    orderBy: { createdAt: "asc" },
    take: LOG_LINES,
  },
  call: {
    select: {
      ...callAccess,
      id: true,
      version: true,
      title: true,
      startedAt: true,
      durationMs: true,
      consent: true,
      quality: true,
      language: true,
      isSample: true,
      owner: { select: { id: true, name: true } },
      company: { select: { name: true } },
    },
  },
} as const satisfies Prisma.RecordingSelect;

function textValues(json: Prisma.JsonValue): Record<string, string> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return {};
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value]] : [],
    ),
  );
}
