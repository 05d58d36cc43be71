import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, can, libraryAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { hashPassword } from "../account/password.server.ts";
import { record } from "../audit/record.server.ts";
import { sendCut } from "../cut/cut-work.server.ts";
import { snapToWords } from "../cut/snap.server.ts";
import { DomainError } from "../errors.ts";
import type { RangeMs } from "../views.ts";
import { SHARED_KINDS } from "../shared-kinds.ts";
import type { NewLink } from "./link.schema.ts";
import { takeOutOfLists } from "./share-items.server.ts";
import { type LinkSubject, linksTo, subjectOf } from "./link-subject.ts";
import { demandPolicy, type MadeLink, writeLink } from "./write-link.server.ts";

/**
 * Makes a link that shows a call, or a part of it, outside. Its files are made at once; until then it is being prepared.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for a call without sound, `validation_failed` (t0Ms,
 * t1Ms: range_reversed, range_outside; addresses, password: required; download: not_permitted; embed: not_permitted)
 */
export async function makeLink(actor: Member, callId: string, input: NewLink): Promise<MadeLink> {
  const { workspaceId } = actor;
  const password = input.password === undefined ? null : await hashPassword(input.password);
  return db.$transaction(async (tx) => {
    const call = authorise(
      withoutPrivate(actor),
      "link.create",
      await tx.call.findFirst({
        where: { id: callId, AND: visible(actor, "call.read") },
        select: { ...callAccess, durationMs: true },
      }),
    );
    const isPart = input.t0Ms !== undefined || input.t1Ms !== undefined;
    const kind = isPart ? "range" : "call";
    const sharing = await demandPolicy(tx, actor, kind, input);
    if (call.state !== "available" || call.durationMs === null)
      throw new DomainError("invalid_state");
    const wanted = checkRange(call.durationMs, input);
    const range = isPart
      ? await snapToWords(tx, { workspaceId, callId, durationMs: call.durationMs }, wanted)
      : wanted;
    const made = await writeLink(tx, actor, {
      ...{ subject: { kind: "call", id: callId }, kind, callId },
      ...{ range: isPart ? range : null, input, password, sharing },
    });
    const cutId = newId();
    const durationMs = range.t1Ms - range.t0Ms;
    await tx.cut.create({
      data: { id: cutId, workspaceId, callId, linkId: made.linkId, ranges: [range], durationMs },
      select: { id: true },
    });
    await sendCut(tx, { workspaceId, cutId });
    return made;
  });
}

/** @throws DomainError `validation_failed` */
function checkRange(durationMs: number, { t0Ms = 0, t1Ms = durationMs }: NewLink): RangeMs {
  if (t1Ms <= t0Ms) throw new DomainError("validation_failed", { t1Ms: ["range_reversed"] });
  if (t1Ms > durationMs) throw new DomainError("validation_failed", { t1Ms: ["range_outside"] });
  return { t0Ms, t1Ms };
}

const found = {
  ...{ id: true, callId: true, clipId: true, libraryId: true, createdBy: true, revokedAt: true },
  ...{ shows: true, call: { select: callAccess }, library: { select: libraryAccess } },
} as const;

/**
 * A link to what the actor sees: their own, or any where they keep the call; of a library, any where it is theirs to share.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function findLink(tx: Tx | typeof db, actor: Member, linkId: string) {
  const link = await tx.sharedLink.findFirst({
    where: {
      id: linkId,
      OR: [
        { kind: { in: ["call", "range"] }, call: visible(actor, "call.read") },
        { kind: "clip", clip: visible(actor, "clip.read") },
        { kind: "library", library: visible(actor, "library.read") },
      ],
    },
    select: found,
  });
  const subject = link && subjectOf(link);
  if (!subject) throw new DomainError("not_found");
  if (subject.kind === "library") {
    authorise(actor, "library.manage", link.library);
    return { ...link, subject };
  }
  if (!link.call) throw new DomainError("not_found");
  // A clip stays when its call lies in the trash, and so do its links.
  const call = subject.kind === "clip" ? { ...link.call, state: "available" as const } : link.call;
  const isOwn = link.createdBy === actor.memberId && can(actor, "link.create", call);
  if (!isOwn) authorise(actor, "link.change", call);
  return { ...link, subject };
}

/** That a link is one of this call, clip or library, as an address says. @throws DomainError `not_found` */
export async function demandLinkOf(
  { workspaceId }: Member,
  subject: LinkSubject,
  linkId: string,
): Promise<void> {
  const count = await db.sharedLink.count({
    where: { workspaceId, ...linksTo(subject), id: linkId },
  });
  if (count === 0) throw new DomainError("not_found");
}

/** Ends a link for ever. A second time is no error. @throws DomainError `not_found`, `forbidden` */
export async function revokeLink(actor: Member, linkId: string): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const { subject } = await findLink(tx, actor, linkId);
    const { count } = await tx.sharedLink.updateMany({
      where: { workspaceId, id: linkId, revokedAt: null },
      data: { revokedAt: now(), revokedWhy: "person", version: { increment: 1 } },
    });
    if (count > 0) await record(tx, actor, "share.revoked", subject, { after: { link: linkId } });
  });
}

/**
 * Ends every link that shows something of a call, those to its clips as well, and takes it out of the lists of libraries.
 * @returns how many links and places in lists
 * @throws DomainError `not_found`, `forbidden`
 */
export async function revokeLinksOfCall(actor: Member, callId: string): Promise<number> {
  const { workspaceId } = actor;
  return db.$transaction(async (tx) => {
    authorise(
      actor,
      "link.change",
      await tx.call.findFirst({
        where: { id: callId, AND: visible(actor, "call.read") },
        select: callAccess,
      }),
    );
    const { count } = await tx.sharedLink.updateMany({
      where: { workspaceId, callId, kind: { in: [...SHARED_KINDS] }, revokedAt: null },
      data: { revokedAt: now(), revokedWhy: "call", version: { increment: 1 } },
    });
    const items = await takeOutOfLists(tx, { workspaceId, callId });
    if (count + items > 0)
      await record(
        tx,
        actor,
        "share.revoked",
        { kind: "call", id: callId },
        { after: { links: count, items } },
      );
    return count + items;
  });
}
