import type { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";

/** What a rule about a colleague looks at. */
export type Colleague = { workspaceId: string; id: string; teamIds: readonly string[] };
type MemberRule = {
  one: (actor: Member, row: Colleague) => boolean;
  many: (actor: Member) => Prisma.MemberWhereInput;
};

const any: MemberRule = { one: () => true, many: () => ({}) };
const none: MemberRule = { one: () => false, many: () => ({ id: { in: [] } }) };
const self: MemberRule = {
  one: (actor, row) => row.id === actor.memberId,
  many: (actor) => ({ id: actor.memberId }),
};
const inScope: MemberRule = {
  one: (actor, row) =>
    row.id === actor.memberId || row.teamIds.some((id) => actor.scopeTeamIds.includes(id)),
  many: (actor) => ({
    OR: [
      { id: actor.memberId },
      { primaryTeamId: { in: [...actor.scopeTeamIds] } },
      { teamMembers: { some: { teamId: { in: [...actor.scopeTeamIds] } } } },
    ],
  }),
};

/** product §3.3 and §12: members are the admins' to manage; a manager sees the people of their scope. */
export const member = {
  "member.read": { admin: any, manager: inScope, rep: self },
  "member.change": { admin: any, manager: none, rep: none },
} satisfies Record<`${string}.${string}`, Record<Role, MemberRule>>;
