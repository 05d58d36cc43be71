import { Prisma } from "#app/core/platform/db.server.ts";
import { TALK_KIND } from "../talk-kind.server.ts";
import type { TalkKind } from "../views.ts";
import { USUAL_HOURS } from "../working-hours.ts";
import type { Measure } from "./measures.ts";

// Conditions on a call `c`: the pages count by them, and the lists behind their numbers are found by them.

/** There was something to record, and nothing came of it. What an owner discarded is no such call. */
export const isUnrecorded = Prisma.sql`(c.state = 'empty' AND c.state_reason IS DISTINCT FROM 'discarded')`;
/** It took place, recorded or not. A room that stayed without guests was never begun, and is found by no day. */
export const isHeld = Prisma.sql`(c.state IN ('ended', 'available') OR ${isUnrecorded})`;
const isRecorded = Prisma.sql`c.state = 'available'`;

const OF_MEASURE: Record<Measure, Prisma.Sql> = {
  held: isHeld,
  connected: Prisma.sql`${isHeld} AND c.is_connected`,
  company: Prisma.sql`${isHeld} AND c.company_id IS NOT NULL`,
  recorded: isRecorded,
  reviewed: Prisma.sql`${isRecorded} AND c.reviewed_at IS NOT NULL`,
  feedback: Prisma.sql`${isHeld} AND c.id IN (SELECT f.call_id FROM feedback_request f
    WHERE f.workspace_id = c.workspace_id AND f.answered_at IS NOT NULL)`,
};
export const measureSql = (measure: Measure): Prisma.Sql => OF_MEASURE[measure];

/** A call is about one of these. */
export const talkKindSql = (kinds: readonly TalkKind[]): Prisma.Sql =>
  Prisma.sql`${TALK_KIND} = ANY(${[...kinds]}::talk_kind[])`;

/**
 * It began within the working hours of its owner, in their zone and on no holiday. Hours past midnight belong to the day
 * they began on, as `nextWorkingMoment` reads them.
 */
export const isInHours = Prisma.sql`EXISTS (
  SELECT 1 FROM member o JOIN workspace w ON w.id = o.workspace_id
  CROSS JOIN LATERAL (SELECT
    CASE WHEN jsonb_typeof(o.preferences->'hours') = 'object' THEN o.preferences->'hours'
      WHEN jsonb_typeof(w.settings->'hours') = 'object' THEN w.settings->'hours'
      ELSE ${JSON.stringify(USUAL_HOURS)}::jsonb END AS hours,
    coalesce(w.settings->'holidays', '[]'::jsonb) AS holidays,
    c.started_at AT TIME ZONE coalesce(o.time_zone, w.time_zone) AS wall) s
  CROSS JOIN LATERAL (SELECT
    ${worksOn(Prisma.sql`s.wall`)} AS today,
    ${worksOn(Prisma.sql`s.wall - interval '1 day'`)} AS yesterday,
    (s.hours->>'from')::time AS opens, (s.hours->>'to')::time AS closes) d
  WHERE o.workspace_id = c.workspace_id AND o.id = c.owner_id AND CASE
    WHEN d.opens < d.closes THEN d.today AND s.wall::time >= d.opens AND s.wall::time < d.closes
    ELSE d.today AND s.wall::time >= d.opens OR d.yesterday AND s.wall::time < d.closes END)`;

function worksOn(day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(s.hours->'days' @> to_jsonb(extract(isodow FROM ${day})::int - 1)
    AND NOT s.holidays @> jsonb_build_array(jsonb_build_object('date', to_char(${day}, 'YYYY-MM-DD'))))`;
}

/** It began in this hour of the week. @param hour as `HOUR_OF_WEEK`; @param zone an IANA name */
export function hourOfWeekSql(hour: string, zone: string): Prisma.Sql {
  const [day = 0, of = 0] = hour.split("-").map(Number);
  return Prisma.sql`(extract(isodow FROM c.started_at AT TIME ZONE ${zone}) = ${day + 1}
    AND extract(hour FROM c.started_at AT TIME ZONE ${zone}) = ${of})`;
}
