import type { Member } from "#app/core/domain/access/actor.ts";
import type {
  FilterPermission,
  RowOf,
  RowPermission,
  SqlPermission,
} from "#app/core/domain/access/policy/policy.ts";
import type { SignedIn } from "#tests/support/factories.ts";

/** The rows of a noun: each `nouns/<noun>.ts` exports its own as `fixtures`. */
export type Fixtures = {
  /** Its rules, each compared with the product's words. */
  rules?: Record<string, NounCase>;
  /** What requests can name of it. */
  parts?: readonly Part[];
  /** What must be there before a deed is done, by the deed's name. */
  beginnings?: Record<string, Begin>;
};

/** The kinds of ids that a request can name: each noun's file adds its own. */
export interface Kinds {}
export type Kind = keyof Kinds;
/** An id of each kind. */
export type House = { [K in Kind]: string };
/** Ids of the kinds of a list. */
export type Ids<Kinds extends readonly string[]> = Record<Kinds[number], string>;

export type Visibility = "private" | "team" | "workspace";
/** Where the rows of a house are made. */
export type Place = {
  /** Owns what is made, and is of `team`. */
  owner: SignedIn;
  /** Whose session, passkey, notice and link to an identity provider it has. */
  actor: SignedIn;
  workspace: { id: string };
  /** Of the calls; the other teams and people are below it. */
  team: { id: string };
  /** Of the calls. */
  visibility: Visibility;
  /** The id of that kind, made now if it is not there yet. */
  id: (kind: Kind) => Promise<string>;
  /** The call that is over. */
  call: () => Promise<{ id: string; workspaceId: string; visibility: Visibility; teamId: string }>;
};

/** Rows that are made together. */
export type Part = {
  kinds: readonly Kind[];
  /** It hangs on a call, and is made again for calls of another visibility. */
  isOfCall: boolean;
  make: (place: Place) => Promise<Partial<House>>;
};

/** @param make returns an id of each of the kinds */
export const part = <K extends Kind>(
  kinds: readonly K[],
  make: (place: Place) => Promise<Pick<House, K>>,
): Part => ({ kinds, isOfCall: false, make });

export const partOfCall = <K extends Kind>(
  kinds: readonly K[],
  make: (place: Place) => Promise<Pick<House, K>>,
): Part => ({ kinds, isOfCall: true, make });

/** Who does a deed, and in whose house. */
export type Scene = { actor: SignedIn; owner: SignedIn; house: House };
/** Brings about what a deed begins with. @returns fields of its form that are known only then */
export type Begin = (scene: Scene) => Promise<Record<string, string> | undefined>;

export const begin =
  (run: (scene: Scene) => Promise<unknown>): Begin =>
  async (scene) => {
    await run(scene);
    return undefined;
  };

/** The same beginning for several deeds. */
export const beginEach = (names: readonly string[], run: Begin): Record<string, Begin> =>
  Object.fromEntries(names.map((name) => [name, run]));

/** Whose rights are compared, in one of two workspaces; each noun adds its rows. */
export type Cast = {
  workspace: { id: string };
  teams: { one: Team; two: Team; inside: Team };
  people: Record<string, Member>;
};
type Team = { id: string };

/** Ids, sorted, of the rows an actor has a right on, by each form of the rule and by the product's own words. */
export type Answers = {
  one: string[];
  many: string[] | null;
  sql: string[] | null;
  wanted: string[];
};
export type NounCase = {
  seed: (cast: Cast) => Promise<void>;
  count: () => Promise<number>;
  ask: Record<string, (actor: Member) => Promise<Answers>>;
};

type Row<P extends RowPermission> = RowOf[P] & { id: string };
type Find<P> = (actor: Member, permission: P) => Promise<{ id: string }[]>;
type Given<P extends RowPermission> = {
  rights: Record<P, unknown>;
  seed: NounCase["seed"];
  /** All rows of both workspaces, with the noun's access select. */
  load: () => Promise<Row<P>[]>;
  one: (actor: Member, permission: P, row: Row<P>) => boolean;
  many: Find<P> | null;
  sql: Find<P> | null;
  /** The product's words again, by hand and for one row: it shares nothing with the rules. */
  isAllowed: (actor: Member, permission: P, row: Row<P>) => boolean;
};
/** A form that the noun's rules have is compared. */
type Forms<P> = {
  many: [P] extends [FilterPermission] ? Find<P> : null;
  sql: [P] extends [SqlPermission] ? Find<P> : null;
};

export function nounCase<P extends RowPermission>(given: Given<P> & Forms<P>): NounCase;
export function nounCase<P extends RowPermission>(given: Given<P>): NounCase {
  let loaded: Promise<Row<P>[]> | null = null;
  const load = () => (loaded ??= given.load());
  const ask: NounCase["ask"] = {};
  for (const permission in given.rights)
    ask[permission] = async (actor) => {
      const rows = await load();
      const found = async (find: Find<P> | null) => find && idsOf(await find(actor, permission));
      return {
        one: idsOf(rows.filter((row) => given.one(actor, permission, row))),
        many: await found(given.many),
        sql: await found(given.sql),
        wanted: idsOf(rows.filter((row) => given.isAllowed(actor, permission, row))),
      };
    };
  return { seed: given.seed, count: async () => (await load()).length, ask };
}

const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id).sort();
