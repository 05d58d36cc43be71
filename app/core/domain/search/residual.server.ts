import { Prisma } from "#app/core/platform/db.server.ts";
import { fold, UNSPACED } from "../words/fold.ts";
import { type Match, printTs, type Ts, type Who } from "./tsquery.ts";

const KATAKANA = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x30a1 + n)).join("");
const HIRAGANA = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x3041 + n)).join("");

/** A text that PostgreSQL reads as a tsquery. */
export const asQuery = (ts: Ts): Prisma.Sql => Prisma.sql`${printTs(ts)}::tsquery`;

const any = (parts: Prisma.Sql[]) =>
  parts.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(parts, " OR ")})`;
const all = (parts: Prisma.Sql[]) =>
  parts.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(parts, " AND ")})`;

/** Whether `column`, a name, is meant by `name`: folded as questions are; a spaced name matches from the start of one of its words. */
export function namedSql(column: Prisma.Sql, name: string): Prisma.Sql {
  const wanted = fold(name.trim()).replace(/\s+/g, " ");
  const needle = UNSPACED.test(wanted) ? wanted : ` ${wanted}`;
  return Prisma.sql`strpos(' ' || translate(unaccent(lower(normalize(${column}, NFKC))), ${KATAKANA}, ${HIRAGANA}), ${needle}) > 0`;
}

/** Conditions on participant `p`; nobody known is nobody. */
function spokenBy(who: readonly Who[]): Prisma.Sql[] {
  return who.map((one) => {
    const is =
      "side" in one
        ? Prisma.sql`p.side = ${one.side}::side`
        : namedSql(Prisma.sql`p.name`, one.speaker);
    return one.isNot ? Prisma.sql`NOT coalesce(${is}, false)` : Prisma.sql`coalesce(${is}, false)`;
  });
}

/** Segments of the call `callId` as it reads now, `s`, with who said them, `p`. */
export const saidIn = (callId: Prisma.Sql, workspaceId: string): Prisma.Sql => Prisma.sql`
  FROM transcript t
  JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id AND s.to_version IS NULL AND s.is_final
  LEFT JOIN participant p ON p.workspace_id = s.workspace_id AND p.id = s.participant_id
  WHERE t.workspace_id = ${workspaceId}::uuid AND t.call_id = ${callId} AND t.is_current`;

export const saysAny = (said: readonly { ts: Ts | null; who: Who[] }[]): Prisma.Sql =>
  any(
    said.map(({ ts, who }) =>
      all([...(ts ? [Prisma.sql`s.doc @@ ${asQuery(ts)}`] : []), ...spokenBy(who)]),
    ),
  );

/** What the prefilter could not say, tested on each call `c` with its entry `cs` that it left. */
export function residualSql(match: Match, workspaceId: string): Prisma.Sql {
  switch (match.kind) {
    case "call":
      return Prisma.sql`cs.doc @@ ${asQuery(match.ts)}`;
    case "said":
      return match.ts === null
        ? Prisma.sql`EXISTS (SELECT 1 FROM participant p WHERE p.workspace_id = ${workspaceId}::uuid AND p.call_id = cs.call_id AND ${all(spokenBy(match.who))})`
        : Prisma.sql`EXISTS (SELECT 1 ${saidIn(Prisma.sql`cs.call_id`, workspaceId)} AND ${saysAny([match])})`;
    case "owner":
      return Prisma.sql`c.owner_id IN (SELECT m.id FROM member m WHERE m.workspace_id = ${workspaceId}::uuid AND ${namedSql(Prisma.sql`m.name`, match.name)})`;
    case "not":
      return Prisma.sql`NOT (${residualSql(match.node, workspaceId)})`;
    case "and":
      return all(match.nodes.map((node) => residualSql(node, workspaceId)));
    case "or":
      return any(match.nodes.map((node) => residualSql(node, workspaceId)));
  }
}
