import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { can, demand, visible } from "../access/access.ts";
import type { Member, Role } from "../access/actor.ts";
import { CODE_SECONDS, issueCode, voidCodes } from "../account/codes.server.ts";
import { demandSeats } from "../account/seats.server.ts";
import { countTry } from "../account/tries.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { queueEmail } from "../notification/outbox.server.ts";
import type { Invite } from "./member.schema.ts";
import { placeIn, requireTeam } from "./placing.server.ts";

/** Managers bring reps into their own teams, admins anybody. @throws DomainError */
function demandPlace(actor: Member, role: Role, teamId: string | null): void {
  demand(actor, "member.invite");
  if (can(actor, "member.manage")) return;
  if (role !== "rep" || teamId === null || !actor.scopeTeamIds.includes(teamId))
    throw new DomainError("validation_failed", { teamId: ["own_scope"] });
}

/**
 * Invites somebody by mail. Whether the address has an account in another workspace is not said.
 * @throws DomainError `forbidden`, `validation_failed`, `limit_reached`, `rate_limited`
 */
export async function inviteMember(actor: Member, input: Invite): Promise<void> {
  const { role, teamId } = input;
  demandPlace(actor, role, teamId);
  await countTry({ counter: "invite", key: actor.memberId });
  await db.$transaction(async (tx) => {
    await addInvited(tx, actor, input);
  });
}

/**
 * Makes the member who has not come yet, and the letter. The right to do so is asked before.
 * @throws DomainError `validation_failed`, `limit_reached`
 */
export async function addInvited(
  tx: Tx,
  actor: Member,
  { email, role, teamId, name }: Omit<Invite, "intent">,
): Promise<void> {
  const { workspaceId } = actor;
  if (teamId !== null) await requireTeam(tx, actor, teamId);
  const known = await tx.member.findFirst({
    where: { workspaceId, email, scrubbedAt: null },
    select: { id: true },
  });
  if (known) throw new DomainError("validation_failed", { email: ["already_member"] });
  await demandSeats(tx, workspaceId, 1);
  const id = newId();
  await tx.member.create({
    data: {
      id,
      workspaceId,
      email,
      name: name ?? email.slice(0, email.lastIndexOf("@")),
      nameOrder: "given_first",
      role,
      state: "invited",
      createdBy: actor.memberId,
    },
    select: { id: true },
  });
  await placeIn(tx, actor, id, teamId);
  await tx.member.updateMany({ where: { workspaceId, id }, data: { primaryTeamId: teamId } });
  await sendInvitation(tx, actor, { id, email });
  await record(
    tx,
    actor,
    "member.invited",
    { kind: "member", id },
    { after: { role, team: teamId } },
  );
}

async function sendInvitation(
  tx: Tx,
  actor: Member,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { workspaceId } = actor;
  const workspace = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { name: true, languages: true },
  });
  const code = await issueCode(tx, {
    kind: "activation",
    workspaceId,
    email,
    data: { memberId: id, linkId: null, workspace: null },
  });
  await queueEmail(
    tx,
    { to: email, language: workspace.languages[0] === "ja" ? "ja" : "en", workspaceId },
    {
      name: "invitation",
      dedupe: code.slice(0, 12),
      facts: {
        url: `${env().appUrl}${paths.activate(code)}`,
        workspace: workspace.name,
        inviter: actor.name,
        hours: CODE_SECONDS.activation / 3_600,
      },
    },
  );
}

/** Somebody invited who has not come yet. @throws DomainError `not_found`, `invalid_state`, `validation_failed` */
async function findInvited(tx: Tx, actor: Member, memberId: string) {
  const member = await tx.member.findFirst({
    where: { AND: visible(actor, "member.read"), id: memberId },
    select: { id: true, email: true, role: true, state: true, primaryTeamId: true },
  });
  if (!member) throw new DomainError("not_found");
  if (member.state !== "invited") throw new DomainError("invalid_state");
  demandPlace(actor, member.role, member.primaryTeamId);
  return member;
}

/** Sends the invitation again; the older link stops working. */
export async function resendInvitation(actor: Member, memberId: string): Promise<void> {
  demand(actor, "member.invite");
  await countTry({ counter: "invite", key: actor.memberId });
  await db.$transaction(async (tx) => {
    const member = await findInvited(tx, actor, memberId);
    await sendInvitation(tx, actor, member);
    await record(
      tx,
      actor,
      "member.invited",
      { kind: "member", id: memberId },
      { after: { again: true } },
    );
  });
}

/** Takes an invitation back. Nothing refers to somebody who never came, so the row goes. */
export async function withdrawInvitation(actor: Member, memberId: string): Promise<void> {
  demand(actor, "member.invite");
  await db.$transaction(async (tx) => {
    const { email } = await findInvited(tx, actor, memberId);
    await voidCodes(tx, { kind: "activation", workspaceId: actor.workspaceId, email });
    const { count } = await tx.member.deleteMany({
      where: { workspaceId: actor.workspaceId, id: memberId, state: "invited" },
    });
    if (count === 0) throw new DomainError("invalid_state");
    await record(
      tx,
      actor,
      "member.changed",
      { kind: "member", id: memberId },
      { before: { state: "invited" }, after: { state: "withdrawn" } },
    );
  });
}
