import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { countTry } from "../account/tries.server.ts";
import { record } from "../audit/record.server.ts";
import { addHeard } from "../call/heard.ts";
import { playedMs } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import type { RangeMs } from "../views.ts";
import { playable } from "./asked-clips.server.ts";

/** The same member within an hour is the same visit, as with calls. */
const VISIT_SECONDS = 3_600;

const findForPlay = (tx: Pick<Tx, "clip">, actor: Member, clipId: string) =>
  tx.clip.findFirst({
    where: { id: clipId, AND: playable(actor) },
    select: { ownerId: true, cut: { select: { durationMs: true, made: true } } },
  });

/** Somebody opened a clip: an entry of the user log, and, but for its maker, one of its views. */
export async function noteClipOpened(actor: Member, clipId: string): Promise<void> {
  const { workspaceId } = actor;
  // Who views as somebody else has watched it, not the member whose eyes they use.
  const memberId = actor.impersonator?.memberId ?? actor.memberId;
  await db.$transaction(async (tx) => {
    if (!(await findForPlay(tx, actor, clipId))) return;
    const fresh = await tx.$executeRaw`
      INSERT INTO clip_view AS v (workspace_id, clip_id, member_id)
      VALUES (${workspaceId}::uuid, ${clipId}::uuid, ${memberId}::uuid)
      ON CONFLICT (workspace_id, clip_id, member_id) DO UPDATE SET opens = v.opens + 1, updated_at = now()
        WHERE v.updated_at <= now() - make_interval(secs => ${VISIT_SECONDS})`;
    if (fresh > 0) await record(tx, actor, "clip.opened", { kind: "clip", id: clipId });
  });
}

/**
 * Adds what a member heard of a clip, in ms of its own clock, to what they heard on earlier visits.
 * @throws DomainError `not_found`, `rate_limited`, `invalid_state` for a clip they never opened
 */
export async function recordClipHeard(
  actor: Member,
  clipId: string,
  ranges: readonly RangeMs[],
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await countTry({ counter: "heard", key: `${workspaceId}:${memberId}` });
  await db.$transaction(async (tx) => {
    const clip = await findForPlay(tx, actor, clipId);
    if (!clip?.cut) throw new DomainError("not_found");
    // Two tabs that send at once: each adds to what the other wrote.
    const [view] = await tx.$queryRaw<{ heard: Uint8Array | null }[]>`
      SELECT heard FROM clip_view WHERE workspace_id = ${workspaceId}::uuid AND clip_id = ${clipId}::uuid
        AND member_id = ${memberId}::uuid FOR UPDATE`;
    if (!view) throw new DomainError("invalid_state");
    const { bits, seconds } = addHeard(view.heard, ranges, playedMs(clip.cut));
    await tx.$executeRaw`
      UPDATE clip_view SET heard = ${bits}, seconds = ${seconds}
      WHERE workspace_id = ${workspaceId}::uuid AND clip_id = ${clipId}::uuid AND member_id = ${memberId}::uuid`;
  });
}

/** How many members but its maker opened a clip that the actor sees. */
export const countClipViews = (
  { workspaceId }: Pick<Member, "workspaceId">,
  clipId: string,
): Promise<number> =>
  db.clipView.count({
    where: { workspaceId, clipId, NOT: { member: { clips: { some: { id: clipId } } } } },
  });
