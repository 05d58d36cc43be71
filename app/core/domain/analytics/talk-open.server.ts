import { db, Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import { readMetricSet } from "../metrics/metric-set.ts";
import type { RangeMs } from "../views.ts";
import type { Period } from "./period.ts";
import { TALK_METRIC } from "./talk-metrics.ts";
import { readUnits, type UnitRow } from "./talk-people.server.ts";
import type { TalkCall, TalkQuery, TalkStatsView } from "./talk-stats-views.ts";
import { partsOf, type Units } from "./talk-units.server.ts";

/** As many calls stand open under a person; all of them are in the list. */
const MOST_OPEN = 10;

/** The calls of the person whose line is open, from the largest number, with where it was said. */
export async function readOpenCalls(
  actor: Member,
  query: TalkQuery,
  days: Pick<Period, "from" | "to">,
): Promise<TalkStatsView["calls"]> {
  const { person } = query;
  if (person === null) return null;
  const found = await readUnits(actor, ofPerson(partsOf(actor, query, days), person), {
    order: Prisma.sql`v.value DESC NULLS LAST, v.started_at DESC, v.id`,
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
      ...{ reason: row.reason, at: placeOf(row, query, places), hasSound: row.has_sound },
    }),
  );
  return { memberId: first.person, name: first.name, rows, isAll: found.length <= MOST_OPEN };
}

const ofPerson = (units: Units, person: string): Units => ({
  ...units,
  where: Prisma.sql`${units.where} AND ${units.person} = ${person}::uuid`,
});

type Place = { value: number | null; at: RangeMs };

/** A call says where the number of our side was said: with two of ours, that is where the one who said it did. */
function placeOf(
  { id, value }: UnitRow,
  { metric }: TalkQuery,
  places: ReadonlyMap<string, Place>,
): RangeMs | null {
  const found = places.get(id);
  if (found === undefined || value === null) return null;
  // Morae are kept a minute there and a second here.
  const isSame = metric === "speed_morae" || found.value === null || isNear(found.value, value);
  return isSame ? found.at : null;
}

/** Rows keep seven digits. */
const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(a));

/** Where each call's number can be heard, as its own statistics say. */
async function findPlaces(
  { workspaceId }: Member,
  { metric, config }: TalkQuery,
  callIds: string[],
): Promise<Map<string, Place>> {
  const sets = await db.metricSet.findMany({
    where: { workspaceId, callId: { in: callIds }, config, transcript: { isCurrent: true } },
    select: { callId: true, quality: true, detail: true },
  });
  return new Map(
    sets.flatMap(({ callId, quality, detail }): [string, Place][] => {
      const found = readMetricSet(config, quality, detail)?.metrics.find(
        ({ key, side, participantId }) =>
          key === metric &&
          participantId === null &&
          (side === null || side === TALK_METRIC[metric].side),
      );
      return found?.at ? [[callId, { value: found.value, at: found.at }]] : [];
    }),
  );
}
