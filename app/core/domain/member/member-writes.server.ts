import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, notify, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, demand, memberAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { demandSeats } from "../account/seats.server.ts";
import { endAllSessions } from "../account/session.server.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { handOver, leaveRooms, revokeRights } from "./hand-over.server.ts";
import { keepEmergency } from "../workspace/sign-in-policy.server.ts";
import type { MemberChange } from "./member.schema.ts";
import { listScope, placeIn } from "./placing.server.ts";

const about = {
  ...memberAccess,
  email: true,
  role: true,
  state: true,
  scope: true,
} as const;

/** A colleague the actor may change. @throws DomainError `not_found`, `forbidden` */
async function find(tx: Tx, actor: Member, memberId: string) {
  const row = await tx.member.findFirst({
    where: { AND: visible(actor, "member.read"), id: memberId },
    select: about,
  });
  return authorise(actor, "member.change", row);
}

/**
 * Changes of who is an admin take turns: two who demote each other at the same moment must not both succeed.
 * Weaker than FOR UPDATE, which would hold up everything that refers to the workspace.
 */
const takeTurns = (tx: Tx, workspaceId: string) =>
  tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;

/**
 * @throws DomainError `validation_failed` (last_admin) when nobody else could manage the workspace, (break_glass_needed)
 * when nobody else could come past its partner
 */
async function keepAnAdmin(tx: Tx, workspaceId: string, leaving: string): Promise<void> {
  const others = await tx.member.count({
    where: { workspaceId, role: "admin", state: "active", scrubbedAt: null, id: { not: leaving } },
  });
  if (others === 0) throw new DomainError("validation_failed", { "": ["last_admin"] });
  await keepEmergency(tx, workspaceId, leaving);
}

/**
 * Changes a colleague's role, team and scope. Another role ends their sign-ins: rights do not change under a session.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed`, `conflict`
 */
export async function changeMember(actor: Member, input: MemberChange): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    await takeTurns(tx, workspaceId);
    // Whoever was demoted while they waited for their turn has lost the right.
    await stillManages(tx, actor);
    const member = await find(tx, actor, input.memberId);
    if (member.state === "deactivated") throw new DomainError("invalid_state");
    if (member.role === "admin" && input.role !== "admin" && member.state === "active")
      await keepAnAdmin(tx, workspaceId, member.id);
    await placeIn(tx, actor, member.id, input.teamId);
    await listScope(tx, actor, member.id, input.scope === "listed" ? input.scopeTeamIds : []);
    const { count } = await tx.member.updateMany({
      where: { workspaceId, id: member.id, version: input.version },
      data: {
        role: input.role,
        primaryTeamId: input.teamId,
        scope: input.scope,
        version: { increment: 1 },
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, member.id);
    if (member.role !== input.role) await endAllSessions(tx, { workspaceId, memberId: member.id });
    await record(
      tx,
      actor,
      "member.changed",
      { kind: "member", id: member.id },
      {
        before: {
          role: member.role,
          team: member.primaryTeamId,
          scope: member.scope,
        },
        after: {
          role: input.role,
          team: input.teamId,
          scope: input.scope,
        },
      },
    );
    await notify(tx, "member", `${workspaceId}:${member.id}`);
  });
}

async function stillManages(tx: Tx, actor: Member): Promise<void> {
  const self = await tx.member.findFirst({
    where: { workspaceId: actor.workspaceId, id: actor.memberId, state: "active" },
    select: { role: true },
  });
  if (!self) throw new DomainError("forbidden");
  demand({ ...actor, role: self.role }, "member.manage");
}

/**
 * Shuts a colleague out at once and hands over what is theirs. Nothing of theirs is deleted.
 * @param heirId who takes over
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`, `validation_failed` (last_admin, heirId: heir_needed, heir_busy)
 */
export async function deactivateMember(
  actor: Member,
  { memberId, heirId }: { memberId: string; heirId: string | null },
): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  const run = async (tx: Tx): Promise<void> => {
    await takeTurns(tx, workspaceId);
    await stillManages(tx, actor);
    const member = await find(tx, actor, memberId);
    if (member.state !== "active") throw new DomainError("invalid_state");
    if (member.role === "admin") await keepAnAdmin(tx, workspaceId, memberId);
    await handOver(tx, actor, memberId, heirId);
    await revokeRights(tx, workspaceId, memberId);
    await tx.member.updateMany({
      where: { workspaceId, id: memberId },
      data: { state: "deactivated", version: { increment: 1 } },
    });
    await endAllSessions(tx, { workspaceId, memberId });
    await tx.oneTimeCode.updateMany({
      where: { workspaceId, email: member.email, usedAt: null },
      data: { usedAt: now() },
    });
    await record(
      tx,
      actor,
      "member.deactivated",
      { kind: "member", id: memberId },
      { after: { successor: heirId } },
    );
    await leaveRooms(tx, workspaceId, memberId);
    await notify(tx, "member", `${workspaceId}:${memberId}`);
  };
  try {
    await db.$transaction(run);
  } catch (error) {
    // The heir began a call of their own at this very moment: they run one at a time.
    if (isUniqueViolation(error))
      throw new DomainError("validation_failed", { heirId: ["heir_busy"] });
    throw error;
  }
}

/**
 * Lets somebody in again who was shut out; their calls stay where they went.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`, `limit_reached`
 */
export async function reactivateMember(actor: Member, memberId: string): Promise<void> {
  demand(actor, "member.manage");
  await db.$transaction(async (tx) => {
    const member = await find(tx, actor, memberId);
    await demandSeats(tx, actor.workspaceId, 1);
    const { count } = await tx.member.updateMany({
      where: {
        workspaceId: actor.workspaceId,
        id: member.id,
        state: "deactivated",
        identity: { isNot: null },
      },
      data: { state: "active", version: { increment: 1 } },
    });
    if (count === 0) throw new DomainError("invalid_state");
    await record(tx, actor, "member.reactivated", { kind: "member", id: memberId });
  });
}
