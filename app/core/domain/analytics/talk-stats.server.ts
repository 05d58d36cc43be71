import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demandEver, mayEver } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { METRICS_CONFIGS } from "../metrics/input.ts";
import { mean, median, quantile, round4 } from "../metrics/numbers.ts";
import { findGroup } from "./cohort.server.ts";
import { readPace } from "./pace.server.ts";
import { readLines } from "./talk-lines.server.ts";
import { CURRENT_CONFIG, type MetricsConfig } from "./talk-metrics.ts";
import { readOpenCalls } from "./talk-open.server.ts";
import {
  figuresOf,
  FIGURES,
  type PersonRow,
  readFigures,
  readReasons,
  readValues,
} from "./talk-people.server.ts";
import type { PersonTalk, TalkQuery, TalkStatsView, TalkTeam } from "./talk-stats-views.ts";
import { joinParts, ownValue, PERSON } from "./talk-units.server.ts";
import { isRecorded } from "./talk-values.server.ts";

/** More dots than this say nothing, and weigh a page down. */
const MOST_DRAWN = 3_000;

/**
 * One number of talk over the calls of each person, beside the reader's own past. A rep's figures are their own; beside
 * them stands the median of their team, where the team is large enough.
 * @throws DomainError `forbidden`
 */
export async function getTalkStats(actor: Member, query: TalkQuery): Promise<TalkStatsView> {
  demandEver(actor, "analytics.read");
  const seesOthers = mayEver(actor, "analytics.people");
  const { from, to, beforeFrom, beforeTo } = query.period;
  const [days, before] = [
    { from, to },
    { from: beforeFrom, to: beforeTo },
  ];
  const own: TalkQuery = { ...query, members: [actor.memberId] };
  const [found, foundBefore, reasons, configs, group, calls] = await Promise.all([
    readFigures(actor, query, days),
    readFigures(actor, query, before),
    readReasons(actor, query, days),
    findConfigs(actor),
    seesOthers ? null : findTeam(actor, query),
    readOpenCalls(actor, query, days),
  ]);
  const all = figuresOf(found.find(({ person }) => person === null));
  const ownRow = foundBefore.find(({ person }) => person === actor.memberId);
  const hasOwn = [...found, ...foundBefore].some(({ person }) => person === actor.memberId);
  const [values, ownValues, lines, pace] = await Promise.all([
    all.n > MOST_DRAWN ? new Map<string, number[]>() : readValues(actor, query, days),
    ownRow === undefined ? new Map<string, number[]>() : readValues(actor, own, before),
    readLines(actor, query, hasOwn),
    readPace(actor, query, hasOwn),
  ]);
  const people = inOrder(await namePeople(actor, found, values), query.isRanked && seesOthers);
  return {
    people,
    ownBefore: hasOwn
      ? {
          ...{ memberId: actor.memberId, name: "", isReader: true, hasLeft: false },
          ...figuresOf(ownRow),
          values: ownValues.get(actor.memberId) ?? [],
        }
      : null,
    all,
    allBefore: figuresOf(foundBefore.find(({ person }) => person === null)),
    team: seesOthers ? teamOf(people, true) : Array.isArray(group) ? teamOf(group, false) : null,
    noTeam: typeof group === "string" ? group : null,
    lines,
    linesAreOwn: hasOwn,
    pace: pace?.weeks ?? null,
    paceUnit: pace?.unit ?? "wpm",
    reasons,
    configs,
    calls,
  };
}

/** The reader first; the others by name, or from the largest number, with who has none at the end. */
function inOrder(people: PersonTalk[], isRanked: boolean): PersonTalk[] {
  const ranked = isRanked
    ? people.toSorted((a, b) => (b.median ?? -Infinity) - (a.median ?? -Infinity) || 0)
    : people;
  return ranked.toSorted((a, b) => Number(b.isReader) - Number(a.isReader));
}

async function namePeople(
  actor: Member,
  found: readonly PersonRow[],
  values: ReadonlyMap<string, number[]>,
): Promise<PersonTalk[]> {
  const byPerson = new Map(
    found.flatMap((row) => (row.person === null ? [] : [[row.person, row]])),
  );
  const names = await rows<{ id: string; name: string; has_left: boolean }>(Prisma.sql`
    SELECT m.id, m.name, m.state = 'deactivated' AS has_left FROM member m WHERE m.workspace_id = ${actor.workspaceId}::uuid
      AND m.id = ANY(${[...byPerson.keys()]}::uuid[]) ORDER BY coalesce(m.reading, m.name), m.id`);
  return names.map(({ id, name, has_left: hasLeft }) => ({
    ...{ memberId: id, name, hasLeft, isReader: id === actor.memberId },
    ...{ values: values.get(id) ?? [], ...figuresOf(byPerson.get(id)) },
  }));
}

type Counted = Pick<PersonTalk, "median" | "mean" | "byTime">;

/** @param isOpen people are seen one by one: their marks and means, too; else no more than the median leaves. */
function teamOf(people: readonly Counted[], isOpen: boolean): TalkTeam | null {
  const of = (name: keyof Counted) => people.flatMap((one) => one[name] ?? []);
  const medians = of("median").toSorted((a, b) => a - b);
  const middle = median(medians);
  if (middle === null) return null;
  const given = (value: number | null) => (isOpen && value !== null ? round4(value) : null);
  return {
    ...{ people: medians.length, median: round4(middle) },
    ...{ mean: given(mean(of("mean"))), byTime: given(mean(of("byTime"))) },
    ...{ q1: given(quantile(medians, 0.25)), q3: given(quantile(medians, 0.75)) },
    marks: isOpen ? medians : [],
  };
}

/** Who of the reader's team has five calls with this number, for a median. */
async function findTeam(actor: Member, query: TalkQuery): Promise<Counted[] | "filtered" | "few"> {
  if (query.config !== CURRENT_CONFIG) return "filtered";
  const value = ownValue(query.metric);
  const found = await findGroup(actor, query, {
    from: joinParts(query),
    person: PERSON,
    isCounted: Prisma.sql`${isRecorded} AND ${value} IS NOT NULL`,
    read: (where) =>
      rows<PersonRow>(Prisma.sql`
        SELECT v.person, ${FIGURES} FROM (
          SELECT ${PERSON} AS person, coalesce(c.duration_ms, 0)::float8 AS weight, ${value} AS value
          FROM call c ${joinParts(query)} WHERE ${where} AND ${isRecorded}) v GROUP BY v.person`),
  });
  return typeof found === "string" ? found : found.map(figuresOf);
}

async function findConfigs({ workspaceId }: Member): Promise<MetricsConfig[]> {
  const asked = METRICS_CONFIGS.map((config) => Prisma.sql`(${config})`);
  const found = await rows<{ config: string }>(Prisma.sql`
    SELECT v.config FROM (VALUES ${Prisma.join(asked)}) AS v(config)
    WHERE EXISTS (SELECT 1 FROM metric_row m WHERE m.workspace_id = ${workspaceId}::uuid AND m.config = v.config)`);
  return METRICS_CONFIGS.filter(
    (config) => config === CURRENT_CONFIG || found.some((one) => one.config === config),
  );
}
