import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { measureSql } from "./conditions.server.ts";
import { type Counted, readFigure } from "./counted.ts";
import { scopeSql } from "./scope.server.ts";
import { talkFilterSql } from "./talk-units.server.ts";

/** A call `c` is counted by this number for this reader: by the conditions of its page. */
export function countedSql(actor: Member, { figure, query }: Counted): Prisma.Sql {
  const asked = readFigure(figure);
  if (asked === null) return Prisma.sql`false`;
  return asked.measure === null
    ? talkFilterSql(actor, query, asked.talk)
    : Prisma.sql`(${scopeSql(actor, query, query.period)} AND ${measureSql(asked.measure)})`;
}
