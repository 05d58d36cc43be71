import type { Prisma } from "#app/core/platform/db.server.ts";

/** What a link leads to: its log, its name and whoever may end it are those of this. */
export type LinkSubject = { kind: "call" | "clip" | "library"; id: string };

/** The links that lead to something. */
export function linksTo({ kind, id }: LinkSubject): Prisma.SharedLinkWhereInput {
  switch (kind) {
    case "call":
      return { kind: { in: ["call", "range"] }, callId: id };
    case "clip":
      return { kind, clipId: id };
    case "library":
      return { kind, libraryId: id };
  }
}

type Named = { callId: string | null; clipId: string | null; libraryId: string | null };

/** What a stored link leads to; one to a clip also names the call that the clip is of. */
export function subjectOf({ callId, clipId, libraryId }: Named): LinkSubject | null {
  if (libraryId !== null) return { kind: "library", id: libraryId };
  if (clipId !== null) return { kind: "clip", id: clipId };
  return callId === null ? null : { kind: "call", id: callId };
}
