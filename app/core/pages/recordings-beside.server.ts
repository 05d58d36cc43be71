import type { Member } from "#app/core/domain/access/actor.ts";
import { viewsSql } from "#app/core/domain/view/view-list.server.ts";
import { viewTeamsSql } from "#app/core/domain/view/view-teams.server.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import { filterSqlOf, isId, type Noun } from "./recordings-filter-rows.server.ts";
import {
  FILTER_KEYS,
  FILTER_NAMES,
  type FilterName,
  filterOf,
  readKey,
  type RecordingsQuery,
} from "./recordings-filters.ts";

/** Each list of `Choices` once, whichever filters offer it. */
const LISTS = new Map(
  FILTER_NAMES.flatMap((name): [string, Noun][] => {
    const [{ list }, { noun }] = [filterOf(name), filterSqlOf(name)];
    return list && noun ? [[list, noun]] : [];
  }),
);

/** Selects what a page of the recordings is shown with, as one JSON value of `Aside`. */
export const besideSql = (actor: Member, query: RecordingsQuery): Prisma.Sql => {
  const { workspaceId, memberId } = actor;
  const lists = [...LISTS].map(
    ([list, noun]) => Prisma.sql`${list}::text, ${listSql(actor, noun)}`,
  );
  return Prisma.sql`
    SELECT json_build_object(
      'lists', json_build_object(${Prisma.join(lists)}),
      'named', ${namedSql(actor, query)},
      'views', (${viewsSql(actor, "recordings")}),
      'viewTeams', (${viewTeamsSql(actor)}),
      'hasRuns', EXISTS (SELECT 1 FROM bulk_run WHERE workspace_id = ${workspaceId}::uuid AND member_id = ${memberId}::uuid),
      'look', (SELECT preferences->'recordings' FROM member WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid))`;
};

const listSql = (actor: Member, { from, isSeen, choices }: Noun): Prisma.Sql =>
  choices
    ? Prisma.sql`array_to_json(ARRAY(SELECT json_build_object('id', id, 'name', name) FROM ${from}
        WHERE ${isSeen(actor)} AND ${choices.where} ORDER BY ${choices.order} LIMIT ${Prisma.raw(String(choices.most ?? "ALL"))}))`
    : Prisma.sql`'[]'::json`;

/** Names of what the address asks for, so that what is gone is named and not lost. */
function namedSql(actor: Member, { filters, counted }: RecordingsQuery): Prisma.Sql {
  const idsOf = (name: FilterName, values: readonly string[]) => {
    const { noun } = filterSqlOf(name);
    return noun ? values.filter(isId).map((id) => ({ noun, id })) : [];
  };
  const asked = [
    ...FILTER_KEYS.flatMap((key) => idsOf(readKey(key).name, filters[key] ?? [])),
    ...(counted === null
      ? []
      : [
          ...idsOf("owner", counted.query.members),
          ...idsOf("team", counted.query.teams),
          ...idsOf("label", counted.query.labels),
          ...idsOf("stage", counted.query.stages),
        ]),
  ];
  const named = [...Map.groupBy(asked, ({ noun }) => noun)].map(
    ([{ from, isSeen, isGone = Prisma.sql`false` }, of]) => Prisma.sql`
      SELECT json_build_object('id', id, 'name', name, 'isGone', ${isGone}) FROM ${from}
      WHERE ${isSeen(actor)} AND id = ANY(${of.map(({ id }) => id)}::uuid[])`,
  );
  return named.length === 0
    ? Prisma.sql`'[]'::json`
    : Prisma.sql`array_to_json(ARRAY(${Prisma.join(named, " UNION ALL ")}))`;
}
