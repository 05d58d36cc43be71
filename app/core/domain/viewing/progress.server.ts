import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess, libraryAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { heardIn } from "../call/heard.ts";
import { idsWithin } from "../library/folders.server.ts";
import { meantBy } from "./listeners.ts";
import type { ListenerProgress, ViewingState } from "./viewing-views.ts";

/** So much of it is all of it (product §4.2). */
const COMPLETE = 0.9;

export const viewingRow = {
  ...{ workspaceId: true, id: true, libraryId: true, folderId: true, memberId: true, teamId: true },
  ...{ dueOn: true, includesLater: true, byId: true },
  member: { select: { name: true } },
  team: { select: { name: true, deletedAt: true } },
  by: { select: { name: true } },
  folder: { select: { name: true } },
  library: { select: { ...libraryAccess, id: true, name: true } },
  listeners: { select: { memberId: true, completedAt: true } },
} as const satisfies Prisma.RequiredViewingSelect;
export type ViewingRow = Prisma.RequiredViewingGetPayload<{ select: typeof viewingRow }>;

const withdrawn = { where: { consent: "withdrawn" }, select: { id: true }, take: 1 } as const;

/** What of a library can be heard at all. */
const itemsOf = async ({ workspaceId, libraryId, folderId }: ViewingRow) =>
  db.libraryItem.findMany({
    where: {
      ...{ workspaceId, libraryId, deletedAt: null, isAsked: false },
      ...(folderId !== null && {
        folderId: { in: await idsWithin({ workspaceId, libraryId }, folderId) },
      }),
    },
    select: {
      ...{ callId: true, clipId: true, t0Ms: true, t1Ms: true },
      call: {
        select: {
          ...{ ...callAccess, durationMs: true },
          recordings: {
            where: {
              ...{ isPrimary: true, mediaRemovedAt: null },
              files: { some: { kind: { in: ["mix", "track"] } } },
            },
            select: { id: true },
            take: 1,
          },
        },
      },
      clip: {
        select: {
          ...clipAccess,
          cut: { select: { durationMs: true } },
          call: { select: { state: true, participants: withdrawn } },
        },
      },
    },
  });
type Item = Awaited<ReturnType<typeof itemsOf>>[number];

const isHeardBy = (member: Member, { call, clip }: Item): boolean =>
  (call !== null && call.recordings.length > 0 && can(member, "media.play", call)) ||
  (clip !== null && clip.call.participants.length === 0 && can(member, "clip.read", clip));

const rangeOf = ({ call, clip, t0Ms, t1Ms }: Item) => ({
  t0Ms: t0Ms ?? 0,
  t1Ms: t1Ms ?? call?.durationMs ?? clip?.cut?.durationMs ?? 0,
});

/**
 * How far each listener is, by name: seconds they heard of what they can play of it, wherever they heard them. Who is no
 * member any more, cannot read the library, or has left a team that is meant as it is at any time, is not among them.
 * @param members every active member
 */
export async function progressOf(
  viewing: ViewingRow,
  members: readonly Member[],
): Promise<ListenerProgress[]> {
  const { workspaceId } = viewing;
  const rows = new Map(
    viewing.listeners.map((listener) => [listener.memberId, listener.completedAt]),
  );
  const people = listenersOf(viewing, members);
  if (people.length === 0) return [];
  const memberId = { in: people.map((member) => member.memberId) };
  const items = await itemsOf(viewing);
  const [calls, clips] = await Promise.all([
    db.callView.findMany({
      where: { workspaceId, callId: { in: items.flatMap(({ callId }) => callId ?? []) }, memberId },
      select: { callId: true, memberId: true, heard: true },
    }),
    db.clipView.findMany({
      where: { workspaceId, clipId: { in: items.flatMap(({ clipId }) => clipId ?? []) }, memberId },
      select: { clipId: true, memberId: true, heard: true },
    }),
  ]);
  const bits = new Map<string, Uint8Array | null>([
    ...calls.map(({ callId, memberId: id, heard }) => [`${callId} ${id}`, heard] as const),
    ...clips.map(({ clipId, memberId: id, heard }) => [`${clipId} ${id}`, heard] as const),
  ]);
  return people.map((member) => {
    let [heard, total] = [0, 0];
    for (const item of items.filter((one) => isHeardBy(member, one))) {
      const key = `${item.callId ?? item.clipId} ${member.memberId}`;
      const part = heardIn(bits.get(key) ?? null, rangeOf(item));
      heard += part.heard;
      total += part.total;
    }
    const isDone = rows.get(member.memberId) != null || (total > 0 && heard >= COMPLETE * total);
    const state: ViewingState = isDone ? "done" : heard > 0 ? "part" : "none";
    return { memberId: member.memberId, name: member.name, heard, total, state };
  });
}

/** Who is to hear it now. */
export function listenersOf(viewing: ViewingRow, members: readonly Member[]): Member[] {
  const rows = new Set(viewing.listeners.map(({ memberId }) => memberId));
  if (viewing.includesLater)
    return viewing.team?.deletedAt === null ? meantBy(viewing, members, viewing.library) : [];
  return members.filter(
    (member) => rows.has(member.memberId) && can(member, "library.read", viewing.library),
  );
}
