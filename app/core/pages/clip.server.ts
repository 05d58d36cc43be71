import { callAccess, can, clipAccess } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listMemberActors } from "#app/core/domain/account/member-actors.server.ts";
import { findPlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { countClipViews, noteClipOpened } from "#app/core/domain/clip/clip-plays.server.ts";
import { getClip } from "#app/core/domain/clip/clip-reads.server.ts";
import { listClipLabels } from "#app/core/domain/clip/clip-labels.server.ts";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import { getClipWords } from "#app/core/domain/clip/clip-words.server.ts";
import { isWider, lengthOf, type Width } from "#app/core/domain/clip/pieces.ts";
import { countAskedAgain } from "#app/core/domain/library/clip-changed.server.ts";
import type { LabelRef } from "#app/core/domain/label/label-views.ts";
import { sliceOf } from "#app/core/domain/cut/words-slice.ts";
import { countWorkingLinks } from "#app/core/domain/share/working-links.server.ts";
import { getSegmentsAround } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { getPlayback } from "./playback.server.ts";

const WIDTHS: readonly Width[] = ["private", "team", "workspace"];

/**
 * The page of a clip; whoever opens it is noted.
 * @param search `edit`: with the words and voices of its call, to change its pieces; `t`: where it stands, in seconds
 * @throws DomainError `not_found`
 */
export async function openClip(actor: Member, clipId: string, search: URLSearchParams) {
  const clip = await getClip(actor, clipId);
  await noteClipOpened(actor, clipId);
  const { media, source, mayChange } = clip;
  const isEdited = search.get("edit") === "1" && mayChange && source !== null;
  const [said, views, settings, reach, labels, editor, callSound, workingLinks] = await Promise.all(
    [
      media?.hasWords === true ? getClipWords(actor, clipId) : null,
      countClipViews(actor, clipId),
      findPlayerSettings(actor),
      mayChange ? reachOf(actor, clipId) : ([] as Reach[]),
      mayChange ? listClipLabels(actor, clipId) : ([] as LabelRef[]),
      isEdited ? editorOf(actor, clip) : null,
      media === null && source?.isPlayed === true ? soundOf(actor, source.callId) : null,
      mayChange ? countWorkingLinks(actor, { kind: "clip", id: clipId }) : 0,
    ],
  );
  const durationMs = media ? sum(media.pieces) : source ? lengthOf(source.pieces) : 0;
  const startMs = parseTime(search.get("t"));
  return {
    clip,
    language: said?.language ?? null,
    /** What is heard first: the clip's file, or else the call, of which the pieces are played. */
    mixUrl: media ? paths.clipFile(media.mixId) : callSound,
    isOfCall: media === null,
    words: said && sliceOf(said.words),
    ...{ durationMs, settings, labels },
    /** Members who opened it. */
    views,
    /** For who may change the clip; links stop when it is deleted. */
    ...{ reach, workingLinks },
    /** Asked for by the address, and there for who may open the call. */
    editor,
    startMs: startMs !== null && startMs < durationMs ? startMs : null,
  };
}

export type ClipPageView = Awaited<ReturnType<typeof openClip>>;

const sum = (lengths: readonly number[]): number => lengths.reduce((all, ms) => all + ms, 0);

/** What everybody of a call hears; of one alone there is no second file. */
async function soundOf({ workspaceId }: Member, callId: string): Promise<string | null> {
  const recording = await db.recording.findFirst({
    where: { workspaceId, callId, isPrimary: true, mediaRemovedAt: null },
    select: {
      files: { where: { kind: { in: ["mix", "track"] } }, select: { id: true, kind: true } },
    },
  });
  const files = recording?.files ?? [];
  const file = files.find(({ kind }) => kind === "mix") ?? (files.length === 1 ? files[0] : null);
  return file ? paths.media(file.id) : null;
}

/** Whom an audience reaches: how many members, and how many of them cannot open the call. */
export type Reach = { visibility: Width; people: number; outside: number };

/** Whom each audience would reach, by the rights as they are: the same rules that decide when it is opened. */
async function reachOf(actor: Member, clipId: string): Promise<Reach[]> {
  const { workspaceId } = actor;
  const [row, members] = await Promise.all([
    db.clip.findFirst({
      where: { workspaceId, id: clipId },
      select: { ...clipAccess, call: { select: callAccess } },
    }),
    listMemberActors(workspaceId),
  ]);
  if (!row) return [];
  return WIDTHS.map((visibility) => {
    const shown = members.filter((member) => can(member, "clip.read", { ...row, visibility }));
    const outside = shown.filter((member) => !can(member, "call.read", row.call));
    return { visibility, people: shown.length, outside: outside.length };
  });
}

/** What changing the pieces of a clip takes beside the clip: its call, on the call's clock. */
export type ClipEditorView = NonNullable<Awaited<ReturnType<typeof editorOf>>>;

async function editorOf(actor: Member, { clipId, source, visibility, ...may }: ClipView) {
  if (!source) return null;
  const { call, recording, lanes, transcript, people } = await getPlayback(actor, source.callId);
  if (call.durationMs === null) return null;
  const t0Ms = source.pieces[0]?.t0Ms ?? 0;
  const words = transcript && {
    transcript,
    start: await getSegmentsAround(actor, source.callId, transcript.number, t0Ms),
  };
  const [links, libraries] = await Promise.all([
    may.mayLink ? 0 : countWorkingLinks(actor, { kind: "clip", id: clipId }),
    countAskedAgain(actor, clipId),
    noteOpened(actor, source.callId),
  ]);
  return {
    /** What waits for who may share the call once other pieces are saved by the reader. */
    after: {
      ...{ links, libraries },
      isNarrowed: !may.mayWiden && isWider(visibility, call.visibility),
    },
    ...{ callId: call.id, durationMs: call.durationMs, mixUrl: recording?.mixUrl ?? null },
    /** Null: the call has no words; pieces are made by times. */
    // A lane that is known from words beside the sound of all has no sound of its own to silence.
    lanes: lanes.filter(
      ({ spoken }, _, all) => spoken === null || all.every((one) => one.spoken !== null),
    ),
    ...{ people, words },
  };
}
