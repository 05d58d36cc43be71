import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, clipAccess, visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import { cutMasks, cutRanges } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import { makeClip } from "./clip-writes.server.ts";

/**
 * Another clip with the pieces of one: the actor's own from then on, whatever becomes of the first. Labels stay behind.
 * @throws DomainError `not_found`, `forbidden` for who may not open the call, `invalid_state`
 */
export async function copyClip(actor: Member, clipId: string): Promise<{ copyId: string }> {
  const clip = authorise(
    actor,
    "clip.read",
    await db.clip.findFirst({
      where: { id: clipId, AND: visible(actor, "clip.read") },
      select: {
        ...clipAccess,
        ...{ title: true, card: true, hasCaptions: true, callId: true },
        cut: { select: { ranges: true, masks: true } },
        call: { select: callAccess },
      },
    }),
  );
  authorise(withoutPrivate(actor), "clip.create", clip.call);
  if (clip.cut === null) throw new DomainError("invalid_state");
  const copyId = await makeClip(actor, clip.callId, {
    ...{ title: clip.title, card: clip.card ?? undefined, hasCaptions: clip.hasCaptions },
    ...{ visibility: clip.visibility, labelIds: [] },
    pieces: cutRanges.parse(clip.cut.ranges).map(({ t0Ms, t1Ms }) => ({ t0Ms, t1Ms })),
    masks: cutMasks.parse(clip.cut.masks),
  });
  return { copyId };
}
