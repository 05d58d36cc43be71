import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../actor.ts";
import { always, either, type ListRule, withFrame } from "./rule.ts";

/** What a rule about a deal looks at; spread it into a `select`. */
export const dealAccess = {
  workspaceId: true,
  ownerId: true,
  teamId: true,
  deletedAt: true,
  workspace: { select: { dealVisibility: true } },
} as const satisfies Prisma.DealSelect;

export type DealRow = Prisma.DealGetPayload<{ select: typeof dealAccess }>;
/** `sql` calls its table `d`. */
type DealRule = ListRule<DealRow, Prisma.DealWhereInput>;

const any: DealRule = { one: always, many: () => ({}), sql: () => Prisma.sql`true` };
const own: DealRule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`d.owner_id = ${actor.memberId}::uuid`,
};
const inTeams = (teams: (actor: Member) => readonly string[]): DealRule => ({
  one: (actor, row) => row.teamId !== null && teams(actor).includes(row.teamId),
  many: (actor) => ({ teamId: { in: [...teams(actor)] } }),
  sql: (actor) => Prisma.sql`d.team_id = ANY(${[...teams(actor)]}::uuid[])`,
});
const inScope = inTeams((actor) => actor.scopeTeamIds);
const inOwnTeam = inTeams((actor) => actor.teamIds);

const settingIs = (value: "team" | "workspace"): DealRule => ({
  one: (_, row) => row.workspace.dealVisibility === value,
  many: () => ({ workspace: { dealVisibility: value } }),
  sql: (actor) =>
    Prisma.sql`EXISTS (SELECT 1 FROM workspace w WHERE w.id = ${actor.workspaceId}::uuid AND w.deal_visibility = ${value}::visibility)`,
});
const both = (first: DealRule, second: DealRule): DealRule => ({
  one: (actor, row) => first.one(actor, row) && second.one(actor, row),
  many: (actor) => ({ AND: [first.many(actor), second.many(actor)] }),
  sql: (actor) => Prisma.sql`(${first.sql(actor)} AND ${second.sql(actor)})`,
});
/** How far the workspace lets deals be seen beside their owner and the managers above. */
const bySetting: DealRule = either(settingIs("workspace"), both(settingIs("team"), inOwnTeam));

const frame: DealRule = {
  one: (actor, row) => row.workspaceId === actor.workspaceId && row.deletedAt === null,
  many: (actor) => ({ workspaceId: actor.workspaceId, deletedAt: null }),
  sql: (actor) => Prisma.sql`d.workspace_id = ${actor.workspaceId}::uuid AND d.deleted_at IS NULL`,
};
const inTrash: DealRule = {
  one: (actor, row) => row.workspaceId === actor.workspaceId && row.deletedAt !== null,
  many: (actor) => ({ workspaceId: actor.workspaceId, deletedAt: { not: null } }),
  sql: (actor) =>
    Prisma.sql`d.workspace_id = ${actor.workspaceId}::uuid AND d.deleted_at IS NOT NULL`,
};

const kept = { admin: any, manager: either(own, inScope), rep: own };

/** product §3.3: a deal is its owner's, the managers' above them and the admins'; a setting says who else reads it. */
export const deal = withFrame((permission) => (permission === "deal.restore" ? inTrash : frame), {
  "deal.read": {
    admin: any,
    manager: either(own, inScope, bySetting),
    rep: either(own, bySetting),
  },
  /** Stage, next step, dates, people; calls are linked by who may this and `call.update`. */
  "deal.update": kept,
  "deal.restore": kept,
});
