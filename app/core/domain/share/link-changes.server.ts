import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { hashPassword } from "../account/password.server.ts";
import { record } from "../audit/record.server.ts";
import { requeue } from "../cut/cut-work.server.ts";
import { DomainError } from "../errors.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { MOST_ADDRESSES } from "./link.schema.ts";
import { endOf, extendedEnd } from "./link-state.ts";
import { findLink } from "./link-writes.server.ts";
import { demandMail } from "./write-link.server.ts";

type LinkKey = { workspaceId: string; id: string };

async function change(
  actor: Member,
  linkId: string,
  what: object,
  write: (tx: Tx, key: LinkKey) => Promise<unknown>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { subject, revokedAt } = await findLink(tx, actor, linkId);
    if (revokedAt !== null) throw new DomainError("invalid_state", { "": ["link_changed"] });
    await write(tx, { workspaceId: actor.workspaceId, id: linkId });
    const after = { link: linkId, ...what };
    await record(tx, actor, "share.changed", subject, { after });
  });
}

/**
 * Opens an expired link again, or keeps one open longer: so many days from its end, or from now, as far as the workspace
 * allows.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for one that is revoked or cannot be open any longer
 */
export const extendLink = (actor: Member, linkId: string, days: number): Promise<void> =>
  change(actor, linkId, { days }, async (tx, where) => {
    const { sharing } = await getWorkspaceSettings(tx, where.workspaceId);
    const link = await tx.sharedLink.findUniqueOrThrow({
      where: { workspaceId_id: where },
      select: { createdAt: true, expiresAt: true },
    });
    const expiresAt = extendedEnd(link, sharing, { at: now(), days });
    if (expiresAt <= endOf(link, sharing) || expiresAt <= now())
      throw new DomainError("invalid_state", { "": ["link_changed"] });
    await tx.sharedLink.updateMany({ where, data: { expiresAt } });
  });

/**
 * Opens a link that was viewed as often as allowed, or keeps one open for more views.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for one that is revoked or has no limit
 */
export const allowLinkViews = (actor: Member, linkId: string, views: number): Promise<void> =>
  change(actor, linkId, { views }, async (tx, where) => {
    const { count } = await tx.sharedLink.updateMany({
      where: { ...where, maxViews: { not: null } },
      data: { maxViews: { increment: views } },
    });
    if (count === 0) throw new DomainError("invalid_state");
  });

/**
 * Sets a password, or another one. Browsers that opened the link before have to enter it, too.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`, `validation_failed` for a link that plays on other sites
 */
export async function changeLinkPassword(
  actor: Member,
  linkId: string,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  await change(actor, linkId, { password: "changed" }, async (tx, where) => {
    await refuseEmbedded(tx, where, "password");
    await tx.sharedLink.updateMany({ where, data: { password: hash, version: { increment: 1 } } });
  });
}

/** A player on another site asks its reader for nothing. @throws DomainError `validation_failed` */
async function refuseEmbedded(tx: Tx, where: LinkKey, field: string): Promise<void> {
  const count = await tx.sharedLink.count({
    where: { ...where, shows: { path: ["embed"], equals: true } },
  });
  if (count > 0) throw new DomainError("validation_failed", { [field]: ["invalid"] });
}

/**
 * Lets more people open a link; one that was open to anyone asks everyone for an address from now on, also those who have
 * it open.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`, `validation_failed` (addresses: required, mail_off,
 * too_many_entries, invalid)
 */
export const addLinkAddresses = (
  actor: Member,
  linkId: string,
  addresses: readonly string[],
): Promise<void> =>
  change(actor, linkId, { added: addresses.length }, async (tx, where) => {
    const { workspaceId } = where;
    if (addresses.length === 0)
      throw new DomainError("validation_failed", { addresses: ["required"] });
    demandMail(addresses.length);
    await refuseEmbedded(tx, where, "addresses");
    const link = await tx.sharedLink.update({
      where: { workspaceId_id: where },
      data: { updatedAt: now() },
      select: { addresses: { select: { email: true, removedAt: true } } },
    });
    const known = link.addresses.filter(({ removedAt }) => removedAt === null);
    const all = new Set([...known.map(({ email }) => email), ...addresses]);
    if (all.size > MOST_ADDRESSES)
      throw new DomainError("validation_failed", {
        addresses: [`too_many_entries?n=${MOST_ADDRESSES}`],
      });
    await tx.shareAddress.updateMany({
      where: { workspaceId, linkId, email: { in: [...addresses] } },
      data: { removedAt: null },
    });
    await tx.shareAddress.createMany({
      data: addresses.map((email) => ({ workspaceId, linkId, email })),
      skipDuplicates: true,
    });
    if (link.addresses.length === 0)
      await tx.sharedLink.updateMany({ where, data: { version: { increment: 1 } } });
  });

/** One person may not open it any more, nor go on with what is open. @throws DomainError `not_found`, `forbidden`, `invalid_state` */
export const removeLinkAddress = (actor: Member, linkId: string, email: string): Promise<void> =>
  change(actor, linkId, { removed: 1 }, async (tx, { workspaceId }) => {
    const { count } = await tx.shareAddress.updateMany({
      where: { workspaceId, linkId, email, removedAt: null },
      data: { removedAt: now() },
    });
    if (count === 0) throw new DomainError("not_found");
    await tx.shareVisit.deleteMany({ where: { workspaceId, linkId, email, grantedAt: null } });
    await tx.shareVisit.updateMany({
      where: { workspaceId, linkId, email },
      data: { expiresAt: now() },
    });
  });

/**
 * Tries once more to make what a link shows, without waiting for the next try.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` where no attempt broke off
 */
export const retryLink = (actor: Member, linkId: string): Promise<void> =>
  change(actor, linkId, { retried: true }, async (tx, { workspaceId }) => {
    const failed = await tx.cut.findMany({
      where: {
        ...{
          workspaceId,
          AND: {
            OR: [
              { linkId },
              { clip: { links: { some: { id: linkId } } } },
              { shareItem: { linkId, removedAt: null } },
              { clip: { shareItems: { some: { linkId, removedAt: null } } } },
            ],
          },
        },
        OR: [{ state: "failed" }, { state: "queued", cause: { not: null } }],
      },
      select: { id: true },
    });
    if (failed.length === 0) throw new DomainError("invalid_state");
    for (const { id: cutId } of failed) await requeue(tx, { workspaceId, cutId });
  });
