import { Prisma } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { labelFits } from "../label-fits.server.ts";
import { addDays, dayOf, isoDay, zonedInstant } from "../zone.ts";
import { isInHours, talkKindSql } from "./conditions.server.ts";
import type { Period } from "./period.ts";
import type { AnalyticsQuery } from "./query.ts";

/** When a day of the reader's begins. */
const startOf = (day: string, zone: string): Date => new Date(zonedInstant(day, "00:00", zone));

/** A call `c` began on one of these days. */
export const daysSql = (
  { from, to }: Pick<Period, "from" | "to">,
  zone: string,
): Prisma.Sql => Prisma.sql`c.started_at >= ${startOf(from, zone)}
  AND c.started_at < ${startOf(isoDay(addDays(dayOf(to), 1)), zone)}`;

/** What a query counts of calls `c`: by the reader's right, its days and its filters. */
export function scopeSql(
  actor: Member,
  query: AnalyticsQuery,
  days: Pick<Period, "from" | "to">,
): Prisma.Sql {
  const all = [
    visibleSql(actor, "analytics.read"),
    Prisma.sql`c.state IN ('ended', 'available', 'empty')`,
    daysSql(days, query.zone),
  ];
  if (query.teams.length > 0) all.push(Prisma.sql`c.team_id = ANY(${query.teams}::uuid[])`);
  if (query.members.length > 0) all.push(Prisma.sql`c.owner_id = ANY(${query.members}::uuid[])`);
  if (query.talk.length > 0) all.push(talkKindSql(query.talk));
  if (query.languages.length > 0) all.push(Prisma.sql`c.language = ANY(${query.languages})`);
  if (query.labels.length > 0)
    all.push(Prisma.sql`EXISTS (SELECT 1 FROM call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
      WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND x.is_on AND l.id = ANY(${query.labels}::uuid[]) AND ${labelFits})`);
  if (query.stages.length > 0)
    all.push(Prisma.sql`c.id IN (SELECT x.call_id FROM call_deal x JOIN deal d ON d.workspace_id = x.workspace_id AND d.id = x.deal_id
      WHERE x.workspace_id = ${actor.workspaceId}::uuid AND x.is_primary AND d.stage_id = ANY(${query.stages}::uuid[])
        AND ${visibleSql(actor, "deal.read")})`);
  if (query.isInHours) all.push(isInHours);
  if (query.isWithoutSample) all.push(Prisma.sql`NOT c.is_sample`);
  return Prisma.join(all, " AND ");
}
