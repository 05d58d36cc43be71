import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { authorise, demand, trackerAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listedCalls } from "../listed-calls.server.ts";
import { LIMITS } from "../limits.ts";
import { trackerRule } from "./tracker-hits.server.ts";

/** Calls `c` with their current words `t` that a tracker of that team and language is for. */
export const isFor = (teamId: string | null, language: string): Prisma.Sql =>
  Prisma.sql`split_part(lower(t.language), '-', 1) = ${language} AND (${teamId}::uuid IS NULL OR c.team_id = ${teamId}::uuid)`;

/** Calls `c` the actor may read, with their current words `t`. */
export const readableCalls = (actor: Member): Prisma.Sql => Prisma.sql`
  call c JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.is_current
  WHERE ${visibleSql(actor, "call.read")} AND ${visibleSql(actor, "transcript.read")} AND ${listedCalls}`;

/**
 * The calls that a tracker is for, or left hits in, of those the actor may see: the newest first, up to what one run takes.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function findPastCalls(
  actor: Member,
  trackerId: string,
): Promise<{ callIds: string[]; isCut: boolean }> {
  demand(actor, "dictionary.manage");
  const { teamId, versions } = authorise(
    actor,
    "tracker.change",
    await db.tracker.findFirst({
      where: { id: trackerId, AND: visible(actor, "tracker.read") },
      select: {
        ...trackerAccess,
        versions: { select: { language: true }, orderBy: { number: "desc" }, take: 1 },
      },
    }),
  );
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM ${readableCalls(actor)}
      AND ((${isFor(teamId, versions[0]?.language ?? "en")}) OR EXISTS (SELECT 1 FROM hit h
        WHERE h.workspace_id = t.workspace_id AND h.transcript_id = t.id AND h.kind = 'tracker' AND h.rule = ${trackerRule(trackerId)}))
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${LIMITS.bulkRows + 1}`);
  const callIds = found.map(({ id }) => id);
  return { callIds: callIds.slice(0, LIMITS.bulkRows), isCut: callIds.length > LIMITS.bulkRows };
}
