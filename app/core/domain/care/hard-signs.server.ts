import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { CURRENT_CONFIG } from "../analytics/talk-metrics.ts";
import { countWords } from "../words/words-codec.ts";
import type { HardSigns } from "./care-views.ts";

/** Signs that say together that a call was hard (product §15.1, S1). */
const LEAST_SIGNS = 2;
/** Of the customer's interruptions, a minute of the rep's speech. */
const INTERRUPTIONS = 1;
/** Of the customer's negative words, in a hundred of theirs. */
const NEGATIVE = 1;
/** A call that ends so soon after a negative turn was broken off. */
const END_MS = 5_000;

type Found = {
  id: string;
  workspace_id: string;
  base_id: string;
  number: number;
  abuse: number[];
  negative: number[];
  is_interrupted: boolean;
  is_cut_short: boolean;
};

/**
 * Calls that were hard by what was said in them: words of an abuse tracker by anybody but us, or two of three signs:
 * the customer's negative words, their interruptions, and an end right after a negative turn. "Help" has no source yet.
 * @param counted which calls `c` are looked at
 * @returns by call; times are ms from its start
 */
export async function findHardSigns(counted: Prisma.Sql): Promise<Map<string, HardSigns>> {
  const found = await rows<Found>(Prisma.sql`
    SELECT c.id, c.workspace_id, t.base_id, t.number,
      coalesce(array_agg(h.t0_ms ORDER BY h.t0_ms) FILTER (WHERE v.category = 'abuse'), '{}') AS abuse,
      coalesce(array_agg(h.t0_ms ORDER BY h.t0_ms) FILTER (WHERE v.category = 'negative' AND h.side = 'C'), '{}') AS negative,
      coalesce(bool_or(c.quality IN ('A', 'B') AND m.interrupts_pm >= ${INTERRUPTIONS}), false) AS is_interrupted,
      coalesce(bool_or(v.category = 'negative' AND h.side = 'C' AND c.duration_ms - coalesce(s.t1_ms, h.t1_ms) <= ${END_MS}), false) AS is_cut_short
    FROM call c
    JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.is_current
    JOIN hit h ON h.workspace_id = t.workspace_id AND h.transcript_id = t.id AND h.kind = 'tracker' AND h.side IS DISTINCT FROM 'R'
    JOIN tracker_version v ON v.workspace_id = h.workspace_id AND h.rule = 'tracker:' || v.tracker_id AND v.number = h.rule_version
      AND v.category IN ('abuse', 'negative')
    LEFT JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id AND s.no = h.segment
      AND s.from_version <= t.number AND (s.to_version IS NULL OR s.to_version > t.number)
    LEFT JOIN metric_row m ON m.workspace_id = c.workspace_id AND m.config = ${CURRENT_CONFIG} AND m.call_id = c.id
      AND m.side = 'C' AND m.subject = c.id
    WHERE ${counted} GROUP BY c.id, c.workspace_id, t.base_id, t.number`);
  // Words are counted only where they decide.
  const decided = found.filter(
    ({ negative, ...call }) => negative.length > 0 && othersOf(call) > 0,
  );
  const words = await countTheirWords(decided);
  const signs = new Map<string, HardSigns>();
  for (const call of found) {
    const { abuse, negative, is_interrupted: isInterrupted, is_cut_short: isCutShort } = call;
    const said = words.get(call.id) ?? 0;
    const isNegative = said > 0 && (negative.length * 100) / said >= NEGATIVE;
    const isHard = abuse.length > 0 || othersOf(call) + Number(isNegative) >= LEAST_SIGNS;
    if (isHard) signs.set(call.id, { abuse, negative, isInterrupted, isNegative, isCutShort });
  }
  return signs;
}

const othersOf = (call: Pick<Found, "is_interrupted" | "is_cut_short">): number =>
  Number(call.is_interrupted) + Number(call.is_cut_short);

/** How many words customers said, by call: one statement for all, along the key of the segments. */
async function countTheirWords(calls: readonly Found[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (calls.length === 0) return counts;
  const asked = calls.map(
    ({ workspace_id, id, base_id, number }) =>
      Prisma.sql`(${workspace_id}::uuid, ${id}::uuid, ${base_id}::uuid, ${number}::int)`,
  );
  const said = await rows<{ call_id: string; words: Uint8Array }>(Prisma.sql`
    SELECT v.call_id, s.words FROM (VALUES ${Prisma.join(asked)}) v(workspace_id, call_id, base_id, number)
    JOIN segment s ON s.workspace_id = v.workspace_id AND s.base_id = v.base_id
      AND s.from_version <= v.number AND (s.to_version IS NULL OR s.to_version > v.number)
    JOIN participant p ON p.workspace_id = s.workspace_id AND p.id = s.participant_id AND p.side = 'C'`);
  for (const { call_id: id, words } of said)
    counts.set(id, (counts.get(id) ?? 0) + countWords(words));
  return counts;
}
