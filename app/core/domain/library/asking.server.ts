import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { FoundLibrary } from "./find-library.server.ts";
import { approverOf, named, type Source, sourceIds } from "./sources.server.ts";

/** Tells the owner of the call that an item waits for their word. */
export async function askFor(
  tx: Tx,
  actor: Member,
  library: FoundLibrary,
  source: Source,
  itemId: string,
): Promise<void> {
  await record(
    tx,
    actor,
    "library.item_asked",
    { kind: "library", id: library.id },
    { after: { item: itemId, ...named(sourceIds(source)) } },
  );
  const { workspaceId, memberId: by } = actor;
  await notifyMembers(tx, { workspaceId, by }, [approverOf(source).id], {
    kind: "library_asked",
    target: { kind: "call", id: source.kind === "call" ? source.id : source.row.callId },
    values: { itemId },
  });
}
