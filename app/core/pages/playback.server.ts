import { can } from "#app/core/domain/access/access.ts";
import { type Member, withoutPrivate } from "#app/core/domain/access/actor.ts";
import { findPlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { isChangeable } from "#app/core/domain/call/people.server.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { contactRefOf } from "#app/core/domain/contact/contact-reads.server.ts";
import { whereTaught } from "#app/core/domain/dictionary/dictionary.server.ts";
import { findMarks } from "#app/core/domain/recording/marks.server.ts";
import { getSegmentsAround } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { serverTime } from "#app/core/domain/server-time.server.ts";
import { paths } from "#app/paths.ts";
import { commentsPart } from "./playback-comments.server.ts";
import { dealPart } from "./playback-deal.server.ts";
import { findMetricsOf, findMoments } from "./playback-findings.server.ts";
import { labelsPart } from "./playback-labels.server.ts";
import { lanesOf, lanesOfTracks, lanesOfWords } from "./playback-lanes.server.ts";
import { findRecording, recordingView, stageViews, wordsOf } from "./playback-recording.server.ts";
import { findSource, openSource, type PlaybackSource } from "./playback-source.server.ts";
import { loadTab, tabOf } from "./playback-tabs.server.ts";
import { transcriptPart } from "./playback-transcript.server.ts";
import type { PlaybackView } from "./playback-views.ts";

/**
 * Opens the page of a call: what it shows, what is on the tab and the words around the time that the address names.
 * The opening is noted.
 * @returns for a call that runs or is planned the address of its page: the console's, or the recorder's
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export async function openPlayback(actor: Member, callId: string, search: URLSearchParams) {
  const readAt = serverTime();
  const source = await findSource(actor, callId);
  const { kind, state } = source.call;
  if (kind === "room" && (state === "live" || state === "scheduled"))
    return { movedTo: paths.consoleCall(callId) };
  if (kind === "recorder" && state === "live") return { movedTo: paths.recorder({ call: callId }) };
  const startMs = parseTime(search.get("t"));
  const [view, tabs, start, settings] = await Promise.all([
    viewOf(source),
    loadTab(tabOf(search), source),
    source.current && getSegmentsAround(actor, callId, source.current.number, startMs ?? 0),
    findPlayerSettings(actor),
  ]);
  await noteOpened(actor, callId);
  return {
    ...{ readAt, view, tabs, start, startMs, settings },
    endMs: parseTime(search.get("end")),
  };
}

/**
 * What the playback page shows besides its words and what is on one tab alone.
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export const getPlayback = async (actor: Member, callId: string): Promise<PlaybackView> =>
  viewOf(await openSource(actor, callId));

async function viewOf(source: PlaybackSource): Promise<PlaybackView> {
  const { actor, call, current } = source;
  const { id: callId, workspaceId } = call;
  const mayEdit = can(actor, "call.update", call);
  const counted = await source.counted();
  const [recording, transcript, metrics, hits, marks, comments, labels, deal] = await Promise.all([
    findRecording(workspaceId, callId),
    transcriptPart.load(source),
    findMetricsOf(source),
    counted ? findMoments(counted, await source.quoted()) : [],
    findMarks(workspaceId, callId),
    commentsPart.load(source),
    labelsPart.load(source),
    dealPart.load(source),
  ]);
  const words = recording && wordsOf(recording, current);
  const recordingShown = recording && (await recordingView(actor, call, recording));
  const isSilent = recordingShown?.mixUrl === null && recordingShown.videoUrl === null;
  const tracks = recording ? lanesOfTracks(call, recording, metrics) : [];
  // Who spoke when is known of one lane with everybody in it where its words say so.
  const isMixed = tracks.length > 0 && tracks.every(({ participantId }) => participantId === null);
  const spoken =
    current && (isSilent || (isMixed && call.participants.length > 0))
      ? await lanesOfWords(call, current.baseId, metrics)
      : [];
  const lanes = lanesOf(tracks, spoken, isSilent);
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
      isSample: call.isSample,
      talk: await source.talk(),
      consent: call.consent,
      company: call.company?.name ?? null,
      deal,
      owner: call.owner,
    },
    recording: recordingShown,
    endedAlone: endedAlone(actor, call),
    labels,
    stages: recording ? stageViews(recording.stages) : [],
    words,
    people: call.participants.map(({ id, name, side, isRecorded, contact, ...person }) => ({
      ...{ id, name, side, isRecorded },
      isCustomer: side === "C" && person.memberId === null,
      contact: contactRefOf(actor, contact),
      known:
        mayEdit && isChangeable(person, call.kind)
          ? {
              ...{ version: person.version, email: person.email, phone: person.phone },
              member: person.member,
            }
          : null,
    })),
    marks,
    me: actor.memberId,
    ...comments,
    lanes,
    transcript: transcript && {
      ...transcript,
      notice: transcript.notice ?? (words?.isQuiet === true ? "quiet" : null),
    },
    hits,
    metrics,
    countedVersion: counted?.number === current?.number ? null : (counted?.number ?? null),
    can: {
      editCall: mayEdit,
      editTranscript: can(actor, "transcript.update", call),
      addTerm: whereTaught(actor, call.teamId) !== null,
      download: can(actor, "transcript.export", call),
      retry: can(actor, "recording.retry", call),
      delete: can(actor, "call.delete", call),
      transfer: can(actor, "call.transfer", call),
      share: can(actor, "call.share", call),
      link: can(withoutPrivate(actor), "link.create", call),
      seeLog: can(actor, "userlog.others"),
      comment: can(actor, "comment.write", call),
      // Private access is for looking.
      clip: can(withoutPrivate(actor), "clip.create", call),
    },
  };
}

/** A recording that ended by itself is not shown to others before its owner says so: whom it was meant for. */
function endedAlone(
  actor: Member,
  { ownerId, visibility, stateReason, browserRecorders: [recorder] }: PlaybackSource["call"],
): PlaybackView["endedAlone"] {
  const why = (["limit", "abandoned"] as const).find((reason) => reason === stateReason);
  const isDecided = visibility !== "private" || recorder?.visibility === "private";
  if (why === undefined || recorder === undefined || isDecided || ownerId !== actor.memberId)
    return null;
  return { why, visibility: recorder.visibility };
}
