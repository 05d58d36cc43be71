import { Prisma } from "#app/core/platform/db.server.ts";

/** Calls `c` that can be found, invented history of a demo among them. */
export const findableCalls = Prisma.sql`c.state IN ('live', 'ended', 'available')`;

/** Those that are counted and found without being asked for: lists show these, and a count is of its list. */
export const listedCalls = Prisma.sql`(${findableCalls} AND NOT c.is_sample)`;
