import { Prisma } from "#app/core/platform/db.server.ts";

/** Calls `c` that are counted and found: the lists show these. */
export const listedCalls = Prisma.sql`c.state IN ('live', 'ended', 'available')`;
