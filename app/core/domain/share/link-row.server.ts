import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { RangeMs } from "../views.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { EXTENDED_DAYS } from "./link.schema.ts";
import { extendedEnd } from "./link-state.ts";
import { linkUrl } from "./link-url.server.ts";
import type { LinkListView, LinkTrouble, LinkView, LinkVisitView } from "./link-views.ts";
import { differenceOf, isSame, type Listed } from "./list-difference.ts";
import type { ShareList } from "./share-list.server.ts";
import { loadItems, type SharedLink } from "./shared-link.server.ts";
import { isReady } from "./visit-access.server.ts";

/** Visits of one link that are shown, the newest first. */
const MOST_VISITS = 50;
const SECOND_MS = 1_000;
/** Views, and people who met a condition without one; a browser that only loaded an open page may be a program. */
const IN_LOG = {
  OR: [
    { viewedAt: { not: null } },
    { grantedAt: { not: null }, OR: [{ email: { not: null } }, { passwordAt: { not: null } }] },
  ],
} satisfies Prisma.ShareVisitWhereInput;

type Beside = { sharing: WorkspaceSettings["sharing"]; list: ShareList | null };

/** One link as its maker sees it: what it shows to whom, how it stands, and who opened it. */
export async function viewOfLink(
  actor: Member,
  link: SharedLink,
  { sharing, list }: Beside,
): Promise<LinkView> {
  const { workspaceId, linkId, shows, range } = link;
  const row = await db.sharedLink.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: linkId } },
    select: {
      ...{ urlEnc: true, expiresAt: true, revokedAt: true },
      _count: { select: { visits: { where: IN_LOG } } },
      visits: {
        where: IN_LOG,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: MOST_VISITS,
        select: {
          ...{ id: true, email: true, viewedAt: true, seenAt: true, heard: true },
          ...{ embedKeyId: true, label: true, grantedAt: true, downloadedAt: true },
          heardItems: {
            select: { heard: true, item: { select: { title: true, position: true } } },
          },
        },
      },
    },
  });
  const items = list && (await loadItems(link));
  const until = extendedEnd({ ...link, expiresAt: row.expiresAt }, sharing, {
    ...{ at: now(), days: EXTENDED_DAYS },
  });
  return {
    linkId,
    title: link.title,
    list: list && items && (await listOf(actor, link, { list, items })),
    url: linkUrl(row.urlEnc),
    range,
    state: link.state.state,
    why: whyOf(link, row.revokedAt),
    trouble: (items ?? [link]).map(troubleOf).find((trouble) => trouble !== null) ?? null,
    by: link.maker?.name ?? null,
    endsAt: link.endsAt.toISOString(),
    extendedTo: until > link.endsAt ? until.toISOString() : null,
    message: link.message,
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
    visitCount: row._count.visits,
    visits: row.visits.map((visit): LinkVisitView => {
      const { id, email, viewedAt, seenAt, heard, embedKeyId, label, heardItems } = visit;
      const { grantedAt, downloadedAt } = visit;
      const ofItems = heardItems
        .toSorted((a, b) => a.item.position - b.item.position)
        .map(({ heard: bits, item: { title } }) => ({ title, seconds: secondsIn(bits) }));
      const ranges = heard === null ? [] : rangesOf(heard, link.cut?.durationMs ?? 0);
      const from = range?.t0Ms ?? 0;
      return {
        id,
        who: email ?? label,
        isEmbedded: embedKeyId !== null,
        at: (seenAt ?? viewedAt ?? grantedAt ?? new Date(0)).toISOString(),
        isView: viewedAt !== null,
        downloadedAt: downloadedAt?.toISOString() ?? null,
        items: ofItems,
        seconds:
          ofItems.reduce((sum, item) => sum + item.seconds, 0) +
          Math.round(ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0) / SECOND_MS),
        heard: ranges.map(({ t0Ms, t1Ms }) => ({ t0Ms: from + t0Ms, t1Ms: from + t1Ms })),
      };
    }),
  };
}

/** Why it shows nothing, or not its newest words; null where its state says all. */
function whyOf({ state }: SharedLink, revokedAt: Date | null): LinkView["why"] {
  if (state.state === "blocked") return state.why;
  if (state.state === "active") return state.isRenewed ? "words" : null;
  // Nobody ended it: it ended with what its maker may show.
  return state.state === "revoked" && revokedAt === null ? "maker" : null;
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
    (state.state === "active" && state.isRenewed);
  if (!isUnmade || cut === null || cut.cause === null) return null;
  const known = KNOWN.find((cause) => cause === cut.cause);
  if (known !== undefined) return known;
  if (cut.state === "queued") return "broke_off";
  return state.state === "active" ? "words_failed" : null;
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
