import { db, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { foldName } from "../words/fold.ts";
import { countTry } from "./tries.server.ts";

/** A member whom a name names. */
export type NamedMember = { id: string; name: string };
export type AskedName = { name: string; member: NamedMember | null };

const keyOf = (name: string): string => foldName(name).trim();

/** Whether two names are read as one: spaces around them, case, accents and width aside. */
export const isSameName = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

/**
 * Which member each name names: exactly one active member of the workspace is called so, and the actor is who they are
 * called, namesakes or not. Part of a name, or a reading, names no member.
 * @returns as many as there are names, null where a name names no member
 */
export async function findNamedMembers(
  client: Pick<Tx, "member">,
  { workspaceId, memberId, name: own }: Pick<Member, "workspaceId" | "memberId" | "name">,
  names: readonly string[],
): Promise<(NamedMember | null)[]> {
  const keys = names.map(keyOf);
  if (keys.every((key) => key === "")) return keys.map(() => null);
  // The database does not fold names, and a workspace has at most 2,000 members.
  const members = await client.member.findMany({
    where: { workspaceId, state: "active", scrubbedAt: null },
    select: { id: true, name: true },
  });
  const byKey = Map.groupBy(members, ({ name }) => keyOf(name));
  return keys.map((key) => {
    if (key === "") return null;
    if (key === keyOf(own)) return { id: memberId, name: own };
    const [found, ...namesakes] = byKey.get(key) ?? [];
    return found === undefined || namesakes.length > 0 ? null : found;
  });
}

/**
 * The same for a form that is being filled in. It answers whole names alone, and so many a minute: it lists no members.
 * @throws DomainError `rate_limited`
 */
export async function askForMembers(actor: Member, names: readonly string[]): Promise<AskedName[]> {
  await countTry({ counter: "named-member", key: actor.memberId });
  const found = await findNamedMembers(db, actor, names);
  return names.map((name, at) => ({ name, member: found[at] ?? null }));
}

/** Why an id is no member who can be chosen, a code of forms; null where it is one. */
export async function whyNoMember(
  client: Pick<Tx, "member">,
  workspaceId: string,
  memberId: string,
): Promise<string | null> {
  const member = await client.member.findFirst({
    where: { workspaceId, id: memberId },
    select: { state: true, scrubbedAt: true },
  });
  if (!member) return "invalid_choice";
  if (member.scrubbedAt !== null || member.state === "deactivated") return "person_left";
  return member.state === "active" ? null : "person_not_joined";
}
