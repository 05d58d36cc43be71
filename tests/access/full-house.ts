import * as z from "zod";
import { db } from "#app/core/platform/db.server.ts";
import { aTeam, type SignedIn } from "#tests/support/factories.ts";
import { collect } from "./collect.ts";
import type { Begin, House, Kind, NounCase, Part, Place, Fixtures, Visibility } from "./noun.ts";

const NOUNS = await collect<Fixtures>(new URL("./nouns/", import.meta.url), "fixtures");
const PARTS = NOUNS.flatMap(({ parts = [] }) => parts);

/** The rules of each noun. */
export const RULES: Record<string, NounCase> = Object.fromEntries(
  NOUNS.flatMap(({ rules = {} }) => Object.entries(rules)),
);
/** By the name of the deed. */
export const BEGINNINGS: Record<string, Begin> = Object.fromEntries(
  NOUNS.flatMap(({ beginnings = {} }) => Object.entries(beginnings)),
);
/** What an admin's pages can name by an id. */
export const KINDS: readonly Kind[] = PARTS.flatMap(({ kinds }) => kinds);
const houseSchema = z.record(z.enum(KINDS), z.string());

type Wishes = {
  /** Whose session, passkey, notice and link to an identity provider it has; `owner` unless said otherwise. */
  actor?: SignedIn;
  visibility?: Visibility;
  /** Of the calls; one that `owner` comes to sit in unless said otherwise. The other teams and people are below it. */
  team?: { id: string };
  /** What it is for: no other part is made, and its ids are empty. */
  names?: (kind: Kind) => boolean;
};

/** One of everything that a request can name. `owner` owns the calls and sits in their team. */
export async function aFullHouse(
  owner: SignedIn,
  { actor = owner, visibility = "workspace", team, names = () => true }: Wishes = {},
): Promise<House> {
  const { workspaceId } = owner;
  const parent = team ?? (await aTeam({ id: workspaceId }));
  if (!team)
    // Only who has teams in their scope may listen to a call.
    await db.teamMember.create({
      data: { workspaceId, teamId: parent.id, memberId: owner.memberId },
    });
  const ids = await make({ owner, actor, visibility, team: parent }, (part) =>
    part.kinds.some(names),
  );
  return houseSchema.parse({ ...Object.fromEntries(KINDS.map((kind) => [kind, ""])), ...ids });
}

/** What hangs on calls, again for calls of that visibility. */
export const someCalls = (
  owner: SignedIn,
  about: { visibility: Visibility; team: { id: string } },
): Promise<Partial<House>> => make({ owner, actor: owner, ...about }, ({ isOfCall }) => isOfCall);

/** @param isWanted what else a part needs is made as well */
async function make(
  where: Pick<Place, "owner" | "actor" | "visibility" | "team">,
  isWanted: (part: Part) => boolean,
): Promise<Partial<House>> {
  const { workspaceId } = where.owner;
  const made = new Map<Part, Promise<Partial<House>>>();
  const makeOnce = (part: Part): Promise<Partial<House>> => {
    const making = made.get(part) ?? part.make(place);
    made.set(part, making);
    return making;
  };
  const id = async (kind: Kind): Promise<string> => {
    const part = PARTS.find(({ kinds }) => kinds.includes(kind));
    const value = part && (await makeOnce(part))[kind];
    if (value === undefined) throw new Error(`no noun makes a ${kind}`);
    return value;
  };
  const { visibility, team } = where;
  const place: Place = {
    ...where,
    workspace: { id: workspaceId },
    id,
    call: async () => ({ id: await id("callId"), workspaceId, visibility, teamId: team.id }),
  };
  for (const part of PARTS.filter(isWanted)) await makeOnce(part);
  const all = await Promise.all(made.values());
  return all.reduce((ids, more) => ({ ...ids, ...more }), {});
}
