import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, libraryAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

export const libraryRow = {
  ...libraryAccess,
  ...{ id: true, name: true, description: true, version: true },
} as const;
type Right = "library.read" | "library.curate" | "library.manage" | "library.restore";

/** A library the actor has a right on. @throws DomainError `not_found`, `forbidden` */
export async function findLibrary(
  tx: Pick<Tx, "library">,
  actor: Member,
  id: string,
  right: Right,
) {
  const seen = right === "library.restore" ? right : "library.read";
  return authorise(
    actor,
    right,
    await tx.library.findFirst({ where: { id, AND: visible(actor, seen) }, select: libraryRow }),
  );
}

export type FoundLibrary = Awaited<ReturnType<typeof findLibrary>>;

/** Writes within a library take turns, so that places stay whole numbers from 0 on and limits hold. */
export async function changeIn<T>(
  actor: Member,
  libraryId: string,
  right: Right,
  change: (tx: Tx, library: FoundLibrary) => Promise<T>,
): Promise<T> {
  return db.$transaction(async (tx) => change(tx, await lockLibrary(tx, actor, libraryId, right)));
}

/** The same for a transaction that is open already. @throws DomainError `not_found`, `forbidden` */
export async function lockLibrary(
  tx: Tx,
  actor: Member,
  libraryId: string,
  right: Right,
): Promise<FoundLibrary> {
  await tx.$executeRaw`SELECT 1 FROM library WHERE workspace_id = ${actor.workspaceId}::uuid AND id = ${libraryId}::uuid FOR NO KEY UPDATE`;
  return findLibrary(tx, actor, libraryId, right);
}
