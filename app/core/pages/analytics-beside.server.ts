import { mayEver, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findSampleProgress } from "#app/core/domain/analysis/sample.server.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { getWorkspaceSettings } from "#app/core/domain/workspace-settings.server.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";

/** As many of each are offered; what the address names already is offered beside them. */
const MOST = 200;

type Found = PersonRef & { of: "team" | "member" | "label" | "stage" | "sample" };

/**
 * What the page can be narrowed to: teams in the reader's charge, owners of calls that count for them and the reader, labels,
 * stages.
 */
export async function besideAnalytics(actor: Member, { members }: Pick<AnalyticsQuery, "members">) {
  const counts = visibleSql(actor, "analytics.read");
  const [found, sampleProgress] = await Promise.all([
    rows<Found>(Prisma.sql`
    (SELECT 'team' AS of, t.id, t.name FROM team t WHERE t.workspace_id = ${actor.workspaceId}::uuid AND t.deleted_at IS NULL
      AND ${teamsOf(actor)} ORDER BY t.name LIMIT ${MOST})
    UNION ALL (SELECT 'member', m.id, m.name FROM member m WHERE m.workspace_id = ${actor.workspaceId}::uuid AND m.scrubbed_at IS NULL
      AND (m.id = ${actor.memberId}::uuid
        OR EXISTS (SELECT 1 FROM call c WHERE c.workspace_id = m.workspace_id AND c.owner_id = m.id AND ${counts}))
      ORDER BY m.id = ANY(${members}::uuid[]) DESC, m.name LIMIT ${MOST})
    UNION ALL (SELECT 'label', l.id, l.name FROM label l WHERE ${visibleSql(actor, "label.read")} AND l.archived_at IS NULL
      AND l.merged_into IS NULL ORDER BY l.folded LIMIT ${MOST})
    UNION ALL (SELECT 'stage', s.id, s.name FROM deal_stage s WHERE s.workspace_id = ${actor.workspaceId}::uuid AND s.archived_at IS NULL
      AND EXISTS (SELECT 1 FROM deal d JOIN call_deal x ON x.workspace_id = d.workspace_id AND x.deal_id = d.id AND x.is_primary
        JOIN call c ON c.workspace_id = x.workspace_id AND c.id = x.call_id
        WHERE d.workspace_id = s.workspace_id AND d.stage_id = s.id AND ${visibleSql(actor, "deal.read")} AND ${counts})
      ORDER BY s.connection_id NULLS FIRST, s.pipeline, s.ord, s.id LIMIT ${MOST})
    UNION ALL (SELECT 'sample', w.id, '' FROM workspace w WHERE w.id = ${actor.workspaceId}::uuid
      AND EXISTS (SELECT 1 FROM call c WHERE c.workspace_id = w.id AND c.is_sample AND ${counts}))`),
    findSampleProgress(actor),
  ]);
  const of = (kind: Found["of"]) =>
    found.filter((one) => one.of === kind).map(({ id, name }) => ({ id, name }));
  return {
    teams: of("team"),
    members: of("member").toSorted((a, b) => a.name.localeCompare(b.name)),
    labels: of("label"),
    /** Of deals that calls here are about, in their order. */
    stages: of("stage"),
    hasSample: of("sample").length > 0,
    /** How much of the demo's history is here while it comes. */
    sampleProgress,
  };
}

/** A team filter takes those below along: a manager's are those in their scope, a rep's their own. */
function teamsOf({ role, scopeTeamIds, teamIds }: Member): Prisma.Sql {
  if (role === "admin") return Prisma.sql`true`;
  return Prisma.sql`t.id = ANY(${role === "manager" ? scopeTeamIds : teamIds}::uuid[])`;
}

export type AnalyticsChoices = Awaited<ReturnType<typeof besideAnalytics>>;

/** When the workspace works, as charts mark it, and its holidays within the days. */
export async function workingDays(
  { workspaceId }: Member,
  { period }: Pick<AnalyticsQuery, "period">,
) {
  const { hours, holidays } = await getWorkspaceSettings(db, workspaceId);
  return {
    workingHours: hours,
    holidays: holidays
      .map(({ date }) => date)
      .filter((date) => date >= period.from && date <= period.to),
  };
}

/** Others one by one. */
export const seesOthers = (actor: Member): boolean => mayEver(actor, "analytics.people");
