import { TALK_KIND } from "#app/core/domain/talk-kind.server.ts";
import { visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { labelFits } from "#app/core/domain/label-fits.server.ts";
import { trackerHits, trackerOfHit } from "#app/core/domain/tracker/tracker-list.server.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { listConditions } from "./recordings-conditions.server.ts";
import { commentIsSeen } from "./recordings-filter-sql.server.ts";
import { FILTER_KEYS, readKey, type RecordingsQuery, withoutName } from "./recordings-filters.ts";
import type { Facet, FacetName } from "./recordings-views.ts";

/** As many values of a facet are counted out. */
const MOST_VALUES = 50;

type Found = { facet: FacetName; value: string; name: string; calls: number };

/** What each facet counts: `c` is one of the matches. */
const of = (expression: Prisma.Sql) => () =>
  Prisma.sql`SELECT ${expression} AS value, count(*)::int AS calls FROM matches c GROUP BY 1`;
const yesNo = (isYes: (actor: Member) => Prisma.Sql) => (actor: Member) =>
  of(Prisma.sql`CASE WHEN ${isYes(actor)} THEN 'yes' ELSE 'no' END`)();
/** By something of the deal that each is linked to, where the actor sees that one. */
const countDeals = (actor: Member, by: Prisma.Sql): Prisma.Sql => Prisma.sql`
    SELECT ${by}::text AS value, count(*)::int AS calls FROM matches c
    JOIN call_deal x ON x.workspace_id = ${actor.workspaceId}::uuid AND x.call_id = c.id AND x.is_primary
    JOIN deal d ON d.workspace_id = x.workspace_id AND d.id = x.deal_id
    WHERE ${visibleSql(actor, "deal.read")} GROUP BY 1`;
const COUNTS: Record<FacetName, (actor: Member) => Prisma.Sql> = {
  owner: of(Prisma.sql`c.owner_id::text`),
  team: of(Prisma.sql`c.team_id::text`),
  label: (actor) => Prisma.sql`
    SELECT x.label_id::text AS value, count(*)::int AS calls FROM matches c
    JOIN call_label x ON x.workspace_id = ${actor.workspaceId}::uuid AND x.call_id = c.id AND x.is_on
    JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id AND ${labelFits}
    WHERE ${visibleSql(actor, "label.read")} GROUP BY 1`,
  company: of(Prisma.sql`c.company_id::text`),
  deal: (actor) => countDeals(actor, Prisma.sql`d.id`),
  stage: (actor) => countDeals(actor, Prisma.sql`d.stage_id`),
  contact: (actor) => Prisma.sql`
    SELECT ct.id::text AS value, count(DISTINCT c.id)::int AS calls FROM matches c
    JOIN participant p ON p.workspace_id = ${actor.workspaceId}::uuid AND p.call_id = c.id
    JOIN contact ct ON ct.workspace_id = p.workspace_id AND ct.id = p.contact_id
    WHERE ${visibleSql(actor, "contact.read")} GROUP BY 1`,
  tracker: (actor) => Prisma.sql`
    SELECT tk.id::text AS value, count(DISTINCT c.id)::int AS calls FROM matches c
    JOIN (${trackerHits}) ON h.workspace_id = ${actor.workspaceId}::uuid AND h.call_id = c.id AND h.kind = 'tracker'
    JOIN tracker tk ON tk.workspace_id = h.workspace_id AND tk.id = ${trackerOfHit}
    WHERE ${visibleSql(actor, "tracker.read")} GROUP BY 1`,
  kind: of(Prisma.sql`c.kind::text`),
  language: of(Prisma.sql`c.language`),
  state:
    of(Prisma.sql`CASE c.recording_state WHEN 'interrupted' THEN 'receiving' WHEN 'uploaded' THEN 'processing'
    ELSE c.recording_state::text END`),
  consent: of(Prisma.sql`c.consent::text`),
  quality: of(Prisma.sql`c.quality::text`),
  visibility: of(Prisma.sql`c.visibility::text`),
  reviewed: of(Prisma.sql`CASE WHEN c.reviewed_at IS NULL THEN 'no' ELSE 'yes' END`),
  talk: of(Prisma.sql`c.talk_kind::text`),
  reviewer: (actor) => Prisma.sql`
    SELECT v.member_id::text AS value, count(*)::int AS calls FROM matches c
    JOIN review_assignment v ON v.workspace_id = ${actor.workspaceId}::uuid AND v.call_id = c.id GROUP BY 1`,
  comment: yesNo(
    (
      actor,
    ) => Prisma.sql`c.id IN (SELECT n.call_id FROM comment n JOIN matches k ON k.id = n.call_id
      WHERE n.workspace_id = ${actor.workspaceId}::uuid AND ${commentIsSeen(actor)})`,
  ),
  summary: yesNo(
    ({
      workspaceId,
    }) => Prisma.sql`c.id IN (SELECT s.call_id FROM summary_run s JOIN matches k ON k.id = s.call_id
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.state = 'done')`,
  ),
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
const FACETS = Object.keys(COUNTS) as FacetName[];

/** Where a facet's values have their names; the others are words of the catalogue, or names already. */
const NAMES: Partial<Record<FacetName, Prisma.Sql>> = {
  owner: Prisma.sql`member`,
  reviewer: Prisma.sql`member`,
  team: Prisma.sql`team`,
  label: Prisma.sql`label`,
  company: Prisma.sql`company`,
  deal: Prisma.sql`deal`,
  stage: Prisma.sql`deal_stage`,
  contact: Prisma.sql`contact`,
  tracker: Prisma.sql`tracker`,
};

/**
 * How many of the newest 1,000 matches have each value of each facet, most first; what a facet's own filter leaves out
 * is counted in it all the same. Only calls the actor may see are matches.
 * @param found ids that the search found; null when nothing was searched for
 */
export async function countFacets(
  actor: Member,
  query: RecordingsQuery,
  found: string[] | null,
): Promise<Facet[]> {
  const filtered = new Set<string>(
    FILTER_KEYS.flatMap((key) => (query.filters[key] ? [readKey(key).name] : [])),
  );
  const free = FACETS.filter((facet) => !filtered.has(facet));
  const counted = await Promise.all([
    count(actor, query, found, free),
    ...FACETS.filter((facet) => filtered.has(facet)).map((facet) =>
      count(actor, withoutName(query, facet), found, [facet]),
    ),
  ]);
  const byFacet = Map.groupBy(counted.flat(), ({ facet }) => facet);
  return FACETS.flatMap((name) => {
    const values = byFacet.get(name) ?? [];
    return values.length === 0
      ? []
      : [
          {
            name,
            values: values.map(({ value, name: text, calls }) => ({ value, name: text, calls })),
          },
        ];
  });
}

async function count(
  actor: Member,
  query: RecordingsQuery,
  found: string[] | null,
  facets: readonly FacetName[],
): Promise<Found[]> {
  const counts = facets.map(
    (
      facet,
    ) => Prisma.sql`SELECT * FROM (SELECT ${facet} AS facet, ${valueOf(facet)} AS value, ${nameOf(facet)} AS name, f.calls
      FROM (${COUNTS[facet](actor)}) f ${namedBy(actor, facet)} WHERE f.value IS NOT NULL ORDER BY f.calls DESC, 3 LIMIT ${Prisma.raw(String(MOST_VALUES))}) ${Prisma.raw(`f_${facet}`)}`,
  );
  return rows<Found>(Prisma.sql`
    WITH matches AS MATERIALIZED (
      SELECT c.id, c.owner_id, c.team_id, c.company_id, c.kind, ${TALK_KIND} AS talk_kind, c.language, c.consent, c.quality, c.visibility, c.reviewed_at,
        r.state AS recording_state
      FROM call c JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
      WHERE ${listConditions(actor, query, found)}
      ORDER BY c.started_at DESC, c.id DESC LIMIT ${Prisma.raw(String(COUNTED))})
    ${Prisma.join(counts, " UNION ALL ")}`);
}

/** Companies are asked for by name. */
const valueOf = (facet: FacetName): Prisma.Sql =>
  facet === "company" ? Prisma.sql`t.name` : Prisma.sql`f.value`;
const nameOf = (facet: FacetName): Prisma.Sql =>
  NAMES[facet] ? Prisma.sql`t.name` : Prisma.sql`f.value`;
const namedBy = ({ workspaceId }: Member, facet: FacetName): Prisma.Sql => {
  const table = NAMES[facet];
  return table
    ? Prisma.sql`JOIN ${table} t ON t.workspace_id = ${workspaceId}::uuid AND t.id = f.value::uuid`
    : Prisma.empty;
};
