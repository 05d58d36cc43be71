import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { authorise, termAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { LIMITS } from "../limits.ts";
import { isFor, readableCalls } from "../tracker/past-calls.server.ts";

/** Calls in the term's language and team that the actor may change; what came as a file was written by people. */
const termCalls = (
  actor: Member,
  { teamId, language }: { teamId: string | null; language: string },
): Prisma.Sql => Prisma.sql`${readableCalls(actor)} AND ${visibleSql(actor, "call.update")}
  AND ${isFor(teamId, language)} AND EXISTS (SELECT 1 FROM transcript b
    WHERE b.workspace_id = t.workspace_id AND b.id = t.base_id AND b.origin <> 'import')`;

const findTermToRun = async (actor: Member, termId: string) =>
  authorise(
    actor,
    "term.change",
    await db.term.findFirst({
      where: { id: termId, deletedAt: null, AND: visible(actor, "term.read") },
      select: { ...termAccess, language: true },
    }),
  );

/**
 * Past calls that can be written anew with a changed term: the newest first, up to what one run takes.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function findTermCalls(
  actor: Member,
  termId: string,
): Promise<{ callIds: string[]; isCut: boolean }> {
  const term = await findTermToRun(actor, termId);
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM ${termCalls(actor, term)}
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${LIMITS.bulkRows + 1}`);
  const callIds = found.map(({ id }) => id);
  return { callIds: callIds.slice(0, LIMITS.bulkRows), isCut: callIds.length > LIMITS.bulkRows };
}

/** How many those are; no more than one run takes. @throws DomainError `not_found`, `forbidden` */
export async function countTermCalls(actor: Member, termId: string): Promise<number> {
  const term = await findTermToRun(actor, termId);
  const [found] = await rows<{ n: number }>(Prisma.sql`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM ${termCalls(actor, term)} LIMIT ${LIMITS.bulkRows}) m`);
  return found?.n ?? 0;
}
