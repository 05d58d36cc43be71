import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Origin, Visitor } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { readSettings } from "../workspace-settings.ts";
import type { LinkRef, SharedLink } from "./shared-link.server.ts";

/** A grant is one browser's, for so long (product §6). */
export const VISIT_MS = 12 * 3_600_000;
/** A visit that was never shown anything is kept no longer than what it waits for. */
const DAY_MS = 86_400_000;

/** One browser at one link. */
export type Visit = {
  visitId: string;
  hasPassword: boolean;
  email: string | null;
  /** Until when the newest code works, sent or not: who is not invited learns nothing from it. */
  codeExpiresAt: Date | null;
  isGranted: boolean;
  isViewed: boolean;
  expiresAt: Date;
};
/** What a link asks for next, in this order (product §10.17); `open`: a press, where each opening counts. */
export type Condition = "password" | "email" | "code" | "open";

const visitRow = {
  ...{ id: true, passwordAt: true, email: true, codeExpiresAt: true, grantedAt: true },
  ...{ viewedAt: true, expiresAt: true, linkVersion: true },
} as const satisfies Prisma.ShareVisitSelect;

/** The visit of a browser's cookie at this link; null where there is none, it ran out, or the password was changed since. */
export async function findVisit(
  link: SharedLink,
  secret: string | null,
  tx: Tx | typeof db = db,
): Promise<Visit | null> {
  if (secret === null || secret === "") return null;
  const row = await findVisitRow(link, secret, tx);
  return row && visitOf(link, row);
}

export type VisitRow = Prisma.ShareVisitGetPayload<{ select: typeof visitRow }>;

/** What stands of a browser's cookie at a link, over or not. */
export const findVisitRow = (
  { workspaceId, linkId }: LinkRef,
  secret: string,
  tx: Tx | typeof db = db,
): Promise<VisitRow | null> =>
  tx.shareVisit.findFirst({
    where: { workspaceId, linkId, visitorHash: hashOf(secret) },
    select: visitRow,
  });

/** The visit that a row is now; null where it ran out, the password was changed, or its address was taken off. */
export function visitOf(link: SharedLink, row: VisitRow): Visit | null {
  if (row.expiresAt <= now() || row.linkVersion !== link.version) return null;
  // Who was taken off the list has no grant, whatever the row says.
  if (row.email !== null && row.grantedAt !== null && !link.addresses.includes(row.email))
    return null;
  return {
    visitId: row.id,
    hasPassword: row.passwordAt !== null,
    email: row.email,
    codeExpiresAt: row.codeExpiresAt,
    isGranted: row.grantedAt !== null,
    isViewed: row.viewedAt !== null,
    expiresAt: row.expiresAt,
  };
}

/** @returns null when everything was shown that the link asks for */
export function conditionOf(link: SharedLink, visit: Visit | null): Condition | null {
  if (visit?.isGranted === true) return null;
  if (link.password !== null && visit?.hasPassword !== true) return "password";
  if (link.needsEmail) {
    const isSent = visit?.email != null && visit.codeExpiresAt !== null;
    return isSent ? "code" : "email";
  }
  return link.maxViews !== null && link.password === null ? "open" : null;
}

/** Whether a link asks for nothing: whoever comes is let in. */
export const isOpenToAll = (link: SharedLink): boolean => conditionOf(link, null) === null;

/** The end of a link for whoever has no grant yet, or for all. @throws DomainError `link_ended` */
export function refuseEnded({ state }: SharedLink, visit: Visit | null): void {
  if (state.state === "exhausted" && visit?.isViewed === true) return;
  const isOver =
    state.state === "expired" ||
    state.state === "exhausted" ||
    state.state === "revoked" ||
    state.state === "blocked";
  if (isOver) throw new DomainError("link_ended");
}

type Facts = { passwordAt?: Date; email?: string | null; grantedAt?: Date; codeExpiresAt?: Date };

/**
 * Writes what a browser has shown, on its visit or on a new one. An older visit that is over keeps its line of the log.
 * @returns the secret of the cookie, and the visit
 */
export async function writeVisit(
  tx: Tx,
  link: SharedLink,
  secret: string | null,
  facts: Facts,
): Promise<{ secret: string; visitId: string }> {
  const { workspaceId, linkId, version: linkVersion } = link;
  const known = secret === null || secret === "" ? newSecret() : secret;
  const visitorHash = hashOf(known);
  const before = await findVisit(link, secret, tx);
  const expiresAt = new Date(now().getTime() + VISIT_MS);
  const { codeExpiresAt, ...rest } = facts;
  const written = {
    ...rest,
    ...(codeExpiresAt && { codeExpiresAt, codeHash: null, codeTries: 0 }),
    expiresAt,
  };
  if (before) {
    // A grant is for its twelve hours and its address, whatever else is sent beside it.
    await tx.shareVisit.updateMany({
      where: { workspaceId, id: before.visitId, grantedAt: null },
      data: written,
    });
    return { secret: known, visitId: before.visitId };
  }
  await tx.shareVisit.updateMany({
    where: {
      ...{ workspaceId, linkId, visitorHash },
      OR: [
        { expiresAt: { lte: now() } },
        { linkVersion: { not: linkVersion } },
        { grantedAt: { not: null }, email: { notIn: link.addresses } },
      ],
    },
    data: { visitorHash: hashOf(newSecret()) },
  });
  const visitId = newId();
  const made = await tx.shareVisit.createMany({
    data: { ...{ id: visitId, workspaceId, linkId, visitorHash, linkVersion }, ...written },
    skipDuplicates: true,
  });
  if (made.count > 0) return { secret: known, visitId };
  // Two requests of one browser at the same time: the other one has made it.
  const other = await tx.shareVisit.findFirstOrThrow({
    where: { workspaceId, linkId, visitorHash },
    select: { id: true },
  });
  await tx.shareVisit.updateMany({
    where: { workspaceId, id: other.id, grantedAt: null },
    data: written,
  });
  return { secret: known, visitId: other.id };
}

/** Lets a browser in where the link asks for nothing, or for a press alone. */
export const grantVisit = (link: SharedLink, secret: string | null) =>
  db.$transaction((tx) => writeVisit(tx, link, secret, { grantedAt: now() }));

export const asVisitor = (link: SharedLink, visitId: string, origin: Origin): Visitor => ({
  kind: "visitor",
  workspaceId: link.workspaceId,
  linkId: link.linkId,
  visitId,
  origin,
});

/**
 * Counts a view, once for each grant (product §22.1), and says so to the maker the first time. A view is what a person
 * presses: Play, the words, or the way in where the views are limited; never a request for a page.
 * @throws DomainError `link_ended` when the views were used up meanwhile
 */
export async function noteView(link: SharedLink, visit: Visit, from: VisitFrom): Promise<void> {
  if (!visit.isViewed) await db.$transaction((tx) => countView(tx, link, visit.visitId, from));
}

/** Where a visit comes from: `memberId` of who is signed in there; null where nobody is, or no cookie is read. */
export type VisitFrom = { origin: Origin; memberId: string | null };

/** The same as part of what the view came with. @throws DomainError `link_ended` */
export async function countView(
  tx: Tx,
  link: SharedLink,
  visitId: string,
  { origin, memberId }: VisitFrom,
): Promise<void> {
  const { workspaceId, linkId } = link;
  // Who tries the own link is no viewer, and is not to use up the first notice.
  if (memberId !== null && memberId === link.maker?.memberId) return;
  const [fresh] = await tx.shareVisit.updateManyAndReturn({
    where: { workspaceId, id: visitId, viewedAt: null },
    data: { viewedAt: now(), seenAt: now() },
    select: { email: true },
  });
  if (!fresh) return;
  const [counted] = await tx.$queryRaw<{ views: number }[]>`
    UPDATE shared_link SET views = views + 1 WHERE workspace_id = ${workspaceId}::uuid AND id = ${linkId}::uuid
      AND (max_views IS NULL OR views < max_views) RETURNING views`;
  if (!counted) throw new DomainError("link_ended");
  await record(tx, asVisitor(link, visitId, origin), "share.viewed", link.subject, {
    after: { link: linkId },
  });
  if (counted.views === 1 && link.maker)
    await notifyMembers(tx, { workspaceId, by: null }, [link.maker.memberId], {
      kind: "share_viewed",
      target: link.subject,
      values: { linkId, email: fresh.email },
    });
}

/** Notes that its sound was kept as a file: what is heard of that is heard elsewhere. */
export async function noteDownload({ workspaceId }: SharedLink, { visitId }: Visit): Promise<void> {
  await db.shareVisit.updateMany({
    where: { workspaceId, id: visitId },
    data: { downloadedAt: now(), seenAt: now() },
  });
}

/** Lines of the log of views, once they are older than the workspace keeps its logs (product §26). @returns how many */
export async function deleteOldVisits(): Promise<number> {
  const workspaces = await db.workspace.findMany({ select: { id: true, settings: true } });
  let gone = 0;
  for (const { id: workspaceId, settings } of workspaces) {
    const until = new Date(now().getTime() - readSettings(settings).logs.days * DAY_MS);
    const { count } = await db.shareVisit.deleteMany({
      where: { workspaceId, createdAt: { lt: until }, expiresAt: { lt: until } },
    });
    gone += count;
  }
  return gone;
}

/** Visits that were never shown anything, once they are over: looks of programs, forms left half-way. @returns how many */
export async function deleteUnusedVisits(): Promise<number> {
  const { count } = await db.shareVisit.deleteMany({
    where: {
      ...{ viewedAt: null, expiresAt: { lt: new Date(now().getTime() - DAY_MS) } },
      // A person who met a condition is in the log, also where nothing was pressed afterwards.
      OR: [{ grantedAt: null }, { email: null, passwordAt: null }],
    },
  });
  return count;
}
