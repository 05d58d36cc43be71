import { demand, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findDeals } from "#app/core/domain/deal/deal-reads.server.ts";
import {
  consentHash,
  consentText,
  type TextLanguage,
} from "#app/core/domain/live/consent-text.server.ts";
import type { RecorderConsent } from "#app/core/domain/live/browser-recorder.schema.ts";
import { HELD_MS } from "#app/core/domain/live/one-at-a-time.server.ts";
import { runningCallOf } from "#app/core/domain/call/call-state.ts";
import type { OpenRecording, RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { defaultVisibilityOf } from "#app/core/domain/live/start.server.ts";
import { readSettings } from "#app/core/domain/workspace-settings.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { callUrl } from "./call-url.ts";

type Sentence = (language: TextLanguage, consent: RecorderConsent) => string;
const MOST_OPEN = 50;
/** As many as a select can be looked through; any other is chosen on the call's page. */
const MOST_DEALS = 50;

/**
 * The recorder, opened at the address of a recording: what is known of it while it runs, and where it is to be looked at
 * when it is over. A call the actor may not know of is none.
 * @param callId null: no recording in particular
 * @param sentence what a member agrees to, as the page shows it
 * @throws DomainError `forbidden`
 */
export async function openRecorder(
  actor: Member,
  language: TextLanguage,
  callId: string | null,
  sentence: Sentence,
): Promise<RecorderView> {
  const view = await getRecorder(actor, language, sentence);
  if (callId === null) return view;
  const call = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: {
      ...{ kind: true, state: true },
      recordings: { where: { isPrimary: true }, select: { id: true } },
    },
  });
  const [recording] = call?.recordings ?? [];
  if (!call || !recording) return view;
  const { kind, state: callState } = call;
  const asked = view.open.find((one) => one.callId === callId) ?? null;
  const isOver = kind !== "recorder" || callState !== "live";
  const askedUrl = isOver ? callUrl({ callId, recordingId: recording.id, callState, kind }) : null;
  return { ...view, asked, askedUrl };
}

/**
 * What can be recorded here, and what was begun and never finished, newest first.
 * @param language the reader's
 * @throws DomainError `forbidden`
 */
async function getRecorder(
  actor: Member,
  language: TextLanguage,
  sentence: Sentence,
): Promise<RecorderView> {
  demand(actor, "call.create");
  const { workspaceId } = actor;
  const [workspace, defaultVisibility, open, deals, room] = await Promise.all([
    db.workspace.findUniqueOrThrow({
      where: { id: workspaceId },
      select: { name: true, settings: true },
    }),
    defaultVisibilityOf(db, actor),
    listOpen(actor),
    findDeals(actor, "", MOST_DEALS),
    db.call.findFirst({
      where: runningCallOf(workspaceId, actor.memberId),
      select: { id: true, title: true },
    }),
  ]);
  const own = { name: workspace.name, settings: readSettings(workspace.settings) };
  return {
    memberId: actor.memberId,
    memberName: actor.name,
    consentText: consentText(own, language, () => ""),
    workspace: workspace.name,
    ...{ defaultVisibility, language, open, asked: null, askedUrl: null },
    consentHashes: {
      everyone: consentHash(sentence(language, "everyone")),
      self: consentHash(sentence(language, "self")),
    },
    room: room && { callId: room.id, title: room.title },
    longestMs: longestMs(),
    deals: deals.map(({ id, name, company }) => ({ id, name, company })),
  };
}

/** What a member began in a browser and did not end, for the list that decides about it. */
export async function getUnfinished(actor: Member) {
  const open = await listOpen(actor);
  return { memberId: actor.memberId, longestMs: longestMs(), open };
}

const longestMs = (): number => env().LIMIT_UPLOAD_HOURS * 3_600_000;

/** Newest first. */
async function listOpen(actor: Member): Promise<OpenRecording[]> {
  const { workspaceId, memberId } = actor;
  const found = await db.browserRecorder.findMany({
    where: {
      ...{ workspaceId, memberId },
      recording: {
        state: { in: ["receiving", "interrupted"] },
        call: { AND: visible(actor, "call.read") },
      },
    },
    orderBy: { createdAt: "desc" },
    take: MOST_OPEN,
    select: {
      ...{ recordingId: true, callId: true, deviceId: true, deviceName: true, tabId: true },
      ...{ seenAt: true, arrivedMs: true, lengthMs: true, createdAt: true },
      call: { select: { title: true, startedAt: true } },
    },
  });
  return found.map(({ seenAt, createdAt, call, ...row }) => ({
    ...row,
    title: call.title,
    startedAt: (call.startedAt ?? createdAt).toISOString(),
    isHeld: now().getTime() - seenAt.getTime() < HELD_MS,
  }));
}
