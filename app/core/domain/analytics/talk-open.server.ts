import { db, Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import { readMetricSet } from "../metrics/metric-set.ts";
import type { RangeMs } from "../views.ts";
import type { Period } from "./period.ts";
import { TALK_METRIC } from "./talk-metrics.ts";
import { readCalls } from "./talk-people.server.ts";
import type { TalkCall, TalkQuery, TalkStatsView } from "./talk-stats-views.ts";
import { valueSql } from "./talk-values.server.ts";

/** As many calls stand open under a person; all of them are in the list. */
const MOST_OPEN = 10;

/** The calls of the person whose line is open, from the largest number, with where it can be heard. */
export async function readOpenCalls(
  actor: Member,
  query: TalkQuery,
  days: Pick<Period, "from" | "to">,
): Promise<TalkStatsView["calls"]> {
  const { person, metric } = query;
  if (person === null) return null;
  const found = await readCalls(actor, { ...query, members: [person] }, days, {
    order: Prisma.sql`${valueSql(metric)} DESC NULLS LAST, c.started_at DESC, c.id`,
    limit: MOST_OPEN + 1,
  });
  const [first] = found;
  if (first === undefined) return null;
  const shown = found.slice(0, MOST_OPEN);
  const places = await findPlaces(
    actor,
    query,
    shown.map(({ id }) => id),
  );
  const rows = shown.map(
    (row): TalkCall => ({
      ...{ callId: row.id, title: row.title, startedAt: row.started_at.toISOString() },
      durationMs: row.duration_ms ?? 0,
      value: row.value === null ? null : round4(row.value),
      ...{ reason: row.reason, at: places.get(row.id) ?? null },
    }),
  );
  return { memberId: first.owner_id, name: first.owner, rows, isAll: found.length <= MOST_OPEN };
}

/** Where each call's number can be heard, as its own statistics say. */
async function findPlaces(
  { workspaceId }: Member,
  { metric, config }: TalkQuery,
  callIds: string[],
): Promise<Map<string, RangeMs>> {
  const sets = await db.metricSet.findMany({
    where: { workspaceId, callId: { in: callIds }, config, transcript: { isCurrent: true } },
    select: { callId: true, quality: true, detail: true },
  });
  return new Map(
    sets.flatMap(({ callId, quality, detail }): [string, RangeMs][] => {
      const found = readMetricSet(config, quality, detail)?.metrics.find(
        ({ key, side, participantId }) =>
          key === metric &&
          participantId === null &&
          (side === null || side === TALK_METRIC[metric].side),
      );
      return found?.at ? [[callId, found.at]] : [];
    }),
  );
}
