import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess, libraryAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { heardIn } from "../call/heard.ts";
import { idsWithin } from "../library/folders.server.ts";
import { playedMs } from "../cut/cut.ts";
import { playingFile, playingFiles } from "../library/sound.server.ts";
import { meantBy } from "./listeners.ts";
import type { ListenerProgress, ViewingState } from "./viewing-views.ts";

/** So much of it is all of it (product §4.2). */
const COMPLETE = 0.9;

export const viewingRow = {
  ...{ workspaceId: true, id: true, libraryId: true, folderId: true, memberId: true, teamId: true },
  ...{ dueOn: true, includesLater: true, byId: true, lookedAt: true },
  member: { select: { name: true } },
  team: { select: { name: true, deletedAt: true } },
  by: { select: { name: true } },
  folder: { select: { name: true } },
  library: { select: { ...libraryAccess, id: true, name: true } },
  listeners: { select: { memberId: true, completedAt: true, toldAt: true } },
} as const satisfies Prisma.RequiredViewingSelect;
export type ViewingRow = Prisma.RequiredViewingGetPayload<{ select: typeof viewingRow }>;

const withdrawn = { where: { consent: "withdrawn" }, select: { id: true }, take: 1 } as const;

/** Items of libraries as they were read for one page: several viewings are of one library. */
export type KnownItems = Map<string, Promise<LibraryItems>>;
type LibraryItems = Awaited<ReturnType<typeof readItems>>;

/** What of a viewing's library or folder can be played at all. */
async function itemsOf(
  { workspaceId, libraryId, folderId }: ViewingRow,
  known: KnownItems = new Map(),
): Promise<Item[]> {
  const asked = known.get(libraryId) ?? readItems(workspaceId, libraryId);
  known.set(libraryId, asked);
  const items = await asked;
  if (folderId === null) return items;
  const within = new Set(await idsWithin({ workspaceId, libraryId }, folderId));
  return items.filter((item) => item.folderId !== null && within.has(item.folderId));
}

const readItems = (workspaceId: string, libraryId: string) =>
  db.libraryItem.findMany({
    where: { workspaceId, libraryId, deletedAt: null, isAsked: false },
    select: {
      ...{ folderId: true, callId: true, clipId: true, t0Ms: true, t1Ms: true },
      call: {
        select: {
          ...{ ...callAccess, durationMs: true },
          recordings: {
            where: { isPrimary: true, mediaRemovedAt: null },
            select: { files: { where: playingFiles, select: { kind: true, spoken: true } } },
            take: 1,
          },
        },
      },
      clip: {
        select: {
          ...clipAccess,
          cut: {
            select: {
              ...{ durationMs: true, made: true },
              files: { where: { kind: "mix" }, select: { spoken: true }, take: 1 },
            },
          },
          call: { select: { state: true, participants: withdrawn } },
        },
      },
    },
  });
type Item = LibraryItems[number];

/** What of an item plays; null for one without sound, or in which a person took their consent back. */
function soundOf({ call, clip }: Item): { spoken: Uint8Array | null } | null {
  if (call) return playingFile(call.recordings[0]?.files ?? []);
  return clip?.call.participants.length === 0 ? (clip.cut?.files[0] ?? null) : null;
}

const isHeardBy = (member: Member, { call, clip }: Item): boolean =>
  (call !== null && can(member, "media.play", call)) ||
  (clip !== null && can(member, "clip.read", clip));

const rangeOf = ({ call, clip, t0Ms, t1Ms }: Item) => ({
  t0Ms: t0Ms ?? 0,
  t1Ms: t1Ms ?? call?.durationMs ?? (clip?.cut ? playedMs(clip.cut) : 0),
});

/** Items with the bits that count of each, and how many they are; what has no sound is left out. */
function counted(items: readonly Item[]) {
  return items.flatMap((item) => {
    const sound = soundOf(item);
    if (sound === null) return [];
    const range = rangeOf(item);
    const { spoken } = sound;
    return [{ item, range, spoken, total: heardIn(null, range, spoken).total }];
  });
}

/** Calls and clips of a viewing whose seconds with anything to hear are not worked out yet. */
export const listUncounted = async (
  viewing: ViewingRow,
): Promise<{ callId: string | null; clipId: string | null }[]> =>
  counted(await itemsOf(viewing))
    .filter(({ spoken }) => spoken === null)
    .map(({ item: { callId, clipId } }) => ({ callId, clipId }));

/**
 * How far each listener is, by name: seconds with anything to hear that they played of what they can open of it, wherever
 * they did; what players skip as silence is in neither number (decisions §14). Who is no
 * member any more, cannot read the library, or has left a team that is meant as it is at any time, is not among them.
 * @param members every active member
 * @param options `lead`: who follows it up, in whose numbers are no seconds of what they cannot open themselves; `known`:
 * items that were read already
 */
export async function progressOf(
  viewing: ViewingRow,
  members: readonly Member[],
  { lead, known }: { lead?: Member; known?: KnownItems } = {},
): Promise<ListenerProgress[]> {
  const completed = new Map(
    viewing.listeners.map((listener) => [listener.memberId, listener.completedAt]),
  );
  const people = listenersOf(viewing, members);
  if (people.length === 0) return [];
  const parts = counted(await itemsOf(viewing, known)).map((part) => ({
    ...part,
    isShown: lead === undefined || isHeardBy(lead, part.item),
  }));
  const bits = await readHeard(viewing, people, parts);
  return people.map((member) => {
    const own = bits.get(member.memberId);
    const shown = { heard: 0, total: 0 };
    let [heard, total] = [0, 0];
    for (const part of parts.filter(({ item }) => isHeardBy(member, item))) {
      const { item, range, spoken, isShown } = part;
      const played = own?.get(item.callId ?? item.clipId);
      const seconds = played ? heardIn(played, range, spoken).heard : 0;
      total += part.total;
      heard += seconds;
      if (!isShown) continue;
      shown.total += part.total;
      shown.heard += seconds;
    }
    const isDone =
      completed.get(member.memberId) != null || (total > 0 && heard >= COMPLETE * total);
    const state: ViewingState = isDone
      ? "done"
      : total === 0
        ? "empty"
        : heard > 0
          ? "part"
          : "none";
    return { memberId: member.memberId, name: member.name, ...shown, state };
  });
}

/** What members played of calls and clips, by member and source; read as rows: there may be many thousands. */
async function readHeard(
  { workspaceId }: ViewingRow,
  people: readonly Member[],
  parts: readonly { item: Item }[],
): Promise<Map<string, Map<string | null, Uint8Array>>> {
  const members = people.map(({ memberId }) => memberId);
  const calls = parts.flatMap(({ item }) => item.callId ?? []);
  const clips = parts.flatMap(({ item }) => item.clipId ?? []);
  const found = await rows<{ source_id: string; member_id: string; heard: Buffer }>(Prisma.sql`
    SELECT v.call_id AS source_id, v.member_id, v.heard FROM call_view v WHERE v.workspace_id = ${workspaceId}::uuid
      AND v.call_id = ANY(${calls}::uuid[]) AND v.member_id = ANY(${members}::uuid[]) AND v.heard IS NOT NULL
    UNION ALL
    SELECT v.clip_id, v.member_id, v.heard FROM clip_view v WHERE v.workspace_id = ${workspaceId}::uuid
      AND v.clip_id = ANY(${clips}::uuid[]) AND v.member_id = ANY(${members}::uuid[]) AND v.heard IS NOT NULL`);
  const heard = new Map<string, Map<string | null, Uint8Array>>();
  for (const { source_id, member_id, heard: bits } of found) {
    const own = heard.get(member_id) ?? new Map<string | null, Uint8Array>();
    heard.set(member_id, own.set(source_id, bits));
  }
  return heard;
}

/** Whom it waits for: who is not through, and has something to hear. */
export const isWaiting = ({ state }: Pick<ListenerProgress, "state">): boolean =>
  state === "part" || state === "none";

/** Who is to hear it now. */
export function listenersOf(viewing: ViewingRow, members: readonly Member[]): Member[] {
  const named = new Set(viewing.listeners.map(({ memberId }) => memberId));
  if (viewing.includesLater)
    return viewing.team?.deletedAt === null ? meantBy(viewing, members, viewing.library) : [];
  return members.filter(
    (member) => named.has(member.memberId) && can(member, "library.read", viewing.library),
  );
}
