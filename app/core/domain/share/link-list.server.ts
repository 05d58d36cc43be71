import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { findLibrary } from "../library/find-library.server.ts";
import { LIMITS } from "../limits.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { EXTENDED_DAYS, MORE_VIEWS } from "./link.schema.ts";
import type { LinkSubject } from "./link-subject.ts";
import { spokenLanes } from "./link-preview.server.ts";
import { viewOfLink } from "./link-row.server.ts";
import type { ClipTerms, LinksView } from "./link-views.ts";
import { findShareList, type ShareList } from "./share-list.server.ts";
import { loadLinksOf } from "./shared-link.server.ts";

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
      lanes: await spokenLanes(actor, callId),
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
      ...{ title, durationMs: found.cut?.durationMs ?? 0, library: null, lanes: [] },
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
  const actor = withoutPrivate(member);
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
      ...{ title: library.name, clip: null, lanes: [], workspace, lacks, mayEndAll: true },
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
  lacks: whatLacks(actor, call),
});

function whatLacks(actor: Member, call: Call): LinksView["refusal"] {
  // Private access may look at the links of a call, and make none.
  const mayMake = can(withoutPrivate(actor), "link.create", { ...call, state: "available" });
  if (!mayMake) return "role";
  const hasSound =
    call.durationMs !== null && call.recordings.some(({ files }) => files.length > 0);
  return hasSound ? null : "no_sound";
}

type About = Pick<
  LinksView,
  "workspace" | "title" | "durationMs" | "lanes" | "clip" | "library" | "mayEndAll"
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
  const [{ sharing }, links, inLibraries, ofClips] = await Promise.all([
    db.$transaction((tx) => getWorkspaceSettings(tx, workspaceId)),
    loadLinksOf(workspaceId, subject),
    countLibraries(workspaceId, subject),
    countOfClips(workspaceId, subject),
  ]);
  const shown = links.filter(({ maker }) => about.mayEndAll || maker?.memberId === actor.memberId);
  return {
    ...{ ...about, inLibraries, ofClips, me: actor.name },
    links: await Promise.all(shown.map((link) => viewOfLink(actor, link, { sharing, list }))),
    refusal: refusalOf(actor, subject, sharing) ?? lacks,
    policy: policyOf(subject, sharing),
    canMail: canSendCodes(),
  };
}

const policyOf = (
  { kind }: Pick<LinkSubject, "kind">,
  sharing: WorkspaceSettings["sharing"],
): LinksView["policy"] => ({
  ...{ maxDays: sharing.maxDays, needs: sharing.needs, mayDownload: sharing.mayDownload },
  ...{ extendedDays: EXTENDED_DAYS, moreViews: MORE_VIEWS },
  ...{ mayWhole: sharing.kinds.includes("call"), mayPart: sharing.kinds.includes("range") },
  // A player on another site plays calls, parts of them and clips.
  embed: kind === "library" ? "off" : sharing.embed,
});

/** What a new link to each of several clips may be; which of them the actor may share is asked when they do. */
export async function getClipTerms(actor: Member): Promise<ClipTerms> {
  const { workspaceId } = actor;
  const [{ sharing }, { name: workspace }] = await Promise.all([
    db.$transaction((tx) => getWorkspaceSettings(tx, workspaceId)),
    db.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true } }),
  ]);
  const clip = { kind: "clip" } as const;
  return {
    ...{ workspace, refusal: refusalOf(actor, clip, sharing) },
    ...{ policy: policyOf(clip, sharing), canMail: canSendCodes() },
  };
}

/** What of the workspace's rules keeps this member from making a link to it. */
function refusalOf(
  { role }: Member,
  { kind }: Pick<LinkSubject, "kind">,
  { blockedAt, roles, kinds, needs }: WorkspaceSettings["sharing"],
): LinksView["refusal"] {
  if (blockedAt !== null) return "blocked";
  if (!roles.includes(role)) return "role";
  const mayShow = kinds.includes(kind) || (kind === "call" && kinds.includes("range"));
  if (!mayShow) return "kind";
  return needs === "email" && !canSendCodes() ? "mail" : null;
}

/** Links to clips of a call that are not revoked: they end with those of the call. */
const countOfClips = async (workspaceId: string, { kind, id }: LinkSubject): Promise<number> =>
  kind === "call"
    ? db.sharedLink.count({ where: { workspaceId, kind: "clip", callId: id, revokedAt: null } })
    : 0;

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
