import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { noteOpened } from "../call/who-watched.server.ts";
import { noteClipOpened } from "../clip/clip-plays.server.ts";
import { playedMs } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import { findLibrary } from "./find-library.server.ts";
import type { Place } from "./library.schema.ts";
import type { OpenedItem } from "./library-views.ts";
import { readSilences, soundOfCall, soundOfClip } from "./sound.server.ts";

type ItemAt = { libraryId: string; itemId: string };

/** An item the actor may play: its library is theirs to read, and its call or its clip theirs to hear. */
async function findItem(actor: Member, { libraryId, itemId }: ItemAt) {
  const { workspaceId } = actor;
  await findLibrary(db, actor, libraryId, "library.read");
  const item = await db.libraryItem.findFirst({
    where: {
      ...{ workspaceId, libraryId, id: itemId, deletedAt: null },
      OR: [{ call: visible(actor, "media.play") }, { clip: visible(actor, "clip.read") }],
    },
    select: {
      ...{ id: true, callId: true, clipId: true, t0Ms: true, t1Ms: true },
      call: { select: { ...callAccess, title: true, durationMs: true } },
      clip: {
        select: {
          ...{ title: true, cut: { select: { durationMs: true, made: true } } },
          call: {
            select: { participants: { where: { consent: "withdrawn" }, select: { id: true } } },
          },
        },
      },
    },
  });
  if (!item) throw new DomainError("not_found");
  return item;
}
type Item = Awaited<ReturnType<typeof findItem>>;

/**
 * Opens an item for playing. A call's is an opening of the call, too, in the user log and in "who watched"; who hears a
 * clip is no watcher of its call. Counted once for each member; that it was opened keeps it from being stale.
 * @throws DomainError `not_found` also for an item the actor cannot hear, `consent_blocked` for a clip in which somebody
 * took their consent back
 */
export async function openItem(
  actor: Member,
  libraryId: string,
  itemId: string,
): Promise<OpenedItem> {
  const { workspaceId, memberId } = actor;
  const item = await findItem(actor, { libraryId, itemId });
  const { t0Ms, ...source } = item.clip ? await openClip(actor, item) : await openCall(actor, item);
  const t1Ms = Math.min(item.t1Ms ?? source.durationMs, source.durationMs);
  const play = await db.$transaction(async (tx) => {
    const { count } = await tx.libraryPlay.createMany({
      data: [{ workspaceId, itemId, memberId, positionMs: t0Ms }],
      skipDuplicates: true,
    });
    await tx.$executeRaw`UPDATE library_item SET opened = opened + ${count}, last_opened_at = ${now()}
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${itemId}::uuid`;
    return tx.libraryPlay.findUniqueOrThrow({
      where: { workspaceId_itemId_memberId: { workspaceId, itemId, memberId } },
      select: { positionMs: true },
    });
  });
  const isInside = play.positionMs > t0Ms && play.positionMs < t1Ms - NEAR_END_MS;
  return { itemId, ...source, t0Ms, t1Ms, startMs: isInside ? play.positionMs : t0Ms };
}

type Opened = Pick<
  OpenedItem,
  "title" | "durationMs" | "t0Ms" | "mixUrl" | "heardUrl" | "silences"
>;

async function openCall(actor: Member, { callId, call, t0Ms }: Item): Promise<Opened> {
  if (callId === null || !call) throw new DomainError("not_found");
  await noteOpened(actor, callId);
  const sound = await soundOfCall(actor.workspaceId, callId);
  return {
    ...{ title: call.title, durationMs: call.durationMs ?? 0, t0Ms: t0Ms ?? 0 },
    mixUrl: sound && paths.media(sound.fileId),
    heardUrl: paths.heard(callId),
    silences: sound ? await readSilences(sound) : [],
  };
}

async function openClip(actor: Member, { clipId, clip }: Item): Promise<Opened> {
  if (clipId === null || !clip?.cut) throw new DomainError("not_found");
  if (clip.call.participants.length > 0) throw new DomainError("consent_blocked");
  const { workspaceId } = actor;
  await noteClipOpened(actor, clipId);
  const sound = await soundOfClip(workspaceId, clipId);
  return {
    ...{ title: clip.title, durationMs: playedMs(clip.cut), t0Ms: 0 },
    mixUrl: sound && paths.clipFile(sound.fileId),
    heardUrl: paths.clipHeard(clipId),
    silences: sound ? await readSilences(sound) : [],
  };
}

/** Who stopped so near the end begins anew. */
const NEAR_END_MS = 2_000;

/**
 * Keeps where the actor stands in an item they opened. No audit entry: that they opened it stands in the user log.
 * @throws DomainError `not_found`, `invalid_state` for an item they did not open
 */
export async function keepPlace(
  actor: Member,
  at: ItemAt,
  { positionMs, isEnded }: Place,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  const { itemId } = at;
  await findItem(actor, at);
  const { count } = await db.libraryPlay.updateMany({
    where: { workspaceId, itemId, memberId },
    data: { positionMs },
  });
  if (count === 0) throw new DomainError("invalid_state");
  if (isEnded)
    await db.libraryPlay.updateMany({
      where: { workspaceId, itemId, memberId, endedAt: null },
      data: { endedAt: now() },
    });
}
