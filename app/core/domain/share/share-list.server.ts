import { hashOf } from "#app/core/platform/crypto.server.ts";
import type { Prisma, Tx } from "#app/core/platform/db.server.ts";
import { callAccess, can, clipAccess } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listFolders } from "../library/folders.server.ts";
import type { RangeMs } from "../views.ts";
import type { LeftOutWhy } from "./link-views.ts";
import type { Listed } from "./list-difference.ts";

/** An item of a library that the actor may show outside. */
export type ShareListItem = Listed & {
  callId: string;
  clipId: string | null;
  range: RangeMs | null;
  durationMs: number;
  callMs: number;
};
/** `title` null: the actor may not know it. */
export type LeftOut = { title: string | null; why: LeftOutWhy };
export type ShareList = {
  items: ShareListItem[];
  leftOut: LeftOut[];
  /** Of what would be shown, in its order: another one means that another list would be. */
  stamp: string;
};

const ofCall = {
  ...{ ...callAccess, id: true, title: true, durationMs: true },
  participants: { select: { memberId: true, consent: true } },
  recordings: {
    where: { isPrimary: true, mediaRemovedAt: null },
    select: { files: { where: { kind: "track" as const }, select: { id: true }, take: 1 } },
  },
} as const;
const row = {
  ...{ id: true, title: true, why: true, t0Ms: true, t1Ms: true, position: true },
  folderId: true,
  call: { select: ofCall },
  clip: {
    select: {
      ...{
        ...clipAccess,
        id: true,
        title: true,
        revision: true,
        cut: { select: { durationMs: true } },
      },
      call: { select: ofCall },
    },
  },
} as const satisfies Prisma.LibraryItemSelect;
type Row = Prisma.LibraryItemGetPayload<{ select: typeof row }>;

/**
 * What of a library the actor may show outside, in its order: folder by folder, what is in none first. Every item takes
 * the right to show its call; what they may not, or what cannot be heard, is left out by its name.
 * @param actor without private access: that is for looking, for an hour
 */
export async function findShareList(
  tx: Pick<Tx, "libraryFolder" | "libraryItem">,
  actor: Member,
  libraryId: string,
): Promise<ShareList> {
  const { workspaceId } = actor;
  const folders = await listFolders(tx, { workspaceId, libraryId });
  const found = await tx.libraryItem.findMany({
    where: { workspaceId, libraryId, deletedAt: null, isAsked: false },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: row,
  });
  // What is in none comes before them all.
  const placeOf = new Map(folders.map(({ id }, at) => [id, at]));
  const place = ({ folderId }: Row) => (folderId === null ? -1 : (placeOf.get(folderId) ?? -1));
  const judged = found.toSorted((a, b) => place(a) - place(b)).map((item) => judge(actor, item));
  const items = judged.flatMap(({ item }) => item ?? []);
  return {
    items,
    leftOut: judged.flatMap(({ leftOut }) => leftOut ?? []),
    stamp: stampOf(items),
  };
}

const stampOf = (items: readonly ShareListItem[]): string =>
  Buffer.from(
    hashOf(
      JSON.stringify(
        items.map(({ itemId, title, why, clipRevision }) => [itemId, title, why, clipRevision]),
      ),
    ),
  ).toString("hex");

type Judged = { item?: ShareListItem; leftOut?: LeftOut };

function judge(actor: Member, { id: itemId, why, t0Ms, t1Ms, clip, call }: Row): Judged {
  const source = clip?.call ?? call;
  if (!source) return {};
  const seen = clip
    ? can(actor, "clip.read", { ...clip, deletedAt: null })
    : can(actor, "call.read", { ...source, state: "available" });
  if (!seen) return { leftOut: { title: null, why: "unseen" } };
  const { title } = clip ?? source;
  const out = (reason: LeftOutWhy): Judged => ({ leftOut: { title, why: reason } });
  const isGone = clip
    ? clip.deletedAt !== null || source.state === "purged"
    : source.state !== "available";
  if (isGone) return out("gone");
  if (!can(actor, "link.create", { ...source, state: "available" })) return out("no_right");
  if (source.participants.some(({ consent }) => consent === "withdrawn")) return out("withdrawn");
  const hasSound = source.recordings.some(({ files }) => files.length > 0);
  if (source.durationMs === null || (!clip && !hasSound)) return out("no_sound");
  const range = t0Ms === null || t1Ms === null ? null : { t0Ms, t1Ms };
  return {
    item: {
      ...{ itemId, title, why, range, callId: source.id, clipId: clip?.id ?? null },
      clipRevision: clip?.revision ?? null,
      callMs: source.durationMs,
      durationMs: clip
        ? (clip.cut?.durationMs ?? 0)
        : range === null
          ? source.durationMs
          : range.t1Ms - range.t0Ms,
    },
  };
}
