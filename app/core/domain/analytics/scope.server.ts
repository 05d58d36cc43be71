import { Prisma } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { labelFits } from "../label-fits.server.ts";
import { addDays, dayOf, dayStart, isoDay } from "../zone.ts";
import { isInHours, talkKindSql } from "./conditions.server.ts";
import type { Period } from "./period.ts";
import type { AnalyticsQuery } from "./query.ts";
import { isOwnPage } from "./whose.ts";

// Conditions on a call `c`.

/** It began on one of these days. @param of a call, or a row that keeps its call's start */
export function daysSql(
  { from, to }: Pick<Period, "from" | "to">,
  zone: string,
  of: "c" | "m" | "p" | "s" = "c",
): Prisma.Sql {
  const at = Prisma.raw(`${of}.started_at`);
  return Prisma.sql`${at} >= ${dayStart(from, zone)} AND ${at} < ${dayStart(isoDay(addDays(dayOf(to), 1)), zone)}`;
}

/** It is a call of these teams, or of one below them. */
export const ofTeams = (workspaceId: string, teams: readonly string[]): Prisma.Sql => Prisma.sql`
  c.team_id IN (WITH RECURSIVE below AS (
    SELECT t.id FROM team t WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ANY(${[...teams]}::uuid[])
    UNION SELECT t.id FROM team t JOIN below b ON t.parent_id = b.id WHERE t.workspace_id = ${workspaceId}::uuid)
  SELECT id FROM below)`;

/** Private calls are left out of totals of several people. */
export const isLeftOut = (actor: Member, query: AnalyticsQuery): Prisma.Sql =>
  isOwnPage(actor, query) ? Prisma.sql`false` : Prisma.sql`(c.visibility = 'private')`;

/** What activity counts in all: calls by their owner, within the reader's right, the days and the filters. */
export const scopeSql = (
  actor: Member,
  query: AnalyticsQuery,
  days: Pick<Period, "from" | "to">,
): Prisma.Sql =>
  Prisma.sql`${scopeOfPeople(actor, query, days)} AND NOT ${isLeftOut(actor, query)}`;

/** The same with the reader's private calls, which count for themselves. */
export function scopeOfPeople(
  actor: Member,
  query: AnalyticsQuery,
  days: Pick<Period, "from" | "to">,
): Prisma.Sql {
  const all = [visibleSql(actor, "analytics.read"), narrowedSql(actor, query, days)];
  if (isOwnPage(actor, query)) all.push(Prisma.sql`c.owner_id = ${actor.memberId}::uuid`);
  if (query.members.length > 0) all.push(Prisma.sql`c.owner_id = ANY(${query.members}::uuid[])`);
  return Prisma.join(all, " AND ");
}

/** The days and the filters. */
export function narrowedSql(
  actor: Member,
  query: AnalyticsQuery,
  days: Pick<Period, "from" | "to">,
): Prisma.Sql {
  const all = [Prisma.sql`c.state IN ('ended', 'available', 'empty')`, daysSql(days, query.zone)];
  if (query.teams.length > 0) all.push(ofTeams(actor.workspaceId, query.teams));
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
