import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { demand } from "../access/access.ts";
import type { Member, Role } from "../access/actor.ts";
import { endAllSessions } from "./session.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { isProvenDomain } from "../workspace/proven-domains.server.ts";
import { FACTOR_ROLES, type PolicyChange } from "../workspace/workspace.schema.ts";

type SignInPolicy = WorkspaceSettings["signIn"];
export type PolicyView = {
  factorFor: PolicyChange["factorFor"];
  ssoDomains: string[];
  breakGlassId: string | null;
  /** Who could be it: admins with password and second step. */
  candidates: { memberId: string; name: string }[];
  hasIdentityProvider: boolean;
  version: number;
};

/** How people of the workspace sign in. @throws DomainError `forbidden` */
export async function getPolicy(actor: Member): Promise<PolicyView> {
  demand(actor, "workspace.manage");
  const [{ signIn, version }, admins] = await Promise.all([
    getWorkspaceSettings(db, actor.workspaceId),
    db.identity.findMany({
      where: couldBreakGlass(actor.workspaceId),
      orderBy: { member: { name: "asc" } },
      select: { memberId: true, isBreakGlass: true, member: { select: { name: true } } },
    }),
  ]);
  const { ssoDomains, factorRoles } = signIn;
  return {
    factorFor: nameOf(factorRoles),
    ssoDomains,
    breakGlassId: admins.find(({ isBreakGlass }) => isBreakGlass)?.memberId ?? null,
    candidates: admins.map(({ memberId, member }) => ({ memberId, name: member.name })),
    hasIdentityProvider: env().identityProviders.length > 0,
    version,
  };
}

const couldBreakGlass = (workspaceId: string) => ({
  workspaceId,
  password: { not: null },
  totpEnc: { not: null },
  member: { role: "admin" as const, state: "active" as const },
});

/** The widest choice whose roles all need a second step. */
const nameOf = (roles: readonly Role[]): PolicyChange["factorFor"] =>
  (["everybody", "managers", "admins"] as const).find((name) =>
    FACTOR_ROLES[name].every((role) => roles.includes(role)),
  ) ?? "nobody";

/**
 * Changes how people sign in. Whoever is in with less than is now asked for has to sign in again.
 * @throws DomainError `forbidden`, `conflict`, `validation_failed`
 */
export async function changePolicy(actor: Member, input: PolicyChange): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  const { ssoDomains, breakGlassId, version } = input;
  const factorRoles = [...FACTOR_ROLES[input.factorFor]];
  await db.$transaction(async (tx) => {
    // Nobody demotes the admin who is being chosen at this very moment.
    await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const { signIn: before } = await getWorkspaceSettings(tx, id);
    const after: SignInPolicy = { ssoDomains, factorRoles };
    await check(tx, actor, before, input, factorRoles);
    await changeWorkspaceSettings(tx, id, { part: "signIn", value: after, seen: version });
    await tx.identity.updateMany({
      where: { workspaceId: id, isBreakGlass: true },
      data: { isBreakGlass: false },
    });
    if (breakGlassId !== null)
      await tx.identity.updateMany({
        where: { workspaceId: id, memberId: breakGlassId },
        data: { isBreakGlass: true },
      });
    await endWeaker(tx, actor, before, after);
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: { signIn: before }, after: { signIn: { ...after, breakGlassId } } },
    );
  });
}

async function check(
  tx: Tx,
  actor: Member,
  before: SignInPolicy,
  { ssoDomains, breakGlassId }: PolicyChange,
  factorRoles: readonly Role[],
): Promise<void> {
  const { workspaceId, memberId, role } = actor;
  const refuse = (field: string, code: string): never => {
    throw new DomainError("validation_failed", { [field]: [code] });
  };
  const emergency =
    breakGlassId !== null &&
    (await tx.identity.count({
      where: { ...couldBreakGlass(workspaceId), memberId: breakGlassId },
    })) > 0;
  if (breakGlassId !== null && !emergency) refuse("breakGlassId", "invalid_choice");
  if (ssoDomains.length > 0) {
    if (env().identityProviders.length === 0) refuse("ssoDomains", "partner_needed");
    if (!emergency) refuse("breakGlassId", "break_glass_needed");
  }
  // The rule is for whoever has an address there, in any workspace: nobody may lock another company out.
  for (const domain of ssoDomains)
    if (!before.ssoDomains.includes(domain) && !(await isProvenDomain(tx, workspaceId, domain)))
      refuse("ssoDomains", "domain_not_proven");
  if (factorRoles.includes(role)) {
    const own = await tx.identity.count({
      where: { workspaceId, memberId, totpEnc: { not: null } },
    });
    if (own === 0) refuse("factorFor", "own_factor_first");
  }
}

/** Sign-ins that today's rule would not have let in end, but the one that made the rule. */
async function endWeaker(
  tx: Tx,
  { workspaceId, sessionId }: Member,
  before: SignInPolicy,
  after: SignInPolicy,
): Promise<void> {
  const roles = after.factorRoles.filter((role) => !before.factorRoles.includes(role));
  const weak = await tx.session.findMany({
    where: {
      workspaceId,
      revokedAt: null,
      factorAt: null,
      id: { not: sessionId },
      member: { role: { in: roles } },
    },
    distinct: ["memberId"],
    select: { memberId: true },
  });
  for (const { memberId } of weak) await endAllSessions(tx, { workspaceId, memberId }, sessionId);
}
