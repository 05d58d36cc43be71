import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { FoundLibrary } from "./find-library.server.ts";
import { approverOf, named, type Source, sourceIds } from "./sources.server.ts";

/** What was asked of items is answered, or asked no more: it waits in no notices, and is not mailed. */
export const readAsked = (
  tx: Tx,
  workspaceId: string,
  itemIds: readonly string[],
): Promise<unknown> =>
  tx.$executeRaw`
    UPDATE notification SET read_at = ${now()}, mail_due_at = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND kind = 'library_asked' AND read_at IS NULL
      AND values ->> 'itemId' = ANY(${[...itemIds]}::text[])`;

/** Asks the owner of the call for their word about an item, and keeps who wants to know it. */
export async function askFor(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  source: Source,
  itemId: string,
): Promise<void> {
  await noteAsked(tx, actor, library, source, itemId);
  const { workspaceId, memberId: by } = actor;
  await tx.libraryItem.updateMany({ where: { workspaceId, id: itemId }, data: { askedById: by } });
  await notifyMembers(tx, { workspaceId, by }, [approverOf(source).id], {
    kind: "library_asked",
    target: { kind: "call", id: source.kind === "call" ? source.id : source.row.callId },
    values: { itemId },
  });
}

export const noteAsked = (
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  source: Source,
  itemId: string,
): Promise<void> =>
  record(
    tx,
    actor,
    "library.item_asked",
    { kind: "library", id: library.id },
    { after: { item: itemId, ...named(sourceIds(source)) } },
  );
