import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { sharing as sharedReads } from "#app/core/platform/share.ts";
import { addressKey, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import type { Origin } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { cutLanes } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import { codeOf } from "../link-code.ts";
import { SHARED_KINDS } from "../shared-kinds.ts";
import { readSettings } from "../workspace-settings.ts";
import {
  itemSource,
  type LinkSource,
  linkSource,
  type SharedItemRow,
  sourceOf,
  sourceOfItem,
} from "./link-source.server.ts";
import { endOf, type LinkState, stateOfLink } from "./link-state.ts";
import { type LinkSubject, linksTo, subjectOf } from "./link-subject.ts";

/** Addresses that lead nowhere, per sender, together with those of invitations: a person mistypes, a machine guesses. */
const MISSES = { name: "shared-miss", points: 60, seconds: 600 };

/** What a link shows besides the sound; decided when it is made. */
export const linkShows = z.object({
  names: z.boolean().catch(false),
  transcript: z.boolean().catch(false),
  summary: z.boolean().catch(false),
  download: z.boolean().catch(false),
  embed: z.boolean().catch(false),
  /** Why each item of a library is good, as its curators wrote. */
  whys: z.boolean().catch(false),
});
export type LinkShows = z.output<typeof linkShows>;

const linkRow = {
  ...{
    id: true,
    workspaceId: true,
    callId: true,
    clipId: true,
    libraryId: true,
    t0Ms: true,
    t1Ms: true,
    shows: true,
  },
  ...{ password: true, maxViews: true, views: true, expiresAt: true, revokedAt: true },
  ...{ message: true, title: true, version: true, createdAt: true, createdBy: true },
  addresses: { select: { email: true, removedAt: true }, orderBy: { createdAt: "asc" } },
  ...linkSource,
} as const satisfies Prisma.SharedLinkSelect;
type LinkRow = Prisma.SharedLinkGetPayload<{ select: typeof linkRow }>;

export type SharedLink = {
  workspaceId: string;
  linkId: string;
  /** Of a list: the one item of it that this is; null for the link as a whole. */
  itemId: string | null;
  /** What it leads to; never told to a visitor by its id. */
  subject: LinkSubject;
  title: string;
  /** Of a library; of an item, why it is good, where the link says so. */
  description: string;
  /** Null where a visitor is not told when it was. */
  startedAt: Date | null;
  /** Shown before it. */
  card: string | null;
  /** Whose sound it is, or a part of: never told to a visitor by its id. Null for a list, whose items have their own. */
  call: LinkSource["call"];
  workspace: { name: string };
  /** Null: the whole call. */
  range: { t0Ms: number; t1Ms: number } | null;
  shows: LinkShows;
  password: string | null;
  /** Whether an address is asked for: also of a link that every address was taken off. */
  needsEmail: boolean;
  /** Who may open it, those who were taken off left out. */
  addresses: string[];
  maxViews: number | null;
  views: number;
  message: string | null;
  maker: { memberId: string; name: string } | null;
  version: number;
  createdAt: Date;
  state: LinkState;
  /** When it ends by its own condition and the policy, whatever its state. */
  endsAt: Date;
  /** Whether its sound may be kept: by its maker and by the policy. */
  mayDownload: boolean;
  /** Where it may play on other sites, as the workspace says now. */
  embedding: { embed: "off" | "listed" | "any"; origins: string[] };
  cut: {
    id: string;
    state: "queued" | "rendering" | "ready" | "failed";
    /** What the last attempt broke off at, until there is another one. */
    cause: string | null;
    durationMs: number;
    lanes: z.output<typeof cutLanes>;
    hasWords: boolean;
    files: { id: string; kind: string; lane: number | null }[];
  } | null;
};

/** @returns whether an address leads to something that was made; invitations have rules of their own */
export async function isShareLink(urlPath: string): Promise<boolean> {
  const code = codeOf("shared", urlPath);
  if (code === null) return false;
  const found = await db.sharedLink.count({
    where: { urlHash: hashOf(code), kind: { in: [...SHARED_KINDS] } },
  });
  return found > 0;
}

/**
 * The link behind an address, with its state as of this moment (product §5.7). What its state forbids is the caller's.
 * @throws DomainError `not_found`, `rate_limited` for who tries many
 */
export async function findSharedLink(urlPath: string, origin: Origin): Promise<SharedLink> {
  const code = codeOf("shared", urlPath);
  const link = code === null ? null : await loadLink({ urlHash: hashOf(code) });
  if (link) return link;
  const wait = await tryOnce(MISSES, addressKey(origin.ip ?? ""));
  if (wait > 0) throw new DomainError("rate_limited", {}, wait);
  throw new DomainError("not_found");
}

/** One link to something that was made, whatever its state; null where there is none, or its workspace is gone. */
export async function loadLink(where: Prisma.SharedLinkWhereInput): Promise<SharedLink | null> {
  const row = await db.sharedLink.findFirst({
    where: { ...where, kind: { in: [...SHARED_KINDS] } },
    select: linkRow,
  });
  return row && withState(row);
}

/** Where a link stands, or one item of its list. */
export type LinkRef = { workspaceId: string; linkId: string; itemId?: string | null };
const share = sharedReads();

/**
 * The same for what is asked with every piece of sound: all who ask about one link at the same time share a reading,
 * which began after each of them asked.
 */
export const loadHotLink = (ref: LinkRef): Promise<SharedLink | null> => {
  const { workspaceId, linkId, itemId = null } = ref;
  return share(`${workspaceId} ${linkId} ${itemId ?? ""}`, () =>
    itemId === null ? loadLink({ workspaceId, id: linkId }) : loadItem(ref, itemId),
  );
};

/** One item of a shared list, with the conditions of its link and the state of both; null where it is not in the list. */
async function loadItem(
  { workspaceId, linkId }: LinkRef,
  itemId: string,
): Promise<SharedLink | null> {
  const row = await db.shareItem.findFirst({
    where: { workspaceId, linkId, id: itemId, removedAt: null },
    select: { ...itemSource, link: { select: linkRow } },
  });
  return row && withState(row.link, row);
}

/** Every item of a shared list in its order, as a link each. */
export async function loadItems({ workspaceId, linkId }: LinkRef): Promise<SharedLink[]> {
  const row = await db.sharedLink.findFirst({
    where: { workspaceId, id: linkId, kind: "library" },
    select: {
      ...linkRow,
      items: {
        where: { removedAt: null },
        orderBy: [{ position: "asc" }, { id: "asc" }],
        select: itemSource,
      },
    },
  });
  if (!row) return [];
  const maker = await makerOf(row);
  return row.items.flatMap((item) => viewOf(row, maker, item) ?? []);
}

/** Every link to a call, a clip or a library, the newest first. */
export const loadLinksOf = (workspaceId: string, subject: LinkSubject): Promise<SharedLink[]> =>
  loadLinks({ workspaceId, ...linksTo(subject) });

/** Links to things that were made, the newest first. */
export async function loadLinks(where: Prisma.SharedLinkWhereInput): Promise<SharedLink[]> {
  const found = await db.sharedLink.findMany({
    where: { kind: { in: [...SHARED_KINDS] }, ...where },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: linkRow,
  });
  const links = await Promise.all(found.map((row) => withState(row)));
  return links.filter((link) => link !== null);
}

async function withState(
  row: LinkRow,
  item: SharedItemRow | null = null,
): Promise<SharedLink | null> {
  return viewOf(row, await makerOf(row), item);
}

/** As they are now, without private access: what an hour of it allowed is not allowed after it. */
const makerOf = async ({ workspaceId, createdBy }: LinkRow) =>
  createdBy === null ? null : findMemberActor(workspaceId, createdBy);

function viewOf(
  row: LinkRow,
  maker: Awaited<ReturnType<typeof makerOf>>,
  item: SharedItemRow | null,
): SharedLink | null {
  const subject = subjectOf(row);
  const source = item === null ? sourceOf(row) : sourceOfItem(row, item);
  if (!source || !subject || source.workspace.deletedAt !== null) return null;
  const { cut } = source;
  const shows = linkShows.parse(row.shows);
  const { sharing } = readSettings(source.workspace.settings);
  const addresses = row.addresses.filter(({ removedAt }) => removedAt === null);
  const state = stateOfLink(
    {
      ...row,
      ...source.state,
      hasPassword: row.password !== null,
      hasAddresses: row.addresses.length > 0,
      maker: maker !== null && source.mayShow(maker) ? { role: maker.role } : null,
    },
    sharing,
    now(),
  );
  const { t0Ms, t1Ms } = item ?? row;
  return {
    ...{ workspaceId: row.workspaceId, linkId: row.id, itemId: item?.id ?? null, state, subject },
    title: item === null ? (row.title ?? source.title) : source.title,
    ...{ startedAt: source.startedAt, card: source.card, call: source.call },
    description: item === null ? (row.library?.description ?? "") : shows.whys ? item.why : "",
    workspace: { name: source.workspace.name },
    range: t0Ms === null || t1Ms === null ? null : { t0Ms, t1Ms },
    shows,
    password: row.password,
    needsEmail: row.addresses.length > 0,
    addresses: addresses.map(({ email }) => email),
    ...{ maxViews: row.maxViews, views: row.views, message: row.message },
    maker: maker && { memberId: maker.memberId, name: maker.name },
    ...{ version: row.version, createdAt: row.createdAt },
    endsAt: endOf(row, sharing),
    mayDownload: shows.download && sharing.mayDownload,
    embedding: { embed: sharing.embed, origins: sharing.embedOrigins },
    cut: cut && {
      ...{ id: cut.id, state: cut.state, cause: cut.cause, durationMs: cut.durationMs },
      files: cut.files,
      lanes: cutLanes.parse(cut.lanes),
      hasWords: cut.wordsVersion !== null,
    },
  };
}
