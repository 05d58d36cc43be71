import type { Member } from "#app/core/domain/access/actor.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { listConditions } from "./recordings-conditions.server.ts";
import { FILTER_SQL, filterSqlOf } from "./recordings-filter-rows.server.ts";
import {
  FILTER_KEYS,
  type FilterName,
  keyOf,
  keysOf,
  readKey,
  type RecordingsQuery,
  withoutName,
} from "./recordings-filters.ts";
import type { Facet } from "./recordings-views.ts";

/** As many values of a facet are counted out. */
const MOST_VALUES = 50;

type Found = { facet: FilterName; value: string; name: string; calls: number; is_cut: boolean };

const FACETS = keysOf(FILTER_SQL).filter((name) => {
  const { column, count } = filterSqlOf(name);
  return column !== undefined || count !== undefined;
});

/**
 * How many of the newest 1,000 matches have each value of each facet, most first. What a facet's own filter leaves out is
 * counted in it all the same, as long as choosing a value adds to that filter; where calls must have all that is chosen, a
 * value's number is what is left once it is chosen too. Only calls the actor may see are matches.
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
    countEach(actor, query, found, free),
    ...FACETS.filter((facet) => filtered.has(facet)).map((facet) => {
      const all = keyOf(facet, "all");
      const isJoined = all !== null && query.filters[all] !== undefined;
      const others = withoutName(query, facet, isJoined ? ["not"] : ["any", "not"]);
      return countEach(actor, others, found, [facet], chosenOf(query, facet));
    }),
  ]);
  const byFacet = Map.groupBy(counted.flat(), ({ facet }) => facet);
  return FACETS.flatMap((name) => {
    const found = byFacet.get(name) ?? [];
    const values = found
      .map(({ facet: _, is_cut: __, ...value }) => value)
      .toSorted((a, b) => b.calls - a.calls);
    return values.length === 0
      ? []
      : [{ name, values, isCut: found.some(({ is_cut: isCut }) => isCut) }];
  });
}

const chosenOf = (query: RecordingsQuery, name: FilterName): string[] =>
  (["any", "all", "not"] as const).flatMap((link) => {
    const key = keyOf(name, link);
    return key === null ? [] : (query.filters[key] ?? []);
  });

async function countEach(
  actor: Member,
  query: RecordingsQuery,
  found: string[] | null,
  facets: readonly FilterName[],
  chosen: readonly string[] = [],
): Promise<Found[]> {
  if (facets.length === 0) return [];
  const columns = facets.flatMap((facet) => {
    const { column } = filterSqlOf(facet);
    return column ? [Prisma.sql`${column} AS ${columnOf(facet)}`] : [];
  });
  return rows<Found>(Prisma.sql`
    WITH newest AS MATERIALIZED (
      SELECT ${Prisma.join([Prisma.sql`c.id, c.team_id, c.started_at AS began`, ...columns])}
      FROM call c JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
      WHERE ${listConditions(actor, query, found)}
      ORDER BY c.started_at DESC, c.id DESC LIMIT ${Prisma.raw(String(COUNTED + 1))}),
    matches AS MATERIALIZED (SELECT * FROM newest ORDER BY began DESC, id DESC LIMIT ${Prisma.raw(String(COUNTED))}),
    whole AS (SELECT count(*) > ${Prisma.raw(String(COUNTED))} AS is_cut FROM newest)
    ${Prisma.join(
      facets.map((facet) => facetSql(actor, facet, chosen)),
      " UNION ALL ",
    )}`);
}

const columnOf = (facet: FilterName): Prisma.Sql => Prisma.raw(`"${facet}"`);
/** @param chosen values that are counted out however few have them */
function facetSql(actor: Member, facet: FilterName, chosen: readonly string[]): Prisma.Sql {
  const { count, noun } = filterSqlOf(facet);
  const counted =
    count?.(actor) ??
    Prisma.sql`SELECT c.${columnOf(facet)} AS value, count(*)::int AS calls FROM matches c GROUP BY 1`;
  const named = noun
    ? Prisma.sql`JOIN (SELECT id, name FROM ${noun.from} WHERE ${noun.isSeen(actor)}) t ON t.id = f.value`
    : Prisma.empty;
  return Prisma.sql`
    SELECT * FROM (SELECT ${facet} AS facet, f.value::text, ${noun ? Prisma.sql`t.name` : Prisma.sql`f.value::text`} AS name, f.calls,
        (SELECT is_cut FROM whole) AS is_cut
      FROM (${counted}) f ${named} WHERE f.value IS NOT NULL
      ORDER BY f.value::text = ANY(${[...chosen]}::text[]) DESC, f.calls DESC, 3 LIMIT ${Prisma.raw(String(MOST_VALUES))}) ${Prisma.raw(`f_${facet}`)}`;
}
