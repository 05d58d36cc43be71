import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { RangeMs } from "../views.ts";
import { FLAGS } from "../words/flags.ts";
import type { SpokenLane } from "./link-views.ts";

/** Pauses shorter than this are no gap in a picture of a lane. */
const JOIN_MS = 1_500;

type Row = { key: string; name: string; side: "R" | "C" | null; t0_ms: number; t1_ms: number };

/** Who speaks when in what may leave a call: a coach is in no link. */
export async function spokenLanes({ workspaceId }: Member, callId: string): Promise<SpokenLane[]> {
  const found = await rows<Row>(Prisma.sql`
    SELECT coalesce(p.id::text, '') AS key, coalesce(p.name, '') AS name, p.side, s.t0_ms, s.t1_ms FROM transcript t
    JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id AND s.is_final AND s.flags & ${FLAGS.bleed} = 0
      AND s.to_version IS NULL
    LEFT JOIN participant p ON p.workspace_id = s.workspace_id AND p.id = s.participant_id
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.call_id = ${callId}::uuid AND t.is_current
      AND p.role IS DISTINCT FROM 'coach'
    ORDER BY p.lane NULLS LAST, p.id, s.t0_ms, s.no`);
  const voices = Map.groupBy(found, ({ key }) => key);
  return [...voices.values()].flatMap((said) => {
    const [first] = said;
    return first ? [{ name: first.name, side: first.side, spoken: joined(said) }] : [];
  });
}

function joined(said: readonly Row[]): RangeMs[] {
  const ranges: RangeMs[] = [];
  for (const { t0_ms: t0Ms, t1_ms: t1Ms } of said) {
    const last = ranges.at(-1);
    if (last && t0Ms - last.t1Ms < JOIN_MS) last.t1Ms = Math.max(last.t1Ms, t1Ms);
    else ranges.push({ t0Ms, t1Ms });
  }
  return ranges;
}
