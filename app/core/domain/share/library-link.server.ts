import type { Tx } from "#app/core/platform/db.server.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { hashPassword } from "../account/password.server.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { changeIn } from "../library/find-library.server.ts";
import { LIMITS } from "../limits.ts";
import type { NewLibraryLink } from "./link.schema.ts";
import { findLink } from "./link-writes.server.ts";
import { differenceOf } from "./list-difference.ts";
import { freezeList } from "./share-items.server.ts";
import { findShareList, type ShareListItem } from "./share-list.server.ts";
import { demandPolicy, demandSharing, type MadeLink, writeLink } from "./write-link.server.ts";

/**
 * Makes a link that shows a library outside: the list of its items as it stands, and only those that the actor may show.
 * What is added, moved or taken out later is shown by `updateLibraryLink`.
 * @throws DomainError `not_found`, `forbidden` for who may not share the library, `invalid_state` where nothing of it may
 * be shown, `limit_reached` above 100 items, `conflict` when the list is another by now; `validation_failed` as `makeLink`
 */
export async function makeLibraryLink(
  member: Member,
  libraryId: string,
  { stamp, ...wanted }: NewLibraryLink,
): Promise<MadeLink> {
  const actor = withoutPrivate(member);
  const password = wanted.password === undefined ? null : await hashPassword(wanted.password);
  const input = { ...wanted, summary: false, embed: false };
  return changeIn(actor, libraryId, "library.manage", async (tx) => {
    const sharing = await demandPolicy(tx, actor, "library", input);
    const items = await demandList(tx, actor, libraryId, stamp);
    const made = await writeLink(tx, actor, {
      ...{ subject: { kind: "library", id: libraryId }, kind: "library" },
      ...{ callId: null, range: null, input, password, sharing },
    });
    await freezeList(tx, actor, { linkId: made.linkId, libraryId }, items);
    return made;
  });
}

/** @throws DomainError `invalid_state`, `limit_reached`, `conflict` */
async function demandList(
  tx: Tx,
  actor: Member,
  libraryId: string,
  stamp: string | undefined,
): Promise<ShareListItem[]> {
  const list = await findShareList(tx, actor, libraryId);
  if (stamp !== undefined && stamp !== list.stamp) throw await changedMeanwhile(actor, libraryId);
  const { items } = list;
  if (items.length === 0) throw new DomainError("invalid_state");
  if (items.length > LIMITS.sharedItems) throw limitReached(LIMITS.sharedItems, items.length);
  return items;
}

/**
 * "Update link": shows the library's list as it stands now, by the same address and conditions. It publishes in its
 * maker's name, so that it is theirs alone to do.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for a link that was revoked, `limit_reached`, `conflict` as
 * `makeLibraryLink`
 */
export async function updateLibraryLink(
  member: Member,
  libraryId: string,
  { linkId, stamp }: { linkId: string; stamp?: string | undefined },
): Promise<void> {
  const actor = withoutPrivate(member);
  const { workspaceId } = actor;
  await changeIn(actor, libraryId, "library.manage", async (tx) => {
    const link = await findLink(tx, actor, linkId);
    if (link.libraryId !== libraryId) throw new DomainError("not_found");
    if (link.createdBy !== actor.memberId) throw new DomainError("forbidden");
    if (link.revokedAt !== null) throw new DomainError("invalid_state");
    await demandSharing(tx, actor, "library");
    const items = await demandList(tx, actor, libraryId, stamp);
    const before = await tx.shareItem.findMany({
      where: { workspaceId, linkId, removedAt: null },
      orderBy: { position: "asc" },
      select: { itemId: true, title: true, why: true, clipRevision: true },
    });
    const difference = differenceOf(before, items);
    await freezeList(tx, actor, { linkId, libraryId }, items);
    const { added, removed, moved, changed, renamed } = difference;
    const after = {
      ...{ link: linkId, items: items.length, added: added.length, removed: removed.length },
      ...{ moved: moved.length, changed: changed.length, renamed: renamed.length },
    };
    await record(tx, actor, "share.changed", link.subject, { after });
  });
}
