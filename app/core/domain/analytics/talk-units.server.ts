import { Prisma } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { Period } from "./period.ts";
import type { AnalyticsQuery } from "./query.ts";
import { narrowedSql } from "./scope.server.ts";
import {
  ANY_REASON,
  type MetricsConfig,
  TALK_METRIC,
  type TalkFilter,
  type TalkMetric,
} from "./talk-metrics.ts";
import {
  type During,
  isRecorded,
  joinPeople,
  joinSide,
  reasonSql,
  valueSql,
} from "./talk-values.server.ts";
import { isOwnPage, onePerson } from "./whose.ts";

// What talk statistics count (decisions §14): people by what each of ours said in a call, all of them together by calls,
// each once with the number of our side. Of one person, the calls are those they spoke in, with their own number.

type Days = Pick<Period, "from" | "to">;
type Asked = { metric: TalkMetric; config: MetricsConfig };

/** Columns over a statement's `call c`: whose number it is, the number, and why there is none. */
export type Units = {
  from: Prisma.Sql;
  where: Prisma.Sql;
  person: Prisma.Sql;
  value: Prisma.Sql;
  reason: Prisma.Sql;
};

/** Of a row `p`. A call in which none of ours is a member is left out for its owner. */
export const PERSON = Prisma.sql`coalesce(p.member_id, c.owner_id)`;

/** Of rows `p` and `s`; what is said of the other side is the same for each of ours. */
export const ownValue = (metric: TalkMetric): Prisma.Sql =>
  TALK_METRIC[metric].side === "R"
    ? valueSql(metric, "p")
    : Prisma.sql`(CASE WHEN p.call_id IS NOT NULL THEN ${valueSql(metric, "s")} END)`;

function ownReason({ metric, config }: Asked): Prisma.Sql {
  const isOurs = TALK_METRIC[metric].side === "R";
  const reasons = isOurs ? Prisma.sql`coalesce(p.reasons, s.reasons)` : Prisma.sql`s.reasons`;
  return Prisma.sql`(CASE WHEN p.call_id IS NULL AND ${valueSql(metric, "s")} IS NOT NULL THEN 'no_member'
    ELSE ${reasonSql(metric, config, reasons)} END)`;
}

export const joinParts = ({ metric, config }: Asked, during?: During): Prisma.Sql =>
  Prisma.sql`${joinPeople(config, during)} ${joinSide(TALK_METRIC[metric].side, config, during)}`;

/**
 * A row `p` counts: for oneself what one said in calls one may open, one's own private ones among them; for others what is
 * in the reader's charge.
 */
function partRight(actor: Member, query: AnalyticsQuery & Pick<Asked, "config">): Prisma.Sql {
  const me = Prisma.sql`${actor.memberId}::uuid`;
  const mine = Prisma.sql`(${PERSON} = ${me} AND (c.visibility <> 'private' OR c.owner_id = ${me})
    AND ${visibleSql(actor, "call.read")})`;
  const whose = ofMembers(actor, query);
  if (isOwnPage(actor, query))
    return Prisma.sql`(${spokeSql(actor, [actor.memberId], query.config)} AND ${mine} AND ${whose})`;
  return Prisma.sql`((${mine} OR c.visibility <> 'private' AND ${visibleSql(actor, "analytics.read")}) AND ${whose})`;
}

/** By whom it was said. Said a second time of the call itself, so that those of all others are passed over unread. */
const ofMembers = (
  actor: Member,
  { members, config }: AnalyticsQuery & Pick<Asked, "config">,
): Prisma.Sql =>
  members.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`(${PERSON} = ANY(${members}::uuid[]) AND ${spokeSql(actor, members, config)})`;

const spokeSql = (
  { workspaceId }: Member,
  members: readonly string[],
  config: MetricsConfig,
): Prisma.Sql => Prisma.sql`
  (c.owner_id = ANY(${[...members]}::uuid[]) OR c.id IN (SELECT r.call_id FROM metric_row r
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.member_id = ANY(${[...members]}::uuid[]) AND r.config = ${config}))`;

/** Each of ours in each call. */
export const partsOf = (actor: Member, query: AnalyticsQuery & Asked, days: Days): Units => ({
  from: Prisma.sql`call c ${joinParts(query, { days, zone: query.zone })}`,
  where: Prisma.sql`${narrowedSql(actor, query, days)} AND ${isRecorded} AND ${partRight(actor, query)}`,
  person: PERSON,
  value: ownValue(query.metric),
  reason: ownReason(query),
});

/** Each call once. */
export function callsOf(actor: Member, query: AnalyticsQuery & Asked, days: Days): Units {
  if (onePerson(actor, query) !== null) return partsOf(actor, query, days);
  const { metric, config } = query;
  return {
    from: Prisma.sql`call c ${joinSide(TALK_METRIC[metric].side, config, { days, zone: query.zone })}`,
    where: Prisma.sql`${narrowedSql(actor, query, days)} AND ${isRecorded} AND ${callRight(actor, query)}`,
    person: Prisma.sql`c.owner_id`,
    value: valueSql(metric, "s"),
    reason: reasonSql(metric, config, Prisma.sql`s.reasons`),
  };
}

/** One of the other side's numbers: its row comes beside ours. */
const THEIRS: TalkMetric = "customer_latency";

/**
 * Our speech beside the other side's, the row `s`. Of one person, or of the reader in what they see, as rows `p` of what
 * they said; of several as rows `m` of our side, each call once.
 */
export function bothSides(
  actor: Member,
  asked: AnalyticsQuery & Asked,
  days: Days,
  isOwn: boolean,
): { from: Prisma.Sql; where: Prisma.Sql; us: "p" | "m" } {
  const query = { ...asked, metric: THEIRS };
  if (isOwn || onePerson(actor, query) !== null) {
    const { from, where, person } = partsOf(actor, query, days);
    const whose = isOwn ? Prisma.sql`${person} = ${actor.memberId}::uuid` : Prisma.sql`true`;
    return { from, where: Prisma.sql`${where} AND ${whose}`, us: "p" };
  }
  const { from, where } = callsOf(actor, query, days);
  const ours = joinSide("R", query.config, { days, zone: query.zone }, "m");
  return { from: Prisma.sql`${from} ${ours}`, where, us: "m" };
}

/** A call counts where something that one of ours said in it does; totals of several people leave private calls out. */
function callRight(actor: Member, query: AnalyticsQuery & Asked): Prisma.Sql {
  // Without names, of calls in one's charge every part counts: nothing is looked up for them.
  const some = Prisma.sql`EXISTS (SELECT 1 FROM (SELECT) one ${joinPeople(query.config)} WHERE ${partRight(actor, query)})`;
  if (query.members.length > 0) return Prisma.sql`(c.visibility <> 'private' AND ${some})`;
  return Prisma.sql`(c.visibility <> 'private' AND (${visibleSql(actor, "analytics.read")}
    OR ${actor.role === "admin" ? Prisma.sql`false` : some}))`;
}

/** The calls `c` that a number of talk statistics counts for this reader, as a filter of a list. */
export function talkFilterSql(
  actor: Member,
  asked: AnalyticsQuery,
  { metric, out, config }: TalkFilter,
): Prisma.Sql {
  const query = { ...asked, metric, config };
  const isOne = onePerson(actor, query) !== null;
  const { value, reason } = callsOf(actor, query, query.period);
  const right = isOne ? partRight(actor, query) : callRight(actor, query);
  const rows = isOne ? joinParts(query) : joinSide(TALK_METRIC[metric].side, config);
  const counts =
    out === null
      ? Prisma.sql`${value} IS NOT NULL`
      : out === ANY_REASON
        ? Prisma.sql`${value} IS NULL`
        : Prisma.sql`${value} IS NULL AND ${reason} = ${out}`;
  return Prisma.sql`(${narrowedSql(actor, query, query.period)} AND ${isRecorded}
    AND EXISTS (SELECT 1 FROM (SELECT) one ${rows} WHERE ${right} AND ${counts}))`;
}

/** The number that a call `c` of such a list is counted with; the list's right is not asked a second time. */
export function countedValueSql(
  actor: Member,
  asked: AnalyticsQuery,
  { metric, config }: TalkFilter,
): Prisma.Sql {
  const query = { ...asked, metric, config };
  if (onePerson(actor, query) === null)
    return Prisma.sql`(SELECT ${valueSql(metric, "s")} FROM (SELECT) one ${joinSide(TALK_METRIC[metric].side, config)})`;
  return Prisma.sql`(SELECT ${ownValue(metric)} FROM (SELECT) one ${joinParts(query)} WHERE ${partRight(actor, query)} LIMIT 1)`;
}
