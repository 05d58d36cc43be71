import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { askFor } from "./asking.server.ts";
import { libraryRow } from "./find-library.server.ts";
import { clipRow, judge } from "./sources.server.ts";

/**
 * What was agreed to was a clip of other pieces: each item that shows the new ones to people by the library alone, and is
 * not the actor's to give, waits as a wish.
 */
export async function askAgain(tx: Tx, actor: Member, clipId: string): Promise<void> {
  const { workspaceId } = actor;
  for (const { id, clip, library } of await listToAsk(tx, actor, clipId)) {
    await tx.libraryItem.updateMany({
      where: { workspaceId, id },
      data: { isAsked: true, version: { increment: 1 } },
    });
    await askFor(tx, actor, library, { kind: "clip", id: clipId, row: clip }, id);
  }
}

/** In how many libraries a clip would wait for who may share its call, were it saved with other pieces by the actor. */
export const countAskedAgain = async (actor: Member, clipId: string): Promise<number> =>
  (await listToAsk(db, actor, clipId)).length;

async function listToAsk(tx: Pick<Tx, "libraryItem">, actor: Member, clipId: string) {
  const { workspaceId } = actor;
  const items = await tx.libraryItem.findMany({
    where: { workspaceId, clipId, deletedAt: null, isAsked: false, library: { deletedAt: null } },
    orderBy: { id: "asc" },
    select: { id: true, clip: { select: clipRow }, library: { select: libraryRow } },
  });
  if (items.length === 0) return [];
  const members = await listMemberActors(workspaceId);
  return items.flatMap(({ id, clip, library }) => {
    if (clip === null) return [];
    // Of two libraries neither may excuse itself by the other.
    const alone = { call: null, clip: { ...clip, items: [] } };
    const { gains, mayGive } = judge(actor, members, library, alone);
    return gains.length === 0 || mayGive ? [] : [{ id, clip, library }];
  });
}
