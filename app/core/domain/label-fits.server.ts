import { Prisma } from "#app/core/platform/db.server.ts";

/** A label `l` that holds for a call `c`: of the workspace, or of the call's team. */
export const labelFits = Prisma.sql`l.merged_into IS NULL AND (l.team_id IS NULL OR l.team_id = c.team_id)`;
