import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, clipAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { hashPassword } from "../account/password.server.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { agreeToClip } from "../clip/clip-writes.server.ts";
import type { NewClipLink } from "./link.schema.ts";
import { demandPolicy, type MadeLink, writeLink } from "./write-link.server.ts";

/**
 * Makes a link that shows a clip outside. It follows the clip: whoever makes it agrees to what was saved last, and what
 * is saved later is shown once somebody who may share the call has agreed again.
 * @throws DomainError `not_found`, `forbidden` for who may not show the clip's call, `conflict` when it was saved
 * meanwhile; `validation_failed` as `makeLink`
 */
export async function makeClipLink(
  actor: Member,
  clipId: string,
  { revision, ...wanted }: NewClipLink,
): Promise<MadeLink> {
  const { workspaceId } = actor;
  const password = wanted.password === undefined ? null : await hashPassword(wanted.password);
  const input = { ...wanted, summary: false };
  return db.$transaction(async (tx) => {
    const clip = authorise(
      actor,
      "clip.read",
      await tx.clip.findFirst({
        where: { id: clipId, AND: visible(actor, "clip.read") },
        select: { ...clipAccess, callId: true, call: { select: callAccess } },
      }),
    );
    // The clip stays when its call lies in the trash, and so does who may show it. Private access is for looking.
    authorise(withoutPrivate(actor), "link.create", {
      ...clip.call,
      state: "available" as const,
    });
    const sharing = await demandPolicy(tx, actor, "clip", input);
    if (!(await agreeToClip(tx, { workspaceId, clipId }, revision)))
      throw await changedMeanwhile(actor, clipId);
    return writeLink(tx, actor, {
      ...{ subject: { kind: "clip", id: clipId }, kind: "clip", callId: clip.callId, range: null },
      ...{ input, password, sharing },
    });
  });
}
