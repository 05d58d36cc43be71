import type { Tx } from "#app/core/platform/db.server.ts";
import { type CallRow, can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { findMentions } from "./mentions.ts";

export type CommentedCall = CallRow & { id: string; owner: { name: string } };
type Wish = {
  body: string;
  /** Whom the writer picked from the list: of several with one name, it is them. */
  mentions: readonly string[];
  /** Whose view is asked for. */
  ask?: readonly string[];
  /** What becomes of those who cannot open the call; undefined: nobody has said yet. */
  access?: "give" | "leave" | undefined;
};
/** `needsAccess`: they cannot open the call, and the writer gives them access. */
export type Addressed = { memberId: string; needsAccess: boolean };
export type People = { mentioned: Addressed[]; asked: Addressed[] };
type Known = { id: string; name: string; state: string; team: string | null };

/**
 * Whom a comment speaks to: those it names after an "@", and those whose view it asks for. Nothing is written.
 * @throws DomainError `validation_failed` with every name: `mentions` (several_called, mention_left, mention_not_joined,
 * invalid_choice), `ask` (the same), `access` (gives_access, or cannot_open where the actor may not give it),
 * `limit_reached`
 */
export async function findPeople(
  tx: Tx,
  actor: Member,
  call: CommentedCall,
  { body, mentions, ask = [], access }: Wish,
): Promise<People> {
  const { workspaceId } = actor;
  const known = await tx.$queryRaw<Known[]>`
    SELECT m.id, m.name, m.state, t.name AS team FROM member m
    LEFT JOIN team t ON t.workspace_id = m.workspace_id AND t.id = m.primary_team_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.scrubbed_at IS NULL
      AND (m.id = ANY(${[...mentions, ...ask]}::uuid[]) OR ${body.includes("@")})`;
  const named = namedIn(body, known, mentions);
  if (named.length > LIMITS.mentionsInComment)
    throw limitReached(LIMITS.mentionsInComment, named.length, "mentions");
  if (ask.includes(actor.memberId)) throw refusal("ask", ["asks_self"]);
  // In the order they were asked.
  const asked = [...new Set(ask)].flatMap((id) => known.find((one) => one.id === id) ?? []);
  if (asked.length < new Set(ask).size) throw refusal("ask", ["invalid_choice"]);
  demandHere("mentions", named);
  demandHere("ask", asked);
  const strangers = new Set<string>();
  for (const person of new Set([...named, ...asked]))
    if (!(await seesCall(workspaceId, person.id, call))) strangers.add(person.id);
  const lacking = [...new Set([...named, ...asked])].filter(({ id }) => strangers.has(id));
  if (access !== "leave" && lacking.length > 0) {
    if (!can(actor, "call.share", call))
      throw refusal(
        "access",
        lacking.map(({ name }) => code("cannot_open", { name, owner: call.owner.name })),
      );
    if (access === undefined)
      throw refusal(
        "access",
        lacking.map(({ name, team }) =>
          code("gives_access", { name, ...(team !== null && { team }) }),
        ),
      );
  }
  const kept = (people: readonly Known[]): Addressed[] =>
    people
      .filter(({ id }) => access !== "leave" || !strangers.has(id))
      .map(({ id }) => ({ memberId: id, needsAccess: strangers.has(id) }));
  return { mentioned: kept(named), asked: kept(asked) };
}

/** Whether a member may open a call now; who is no active member any more may not. */
export async function seesCall(
  workspaceId: string,
  memberId: string,
  call: CallRow,
): Promise<boolean> {
  const member = await findMemberActor(workspaceId, memberId);
  return member !== null && can(member, "call.read", call);
}

/** @throws DomainError `validation_failed` for a name that several have, of whom none was picked */
function namedIn(body: string, known: readonly Known[], picked: readonly string[]): Known[] {
  if (picked.some((id) => !known.some((person) => person.id === id)))
    throw refusal("mentions", ["invalid_choice"]);
  const named = new Map<string, Known>();
  for (const { ids } of findMentions(body, known)) {
    const people = known.filter(({ id }) => ids.includes(id));
    const chosen = people.filter(({ id }) => picked.includes(id));
    const here = people.filter(({ state }) => state === "active");
    const meant = chosen.length > 0 ? chosen : here.length > 0 ? here : people;
    const [first, ...others] = meant;
    if (first && others.length > 0 && chosen.length === 0)
      throw refusal("mentions", [code("several_called", { name: first.name })]);
    for (const person of meant) named.set(person.id, person);
  }
  return [...named.values()];
}

/** @throws DomainError `validation_failed` for who has left or not come yet */
function demandHere(field: string, people: readonly Known[]): void {
  const absent = people.filter(({ state }) => state !== "active");
  if (absent.length === 0) return;
  throw refusal(
    field,
    absent.map(({ name, state }) =>
      code(state === "deactivated" ? "mention_left" : "mention_not_joined", { name }),
    ),
  );
}

const refusal = (field: string, codes: string[]): DomainError =>
  new DomainError("validation_failed", { [field]: codes });
const code = (name: string, facts: Record<string, string>): string =>
  `${name}?${new URLSearchParams(facts).toString()}`;
