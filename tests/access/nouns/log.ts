import { can, visibleSql } from "#app/core/domain/access/access.ts";
import { asSystem, type Member } from "#app/core/domain/access/actor.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import type { LogRow } from "#app/core/domain/access/policy/audit.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember } from "#tests/support/factories.ts";
import { type House, nounCase } from "./noun-case.ts";

type Permission = keyof (typeof NOUNS)["log"];

/** In both logs: what everybody did, what a job did, and what a program did that bears a member's id. */
async function seed({ workspace, teams: { one, inside }, people }: House): Promise<void> {
  const second = await aMember(workspace, { primaryTeamId: inside.id });
  const former = await aMember(workspace, { teams: [one] });
  await db.member.updateMany({
    where: { id: former.memberId },
    data: { state: "deactivated", scrubbedAt: new Date() },
  });
  const actors = [...Object.values(people), second, former];
  const programs = ["sweep.minute", former.memberId].map((job) => asSystem(workspace.id, job));
  await db.$transaction(async (tx) => {
    for (const actor of [...actors, ...programs]) {
      await record(tx, actor, "call.opened", { kind: "call", id: newId() });
      await record(tx, actor, "member.changed", { kind: "member", id: newId() });
    }
  });
}

/** product §3.3, by hand. */
function isAllowed(actor: Member, permission: Permission, row: LogRow): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  if (permission === "systemlog.read") return row.log === "system" && actor.role === "admin";
  if (row.log !== "user") return false;
  if (actor.role === "admin") return true;
  const isPerson = row.actorKind === "member";
  const isOwn = isPerson && row.actor === actor.memberId;
  if (actor.role === "rep") return isOwn;
  return isOwn || (isPerson && row.teamIds.some((id) => actor.scopeTeamIds.includes(id)));
}

async function load() {
  const entries = await db.auditEntry.findMany();
  const members = await db.member.findMany({ include: { teamMembers: true } });
  const teams = new Map(
    members.map(({ id, primaryTeamId, teamMembers }) => [
      id,
      [
        ...teamMembers.map(({ teamId }) => teamId),
        ...(primaryTeamId === null ? [] : [primaryTeamId]),
      ],
    ]),
  );
  return entries.map((entry) => ({ ...entry, teamIds: teams.get(entry.actor ?? "") ?? [] }));
}

export const log = nounCase<Permission>({
  rights: NOUNS.log,
  seed,
  load,
  one: can,
  many: null,
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT e.id FROM audit_entry e WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});
