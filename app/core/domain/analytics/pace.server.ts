import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import { weeksOf } from "./period.ts";
import type { PaceUnit, PaceView, TalkQuery } from "./talk-stats-views.ts";
import { bothSides } from "./talk-units.server.ts";

type Row = { week: number; is_morae: boolean; us: number; them: number; n: number };

/**
 * How fast both sides spoke, week by week: medians over what the reader said, or over all that is listed for who has
 * nothing of their own. Words and morae are not mixed: unless the metric is one of the two, the unit is that of more calls.
 * @returns null where no call has both speeds
 */
export async function readPace(
  actor: Member,
  query: TalkQuery,
  isOwn: boolean,
): Promise<PaceView | null> {
  const { period, zone } = query;
  const { from, where, us: ours } = bothSides(actor, query, period, isOwn);
  const us = Prisma.raw(ours);
  const all = await rows<Row>(Prisma.sql`
    SELECT ((c.started_at AT TIME ZONE ${zone})::date - ${period.from}::date) / 7 AS week, s.is_morae,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY ${us}.speed) AS us,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY s.speed) AS them, count(*)::int AS n
    FROM ${from} WHERE ${where} AND ${us}.speed IS NOT NULL AND s.speed IS NOT NULL AND ${us}.is_morae = s.is_morae
    GROUP BY 1, 2`);
  const unit = unitOf(query, all);
  const found = all.filter((row) => row.is_morae === (unit === "per_second"));
  if (found.length === 0) return null;
  const byWeek = new Map(found.map((row) => [row.week, row]));
  const weeks = weeksOf(period).map((days, at) => {
    const row = byWeek.get(at);
    return {
      ...days,
      us: row === undefined ? null : round4(row.us),
      them: row === undefined ? null : round4(row.them),
      n: row?.n ?? 0,
    };
  });
  return { unit, weeks };
}

function unitOf({ metric }: TalkQuery, found: readonly Row[]): PaceUnit {
  if (metric === "speed") return "wpm";
  if (metric === "speed_morae") return "per_second";
  const callsOf = (isMorae: boolean): number =>
    found.reduce((sum, row) => sum + (row.is_morae === isMorae ? row.n : 0), 0);
  return callsOf(true) > callsOf(false) ? "per_second" : "wpm";
}
