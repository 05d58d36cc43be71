import { mayEver } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { AnalyticsQuery } from "./query.ts";

/**
 * Whether the figures are the reader's own: a rep's always, those of others where they ask for themselves alone. On such a
 * page the reader's private calls count; totals of several people leave them out (decisions §14).
 */
export const isOwnPage = (actor: Member, { members }: Pick<AnalyticsQuery, "members">): boolean =>
  !mayEver(actor, "analytics.people") || (members.length === 1 && members[0] === actor.memberId);

/** The one person whose figures are asked for; null: those of several. */
export const onePerson = (actor: Member, query: Pick<AnalyticsQuery, "members">): string | null =>
  isOwnPage(actor, query)
    ? actor.memberId
    : query.members.length === 1
      ? (query.members[0] ?? null)
      : null;
