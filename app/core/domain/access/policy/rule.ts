import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";

/**
 * One condition in each form it is asked in: of a loaded row, and as a Prisma filter; `sql` where a list asks.
 * `tests/access/policy.server.test.ts` runs all forms on the same rows.
 *
 * What hangs on a call (comment, score, promise) is judged by the call's row: its permissions are made of the call's
 * rules and frame, its select holds `call: { select: callAccess }`, its queries `call: visible(actor, permission)`.
 */
export type Rule<Row, Where> = {
  one: (actor: Member, row: Row) => boolean;
  many: (actor: Member) => Where;
};
export type ListRule<Row, Where> = Rule<Row, Where> & { sql: (actor: Member) => Prisma.Sql };

/**
 * A permission's rules, and what stands before them whatever they say: the workspace, what is in the trash or scrubbed,
 * what stays unseen by who views as somebody else. A role without a rule does not compile.
 */
export type Right<R> = { frame: R; rules: Record<Role, R> };

/**
 * Puts every rule of a noun inside the noun's frame.
 * @param frame made once for each permission
 */
export function withFrame<P extends string, R>(
  frame: (permission: NoInfer<P>) => R,
  rules: Record<P, Record<Role, R>>,
): Record<P, Right<R>> {
  const rights: Partial<Record<P, Right<R>>> = {};
  for (const permission in rules)
    rights[permission] = { frame: frame(permission), rules: rules[permission] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of `rules` was just written
  return rights as Record<P, Right<R>>;
}

/** The row form of every rule that holds for no row; `mayEver` knows such rules by it. */
export const never = (): boolean => false;
export const always = (): boolean => true;

export function either<Row, Where>(
  ...rules: ListRule<Row, Where>[]
): ListRule<Row, { OR: Where[] }>;
export function either<Row, Where>(...rules: Rule<Row, Where>[]): Rule<Row, { OR: Where[] }>;
export function either<Row, Where>(
  ...rules: (Rule<Row, Where> & Partial<ListRule<Row, Where>>)[]
): ListRule<Row, { OR: Where[] }> {
  return {
    one: (actor, row) => rules.some((rule) => rule.one(actor, row)),
    many: (actor) => ({ OR: rules.map((rule) => rule.many(actor)) }),
    sql: (actor) =>
      Prisma.sql`(${Prisma.join(
        rules.flatMap(({ sql }) => (sql ? [sql(actor)] : [])),
        " OR ",
      )})`,
  };
}
