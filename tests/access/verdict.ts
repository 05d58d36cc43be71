import {
  callAccess,
  can,
  clipAccess,
  commentAccess,
  dealAccess,
  memberAccess,
} from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  type CallPermission,
  type ClipPermission,
  type CommentPermission,
  NOUNS,
} from "#app/core/domain/access/policy/policy.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { House } from "./noun.ts";
import type { Asked, Named } from "./requests.ts";

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

const isOfClip = (right: Named): right is ClipPermission => right in NOUNS.clip;

const isOfComment = (right: Named): right is CommentPermission => right in NOUNS.comment;

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
    trashed: await callOf(house.trashedId),
    comment: await db.comment.findUniqueOrThrow({
      where: rowOf(house.commentId),
      select: commentAccess,
    }),
    clip: await db.clip.findUniqueOrThrow({ where: rowOf(house.clipId), select: clipAccess }),
    goneClip: await db.clip.findUniqueOrThrow({
      where: rowOf(house.goneClipId),
      select: clipAccess,
    }),
    deal: await db.deal.findUniqueOrThrow({ where: rowOf(house.dealId), select: dealAccess }),
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
  if (isOfComment(right)) {
    if (!can(actor, "comment.read", ground.comment)) return "not_found";
    return can(actor, right, ground.comment) ? "may" : "forbidden";
  }
  if (right === "clip.restore") return can(actor, right, ground.goneClip) ? "may" : "not_found";
  if (isOfClip(right)) {
    if (!can(actor, "clip.read", ground.clip)) return "not_found";
    const isAlso = also === undefined || !isOfCall(also) || can(actor, also, ground.call);
    return can(actor, right, ground.clip) && isAlso ? "may" : "forbidden";
  }
  if (about === "clip" && !can(actor, "clip.read", ground.clip)) return "not_found";
  if (
    also !== undefined &&
    !isOfCall(also) &&
    !isOfComment(also) &&
    !isOfClip(also) &&
    !can(actor, also)
  )
    return "forbidden";
  if (!isOfCall(right)) return can(actor, right) ? aboutOf(about, actor, ground) : "forbidden";
  const isRunning = JSON.stringify(recorded).includes("{live");
  const isBrowsers = JSON.stringify(recorded).includes("{liveBrowser");
  const row = isRunning
    ? { ...ground.live, ...(isBrowsers && { kind: "recorder" as const, state: "live" as const }) }
    : ground.call;
  // What lies in the trash is there for nobody but who may take it out.
  if (right === "call.restore") return can(actor, right, ground.trashed) ? "may" : "not_found";
  if (about === "part")
    return row.participants.some(({ memberId }) => memberId === actor.memberId)
      ? "may"
      : "not_found";
  // A private call that runs is there for its people alone, whatever reason an admin gave.
  if (about !== "clip" && !can(actor, isRunning ? "live.read" : "call.read", row))
    return "not_found";
  if (about === "deal" && can(actor, right, row)) return ofDeal(actor, ground);
  const isAlso = also === undefined || !isOfCall(also) || can(actor, also, row);
  if (can(actor, right, row) && isAlso) return "may";
  return about === "original" ? "not_found" : "forbidden";
}

const ofDeal = (actor: Member, { deal }: Facts): Verdict =>
  !can(actor, "deal.read", deal)
    ? "not_found"
    : can(actor, "deal.update", deal)
      ? "may"
      : "forbidden";

function aboutOf(about: Asked["about"], actor: Member, ground: Facts): Verdict {
  const { owner, invited, house } = ground;
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
    case "notice":
      return actor.memberId === owner.memberId && actor.impersonator === null ? "may" : "not_found";
    case "deal":
      return ofDeal(actor, ground);
    case "gone":
      return can(actor, "deal.update", ground.deal) ? "may" : "not_found";
    case "part":
    case "clip":
    case "original":
    case undefined:
      return "may";
  }
}
