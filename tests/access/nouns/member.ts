import { randomBytes } from "node:crypto";
import { can, memberAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { ColleagueRow } from "#app/core/domain/access/policy/member.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { seal } from "#app/core/platform/crypto.server.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { type SignedIn, aMember, aTeam } from "#tests/support/factories.ts";
import { type Cast, type Fixtures, type Ids, nounCase, part } from "../noun.ts";

const PEOPLE = [
  "memberId",
  "heirId",
  "invitedId",
  "outId",
  "teamId",
  "parentId",
  "emptyTeamId",
  "linkId",
] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof PEOPLE> {}
}

type Permission = keyof (typeof NOUNS)["member"];

/** Besides the people themselves: of a team in one way only, of several, not there yet, gone, and scrubbed. */
async function seed({ workspace, teams: { one, two, inside } }: Cast): Promise<void> {
  for (const teams of [[], [one], [two], [inside], [two, one]]) {
    await aMember(workspace, { teams });
    for (const state of ["invited", "deactivated"] as const) {
      const { memberId } = await aMember(workspace, { teams });
      await db.member.updateMany({ where: { id: memberId }, data: { state } });
    }
    const { memberId } = await aMember(workspace, { teams });
    await db.member.updateMany({ where: { id: memberId }, data: { scrubbedAt: new Date() } });
  }
  await aMember(workspace, { primaryTeamId: one.id });
  const { memberId } = await aMember(workspace, { teams: [one] });
  await db.member.updateMany({ where: { id: memberId }, data: { primaryTeamId: null } });
}

/** product §3.3 and §12, by hand. */
function isAllowed(actor: Member, permission: Permission, row: ColleagueRow): boolean {
  if (row.workspaceId !== actor.workspaceId || row.scrubbedAt !== null) return false;
  if (permission === "care.look" && (actor.role !== "manager" || row.id === actor.memberId))
    return false;
  if (actor.role === "admin") return true;
  if (permission === "member.change") return false;
  if (row.id === actor.memberId) return true;
  const sitsIn = new Set(row.teamMembers.map(({ teamId }) => teamId));
  if (row.primaryTeamId !== null) sitsIn.add(row.primaryTeamId);
  return actor.role === "manager" && actor.scopeTeamIds.some((id) => sitsIn.has(id));
}

const load = () => db.member.findMany({ select: memberAccess });

export const member = nounCase<Permission>({
  rights: NOUNS.member,
  seed,
  load,
  one: can,
  many: (actor, permission) =>
    db.member.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT m.id FROM member m WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

const colleagues = part(PEOPLE, async ({ workspace, team: parent }) => {
  const team = await aTeam(workspace, { parentId: parent.id });
  return {
    memberId: (await aMember(workspace, { teams: [team] })).memberId,
    heirId: (await aMember(workspace, { teams: [team] })).memberId,
    invitedId: await anInvited(workspace.id, team),
    outId: (await shutOut(workspace)).memberId,
    teamId: team.id,
    parentId: parent.id,
    emptyTeamId: (await aTeam(workspace)).id,
    linkId: await aSignUpLink(workspace.id, team.id),
  };
});

async function anInvited(workspaceId: string, team: { id: string }): Promise<string> {
  const id = newId();
  await db.member.create({
    data: {
      id,
      workspaceId,
      name: "Invited",
      nameOrder: "given_first",
      email: `${id}@example.com`,
      role: "rep",
      state: "invited",
      primaryTeamId: team.id,
    },
  });
  await db.teamMember.create({ data: { workspaceId, teamId: team.id, memberId: id } });
  return id;
}

async function shutOut(workspace: { id: string }): Promise<SignedIn> {
  const member = await aMember(workspace);
  await db.member.updateMany({
    where: { workspaceId: workspace.id, id: member.memberId },
    data: { state: "deactivated" },
  });
  return member;
}

async function aSignUpLink(workspaceId: string, teamId: string): Promise<string> {
  const { id } = await db.signUpLink.create({
    data: {
      id: newId(),
      workspaceId,
      urlHash: new Uint8Array(randomBytes(32)),
      urlEnc: new Uint8Array(seal("sign-up-link", "x".repeat(22))),
      role: "rep",
      teamId,
      maxUses: 5,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return id;
}

export const fixtures: Fixtures = {
  rules: { member },
  parts: [colleagues],
};
