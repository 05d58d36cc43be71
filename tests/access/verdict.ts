import { callAccess, can, memberAccess } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { type CallPermission, NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { Asked, Named } from "./cases/case.ts";
import type { House } from "./recorded.ts";

/** What the policy says to somebody who asks: that they may, or the code of the refusal. */
export type Verdict =
  | "may"
  | "unauthenticated"
  | "view_only"
  | "forbidden"
  | "not_found"
  | "validation_failed";
export const STATUS = {
  unauthenticated: 401,
  view_only: 403,
  forbidden: 403,
  not_found: 404,
  validation_failed: 422,
} as const satisfies Record<Exclude<Verdict, "may">, number>;

const isOfCall = (right: Named): right is CallPermission => right in NOUNS.call;

/** A house with the rows the policy looks at. */
export type Ground = Awaited<ReturnType<typeof groundOf>>;
export async function groundOf(house: House, owner: Member) {
  const { workspaceId } = owner;
  const rowOf = (id: string) => ({ workspaceId_id: { workspaceId, id } });
  const callOf = (id: string) =>
    db.call.findUniqueOrThrow({ where: rowOf(id), select: callAccess });
  return {
    house,
    owner,
    call: await callOf(house.callId),
    live: await callOf(house.liveId),
    invited: await db.member.findUniqueOrThrow({
      where: rowOf(house.invitedId),
      select: memberAccess,
    }),
  };
}

/** What of it decides. */
export type Facts = Omit<Ground, "house"> & { house: Pick<House, "teamId"> };

/** The only two ways out of viewing as somebody. */
const WAYS_OUT: readonly string[] = ["view.leave", "session.end"] satisfies Named[];

/** What the policy says to `actor` about a deed in a house. Nothing that the deed's own entrance declares is read. */
export function verdictOf(
  { right, also, about, recorded }: Asked,
  actor: Member | null,
  ground: Facts,
): Verdict {
  if (!actor) return "unauthenticated";
  const isLook = (recorded.method ?? "GET") === "GET";
  if (actor.impersonator !== null && !isLook && !WAYS_OUT.includes(right)) return "view_only";
  if (also !== undefined && !isOfCall(also) && !can(actor, also)) return "forbidden";
  if (!isOfCall(right)) return can(actor, right) ? aboutOf(about, actor, ground) : "forbidden";
  const isRunning = JSON.stringify(recorded).includes("{live");
  const row = isRunning ? ground.live : ground.call;
  if (about === "part")
    return row.participants.some(({ memberId }) => memberId === actor.memberId)
      ? "may"
      : "not_found";
  // A private call that runs is there for its people alone, whatever reason an admin gave.
  if (!can(actor, isRunning ? "live.read" : "call.read", row)) return "not_found";
  const isAlso = also === undefined || !isOfCall(also) || can(actor, also, row);
  if (can(actor, right, row) && isAlso) return "may";
  return about === "original" ? "not_found" : "forbidden";
}

function aboutOf(about: Asked["about"], actor: Member, { owner, invited, house }: Facts): Verdict {
  switch (about) {
    case "invited":
      return can(actor, "member.read", invited) ? "may" : "not_found";
    case "team":
      return actor.role === "admin" || actor.scopeTeamIds.includes(house.teamId)
        ? "may"
        : "validation_failed";
    case "label":
      return actor.role === "admin" || actor.scopeTeamIds.includes(house.teamId)
        ? "may"
        : "not_found";
    case "own":
      return actor.memberId === owner.memberId ? "may" : "not_found";
    case "part":
    case "original":
    case undefined:
      return "may";
  }
}
