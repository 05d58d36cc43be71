import type { Member } from "#app/core/domain/access/actor.ts";
import type {
  FilterPermission,
  RowOf,
  RowPermission,
  SqlPermission,
} from "#app/core/domain/access/policy/policy.ts";

/** Whose rights are compared, in one of two workspaces; each noun adds its rows. */
export type House = {
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
  seed: (house: House) => Promise<void>;
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
