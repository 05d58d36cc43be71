import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";

/** What a call's rules look at; a row loaded with `callAccess`. */
export type Owned = {
  workspaceId: string;
  visibility: "private" | "team" | "workspace";
  ownerId: string;
  teamId: string | null;
  participants: { memberId: string | null }[];
  callGrants: { memberId: string | null; teamId: string | null; level: "view" | "edit" }[];
};

export type Rule = {
  one: (actor: Member, row: Owned) => boolean;
  many: (actor: Member) => Prisma.CallWhereInput;
  sql: (actor: Member) => Prisma.Sql;
};
/** The row form of every rule that holds for no row; `mayEver` knows such rules by it. */
export const never = (): boolean => false;

/** A role without a rule does not compile. */
export type Rules = Record<`${string}.${string}`, Record<Role, Rule>>;

export const either = (...rules: Rule[]): Rule => ({
  one: (actor, row) => rules.some((rule) => rule.one(actor, row)),
  many: (actor) => ({ OR: rules.map((rule) => rule.many(actor)) }),
  sql: (actor) =>
    Prisma.sql`(${Prisma.join(
      rules.map((rule) => rule.sql(actor)),
      " OR ",
    )})`,
});
