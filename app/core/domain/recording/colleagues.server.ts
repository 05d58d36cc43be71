import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { askForMembers } from "../account/named-member.server.ts";
import { defaultsOf } from "../call/new-call.server.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { ColleaguesView } from "./colleague-views.ts";

/** As long as a name of a person of a call may be. */
export const MOST_LETTERS = 60;

/**
 * Which names are those of members, so that a form can say before it is sent who is linked by it.
 * @throws DomainError `forbidden`, `rate_limited`, `invalid_request` for more names than a call has
 */
export async function findColleagues(
  actor: Member,
  names: readonly string[],
): Promise<ColleaguesView> {
  demand(actor, "call.create");
  if (names.length > LIMITS.peopleInCall) throw new DomainError("invalid_request");
  const [people, { visibility }] = await Promise.all([
    askForMembers(
      actor,
      names.map((name) => (name.length > MOST_LETTERS ? "" : name)),
    ),
    defaultsOf(db, actor),
  ]);
  return {
    isPrivate: visibility === "private",
    people: people.map(({ member }, at) => ({
      name: names[at] ?? "",
      member: member && { ...member, isSelf: member.id === actor.memberId },
    })),
  };
}
