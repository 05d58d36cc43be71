import { Prisma } from "#app/core/platform/db.server.ts";
import type { Counts } from "./activity-views.ts";
import { isUnrecorded, measureSql } from "./conditions.server.ts";

export type CountRow = {
  held: number;
  connected: number;
  external_ms: number;
  companies: number;
  recorded: number;
  unrecorded: number;
  reviewed: number;
};

/** The columns of `CountRow` over calls `c` that are sums: a pass over many groups adds them up without sorting. */
export const SUMS = Prisma.sql`
  count(*) FILTER (WHERE ${measureSql("held")})::int AS held,
  count(*) FILTER (WHERE ${measureSql("connected")})::int AS connected,
  coalesce(sum(c.duration_ms) FILTER (WHERE ${measureSql("connected")}), 0)::float8 AS external_ms,
  count(*) FILTER (WHERE ${measureSql("recorded")})::int AS recorded,
  count(*) FILTER (WHERE ${isUnrecorded})::int AS unrecorded,
  count(*) FILTER (WHERE ${measureSql("reviewed")})::int AS reviewed`;

/** All columns of `CountRow` over calls `c`. */
export const COUNTS = Prisma.sql`${SUMS},
  count(DISTINCT c.company_id) FILTER (WHERE ${measureSql("company")})::int AS companies`;

export const countsOf = (row: CountRow | undefined): Counts => ({
  held: row?.held ?? 0,
  connected: row?.connected ?? 0,
  externalMs: row?.external_ms ?? 0,
  companies: row?.companies ?? 0,
  recorded: row?.recorded ?? 0,
  recordable: (row?.recorded ?? 0) + (row?.unrecorded ?? 0),
  reviewed: row?.reviewed ?? 0,
});
