import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { findLibrary } from "../library/find-library.server.ts";
import { LIMITS } from "../limits.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { RangeMs } from "../views.ts";
import type { LinkSubject } from "./link-subject.ts";
import { linkUrl } from "./link-url.server.ts";
import type {
  LinkListView,
  LinksView,
  LinkTrouble,
  LinkView,
  LinkVisitView,
} from "./link-views.ts";
import { differenceOf, isSame, type Listed } from "./list-difference.ts";
import { findShareList, type ShareList } from "./share-list.server.ts";
import { loadItems, loadLinksOf, type SharedLink } from "./shared-link.server.ts";
import { isReady } from "./visit-access.server.ts";

/** Visits of one link that are shown, the newest first. */
const MOST_VISITS = 50;
const SECOND_MS = 1_000;

/** Codes go by e-mail: whether this server sends any. */
export const canSendCodes = (): boolean => env().SMTP_URL !== undefined || env().hasMailPage;

/**
 * The links to a call: a member's own, or all for who keeps the call, and what a new one may be.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function listLinks(actor: Member, callId: string): Promise<LinksView> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: ofCall,
  });
  const call = authorise(actor, "link.create", found);
  return linksOf(
    actor,
    { kind: "call", id: callId },
    {
      ...{ title: call.title, durationMs: call.durationMs ?? 0, clip: null, library: null },
      ...ofSound(actor, call),
    },
  );
}

/**
 * The same for a clip: it takes the right to show its call, which may lie in the trash.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function listClipLinks(actor: Member, clipId: string): Promise<LinksView> {
  const found = await db.clip.findFirst({
    where: { id: clipId, AND: visible(actor, "clip.read") },
    select: {
      ...{ title: true, card: true, revision: true, confirmedRevision: true },
      cut: { select: { durationMs: true } },
      call: { select: ofCall },
    },
  });
  if (!found) throw new DomainError("not_found");
  const { title, card, revision, confirmedRevision } = found;
  const call = authorise(actor, "link.create", { ...found.call, state: "available" as const });
  return linksOf(
    actor,
    { kind: "clip", id: clipId },
    {
      ...{ title, durationMs: found.cut?.durationMs ?? 0, library: null },
      clip: { card, revision, isAgreed: confirmedRevision === revision },
      ...ofSound(actor, call),
    },
  );
}

/**
 * The same for a library, for who may share it: every link to it, what a new one would show, and how the lists of those
 * that are there differ from it.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function listLibraryLinks(member: Member, libraryId: string): Promise<LinksView> {
  const actor = { ...member, privateUntil: null };
  const library = await findLibrary(db, actor, libraryId, "library.manage");
  const [{ name: workspace }, list] = await Promise.all([
    db.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId }, select: { name: true } }),
    findShareList(db, actor, libraryId),
  ]);
  const { items, leftOut, stamp } = list;
  const lacks =
    items.length === 0
      ? ("no_items" as const)
      : items.length > LIMITS.sharedItems
        ? ("too_many" as const)
        : null;
  return linksOf(
    actor,
    { kind: "library", id: libraryId },
    {
      ...{ title: library.name, clip: null, workspace, lacks, mayEndAll: true },
      durationMs: items.reduce((sum, item) => sum + item.durationMs, 0),
      library: {
        ...{ description: library.description, leftOut, stamp, mostItems: LIMITS.sharedItems },
        items: items.map(({ title, why, durationMs, clipId }) => ({
          ...{ title, why, durationMs },
          kind: clipId === null ? ("call" as const) : ("clip" as const),
        })),
      },
    },
    list,
  );
}

const ofCall = {
  ...{ ...callAccess, title: true, durationMs: true },
  workspace: { select: { name: true } },
  recordings: {
    where: { isPrimary: true, mediaRemovedAt: null },
    select: { files: { where: { kind: "track" }, select: { id: true }, take: 1 } },
  },
} as const satisfies Prisma.CallSelect;
type Call = Prisma.CallGetPayload<{ select: typeof ofCall }>;

/** What is the call's to say of links to it, or to a clip of it. */
const ofSound = (actor: Member, call: Call) => ({
  workspace: call.workspace.name,
  mayEndAll: can(actor, "link.change", call),
  lacks:
    call.durationMs === null || !call.recordings.some(({ files }) => files.length > 0)
      ? ("no_sound" as const)
      : null,
});

type About = Pick<
  LinksView,
  "workspace" | "title" | "durationMs" | "clip" | "library" | "mayEndAll"
> & {
  /** What keeps it from being shown at all. */
  lacks: LinksView["refusal"];
};

async function linksOf(
  actor: Member,
  subject: LinkSubject,
  { lacks, ...about }: About,
  list: ShareList | null = null,
): Promise<LinksView> {
  const { workspaceId } = actor;
  const [{ sharing }, links, inLibraries] = await Promise.all([
    db.$transaction((tx) => getWorkspaceSettings(tx, workspaceId)),
    loadLinksOf(workspaceId, subject),
    countLibraries(workspaceId, subject),
  ]);
  const shown = links.filter(({ maker }) => about.mayEndAll || maker?.memberId === actor.memberId);
  return {
    ...{ ...about, inLibraries },
    links: await Promise.all(shown.map((link) => viewOf(actor, link, list))),
    refusal:
      sharing.blockedAt !== null ? "blocked" : !sharing.roles.includes(actor.role) ? "role" : lacks,
    policy: {
      ...{ maxDays: sharing.maxDays, needs: sharing.needs, mayDownload: sharing.mayDownload },
      // A player on another site plays calls and parts of them.
      embed: subject.kind === "call" ? sharing.embed : "off",
    },
    canMail: canSendCodes(),
  };
}

/** The links to libraries that hold a call, or clips of it, or a clip. */
const countLibraries = async (workspaceId: string, { kind, id }: LinkSubject): Promise<number> =>
  kind === "library"
    ? 0
    : db.sharedLink.count({
        where: {
          ...{ workspaceId, kind: "library", revokedAt: null },
          items: {
            some: { removedAt: null, ...(kind === "clip" ? { clipId: id } : { callId: id }) },
          },
        },
      });

async function viewOf(actor: Member, link: SharedLink, list: ShareList | null): Promise<LinkView> {
  const { workspaceId, linkId, shows, range } = link;
  const row = await db.sharedLink.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: linkId } },
    select: {
      urlEnc: true,
      visits: {
        where: { viewedAt: { not: null } },
        orderBy: { viewedAt: "desc" },
        take: MOST_VISITS,
        select: {
          ...{ id: true, email: true, viewedAt: true, seenAt: true, heard: true },
          ...{ embedKeyId: true, label: true },
          heardItems: {
            select: { heard: true, item: { select: { title: true, position: true } } },
          },
        },
      },
    },
  });
  const items = list && (await loadItems(link));
  return {
    linkId,
    list: list && items && (await listOf(actor, link, { list, items })),
    url: linkUrl(row.urlEnc),
    range,
    state: link.state.state,
    trouble: (items ?? [link]).map(troubleOf).find((trouble) => trouble !== null) ?? null,
    by: link.maker?.name ?? null,
    endsAt: link.endsAt.toISOString(),
    shows: {
      ...{ transcript: shows.transcript, summary: shows.summary, names: shows.names },
      download: link.mayDownload,
      embed: shows.embed,
    },
    hasPassword: link.password !== null,
    addresses: link.addresses,
    needsEmail: link.needsEmail,
    views: link.views,
    maxViews: link.maxViews,
    visits: row.visits.map((visit): LinkVisitView => {
      const { id, email, viewedAt, seenAt, heard, embedKeyId, label, heardItems } = visit;
      const ofItems = heardItems
        .toSorted((a, b) => a.item.position - b.item.position)
        .map(({ heard: bits, item: { title } }) => ({ title, seconds: secondsIn(bits) }));
      const ranges = heard === null ? [] : rangesOf(heard, link.cut?.durationMs ?? 0);
      const from = range?.t0Ms ?? 0;
      return {
        id,
        who: email ?? label,
        isEmbedded: embedKeyId !== null,
        at: (seenAt ?? viewedAt ?? new Date(0)).toISOString(),
        items: ofItems,
        seconds:
          ofItems.reduce((sum, item) => sum + item.seconds, 0) +
          Math.round(ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0) / SECOND_MS),
        heard: ranges.map(({ t0Ms, t1Ms }) => ({ t0Ms: from + t0Ms, t1Ms: from + t1Ms })),
      };
    }),
  };
}

/** How the frozen list of a link stands, and how the library differs from it. */
async function listOf(
  { memberId }: Member,
  link: SharedLink,
  { list, items }: { list: ShareList; items: readonly SharedLink[] },
): Promise<LinkListView> {
  const { workspaceId, linkId, state } = link;
  const frozen: Listed[] = await db.shareItem.findMany({
    where: { workspaceId, linkId, removedAt: null },
    orderBy: { position: "asc" },
    select: { itemId: true, title: true, why: true, clipRevision: true },
  });
  const difference = differenceOf(frozen, list.items);
  const count = (wanted: SharedLink["state"]["state"]) =>
    items.filter((item) => item.state.state === wanted).length;
  // Where the whole link is closed, its items have no causes of their own.
  const isOpen = isReady(link);
  return {
    items: items.length,
    ...{ preparing: count("preparing"), failed: count("failed") },
    stopped: isOpen
      ? items
          .filter((item) => item.state.state === "revoked" || item.state.state === "blocked")
          .map(({ title }) => ({ title }))
      : [],
    difference: isSame(difference) ? null : difference,
    mayUpdate: link.maker?.memberId === memberId && state.state !== "revoked",
  };
}

const KNOWN = ["storage_full", "ffmpeg_missing", "isolation_off", "no_audio"] as const;

/** What its files or its new words wait for, where nothing else keeps it from being shown. */
function troubleOf({ state, cut }: SharedLink): LinkTrouble | null {
  const isUnmade =
    state.state === "preparing" ||
    state.state === "failed" ||
    (state.state === "blocked" && state.isRenewed);
  if (!isUnmade || cut === null || cut.cause === null) return null;
  const known = KNOWN.find((cause) => cause === cut.cause);
  return known ?? (cut.state === "queued" ? "broke_off" : null);
}

/** How many of them are set. */
function secondsIn(bits: Uint8Array): number {
  let seconds = 0;
  for (const byte of bits) for (let rest = byte; rest > 0; rest >>= 1) seconds += rest & 1;
  return seconds;
}

/** Bits of seconds, the first of each byte the lowest, as stretches. */
function rangesOf(bits: Uint8Array, durationMs: number): RangeMs[] {
  const ranges: RangeMs[] = [];
  for (let second = 0; second * SECOND_MS < durationMs; second += 1) {
    if ((((bits[second >> 3] ?? 0) >> (second & 7)) & 1) === 0) continue;
    const t0Ms = second * SECOND_MS;
    const t1Ms = Math.min(t0Ms + SECOND_MS, durationMs);
    const last = ranges.at(-1);
    if (last?.t1Ms === t0Ms) last.t1Ms = t1Ms;
    else ranges.push({ t0Ms, t1Ms });
  }
  return ranges;
}
