import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { CallRef } from "./live-call.server.ts";
import type { CallNote } from "./live-views.ts";

/** Notes and flags in the order of the call's clock, during the call and after it; private ones are their author's alone. */
export async function notesOf(
  actor: Member,
  { workspaceId, callId }: CallRef,
): Promise<CallNote[]> {
  const found = await db.note.findMany({
    where: {
      workspaceId,
      callId,
      // One's own private notes are read with one's own eyes only.
      OR: [
        { isPrivate: false },
        ...(actor.impersonator === null ? [{ authorId: actor.memberId }] : []),
      ],
    },
    select: { id: true, kind: true, t0Ms: true, body: true, author: { select: { name: true } } },
    orderBy: [{ t0Ms: "asc" }, { id: "asc" }],
  });
  return found.map(({ author, ...note }) => ({ ...note, by: author.name }));
}
