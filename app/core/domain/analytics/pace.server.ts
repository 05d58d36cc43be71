import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import { weeksOf } from "./period.ts";
import { scopeSql } from "./scope.server.ts";
import type { PaceWeek, TalkQuery } from "./talk-stats-views.ts";
import { isRecorded } from "./talk-values.server.ts";

type Row = { week: number; us: number; them: number; n: number };

/**
 * How fast both sides spoke, week by week: medians over the reader's own calls, or over all that are listed for who has
 * none. Words and morae are not mixed.
 * @returns the weeks of the period; null where no call has both speeds
 */
export async function readPace(
  actor: Member,
  query: TalkQuery,
  isOwn: boolean,
): Promise<PaceWeek[] | null> {
  const { period, zone, config, metric } = query;
  const isMorae = metric === "speed_morae";
  const whose = isOwn ? Prisma.sql`c.owner_id = ${actor.memberId}::uuid` : Prisma.sql`true`;
  const middle = (side: Prisma.Sql) =>
    Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${side}.speed)`;
  const sideOf = (name: Prisma.Sql, side: "R" | "C") => Prisma.sql`
    metric_row ${name} ON ${name}.workspace_id = c.workspace_id AND ${name}.config = ${config} AND ${name}.call_id = c.id
      AND ${name}.side = ${side}::side AND ${name}.subject = c.id AND ${name}.speed IS NOT NULL AND ${name}.is_morae = ${isMorae}`;
  const [us, them] = [Prisma.sql`us`, Prisma.sql`them`];
  const found = await rows<Row>(Prisma.sql`
    SELECT ((c.started_at AT TIME ZONE ${zone})::date - ${period.from}::date) / 7 AS week,
      ${middle(us)} AS us, ${middle(them)} AS them, count(*)::int AS n
    FROM call c JOIN ${sideOf(us, "R")} JOIN ${sideOf(them, "C")}
    WHERE ${scopeSql(actor, query, period)} AND ${isRecorded} AND ${whose} GROUP BY 1`);
  if (found.length === 0) return null;
  const byWeek = new Map(found.map((row) => [row.week, row]));
  return weeksOf(period).map((days, at) => {
    const row = byWeek.get(at);
    return {
      ...days,
      us: row === undefined ? null : round4(row.us),
      them: row === undefined ? null : round4(row.them),
      n: row?.n ?? 0,
    };
  });
}
