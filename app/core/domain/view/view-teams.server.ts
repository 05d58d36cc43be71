import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import type { Sharing } from "./view-views.ts";

/** The living teams with which the actor may share a view. */
const isOffered = (actor: Member): Prisma.Sql => Prisma.sql`
  tm.workspace_id = ${actor.workspaceId}::uuid AND tm.deleted_at IS NULL AND ${
    can(actor, "view.everywhere")
      ? Prisma.sql`true`
      : Prisma.sql`tm.id = ANY(${[...actor.teamIds, ...actor.scopeTeamIds]}::uuid[])`
  }`;

/** Selects them as one JSON value, by name. */
export const viewTeamsSql = (actor: Member): Prisma.Sql => Prisma.sql`
  SELECT json_agg(json_build_object('id', tm.id, 'name', tm.name) ORDER BY tm.name, tm.id)
  FROM team tm WHERE ${isOffered(actor)}`;

/** A view may keep its team, also where it is offered no more. @throws DomainError `validation_failed` (shareWith: invalid_choice) */
export async function checkTeam(
  tx: Tx,
  actor: Member,
  { teamId }: Sharing,
  before?: Sharing,
): Promise<void> {
  if (teamId === null || teamId === before?.teamId) return;
  const found = await tx.$queryRaw<unknown[]>(
    Prisma.sql`SELECT 1 FROM team tm WHERE ${isOffered(actor)} AND tm.id = ${teamId}::uuid`,
  );
  if (found.length === 0)
    throw new DomainError("validation_failed", { shareWith: ["invalid_choice"] });
}
