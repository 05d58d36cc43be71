import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { ReachedCounts } from "./reached.ts";
import { reachedColumns, reachedFrom } from "./reached.server.ts";
import { listConditions } from "./recordings-conditions.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { sevenDaysSearch } from "./seven-days.ts";

/**
 * How far the calls of the last seven days came, of those the actor may see; for who looks after the installation. They
 * are counted over the list of all that were started, so that each number is as large as the list it leads to.
 * @param zone of the reader, an IANA name
 * @returns null for everybody else
 */
export async function getSevenDays(actor: Member, zone: string): Promise<ReachedCounts | null> {
  if (!can(actor, "parts.read")) return null;
  const search = new URLSearchParams(sevenDaysSearch("started"));
  const { query } = parseRecordingsQuery(search, zone);
  const [found] = await rows<ReachedCounts>(Prisma.sql`
    SELECT ${reachedColumns} FROM ${reachedFrom} WHERE ${listConditions(actor, query, null)}`);
  return found ?? null;
}
