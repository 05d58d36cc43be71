import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, demand, memberAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { changeWorkspaceSettings } from "../workspace-settings.server.ts";
import type { HardCall, Mark, ShownCall, Switch } from "./care.schema.ts";

/** Notes that the actor was in touch with somebody they lead; not what was said. @throws DomainError `forbidden`, `not_found` */
export async function logCheckIn(actor: Member, memberId: string): Promise<void> {
  demand(actor, "care.check_in");
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const found = await tx.member.findFirst({
      where: { id: memberId, state: "active", AND: visible(actor, "care.look") },
      select: memberAccess,
    });
    authorise(actor, "care.look", found);
    await tx.checkIn.create({
      data: { workspaceId, id: newId(), memberId, byId: actor.memberId, createdAt: now() },
      select: { id: true },
    });
    await record(tx, actor, "care.checked_in", { kind: "member", id: memberId });
  });
}

/** Who views with another's eyes says nothing in their name. @throws DomainError `forbidden` */
function demandOwn(actor: Member): void {
  demand(actor, "care.own");
  if (actor.impersonator !== null) throw new DomainError("forbidden");
}

/** Says of a suggestion to the actor whether it was right: that counts for the rule, without a name. @throws DomainError `forbidden` */
export async function markSuggestion(
  actor: Member,
  { rule, monday: subject, isRight }: Mark,
): Promise<void> {
  demandOwn(actor);
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const key = { workspaceId, memberId, rule, subject };
    await tx.careMark.upsert({
      where: { workspaceId_memberId_rule_subject: key },
      create: { ...key, isRight },
      update: { isRight },
      select: { rule: true },
    });
    // What was judged stays the member's: the log knows only that they did.
    await record(tx, actor, "care.marked", { kind: "member", id: memberId });
  });
}

/** Says of a call of the actor's own whether it was hard. @throws DomainError `forbidden`, `not_found` */
export async function markCall(actor: Member, { callId, isHard }: HardCall): Promise<void> {
  demandOwn(actor);
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const found = await tx.call.findFirst({
      where: {
        ...{ workspaceId, id: callId, ownerId: memberId },
        state: { in: ["ended", "available"] },
      },
      select: { id: true },
    });
    if (!found) throw new DomainError("not_found");
    const key = { workspaceId, memberId, rule: "S1", subject: callId };
    await tx.careMark.upsert({
      where: { workspaceId_memberId_rule_subject: key },
      create: { ...key, callId, isRight: isHard },
      // What is hard no longer is shown to nobody.
      update: { isRight: isHard, ...(!isHard && { shownAt: null }) },
      select: { rule: true },
    });
    await record(tx, actor, "care.marked", { kind: "member", id: memberId });
  });
}

/**
 * Shows a call of the actor's own to who leads them, as one that was hard, or takes it back. It opens nothing: who may not
 * open the call does not see it; a private one stays with its owner. @throws DomainError `forbidden`, `not_found`
 */
export async function showCall(actor: Member, { callId, isShown }: ShownCall): Promise<void> {
  demandOwn(actor);
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const found = await tx.call.findFirst({
      where: {
        ...{ workspaceId, id: callId, ownerId: memberId, visibility: { not: "private" } },
        state: { in: ["ended", "available"] },
      },
      select: { id: true },
    });
    if (!found) throw new DomainError("not_found");
    const key = { workspaceId, memberId, rule: "S1", subject: callId };
    const shownAt = isShown ? now() : null;
    await tx.careMark.upsert({
      where: { workspaceId_memberId_rule_subject: key },
      create: { ...key, callId, isRight: true, shownAt },
      // Who shows it says that it was hard.
      update: { shownAt, ...(isShown && { isRight: true }) },
      select: { rule: true },
    });
    await record(
      tx,
      actor,
      "care.shown",
      { kind: "member", id: memberId },
      { after: { shown: isShown } },
    );
  });
}

/** Whether the actor's hard calls are asked after; what they marked goes with it. @throws DomainError `forbidden` */
export async function switchHard(actor: Member, { on }: Switch): Promise<void> {
  demandOwn(actor);
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE member SET preferences = preferences || ${JSON.stringify({ care: { hard: on } })}::jsonb
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid`;
    if (!on) await tx.careMark.deleteMany({ where: { workspaceId, memberId, rule: "S1" } });
    await record(tx, actor, "care.switched", { kind: "member", id: memberId }, { after: { on } });
  });
}

/** The same for everybody in the workspace; nothing that was marked is lost. @throws DomainError `forbidden` */
export async function switchWorkspaceHard(actor: Member, { on }: Switch): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  await db.$transaction(async (tx) => {
    const change = { part: "care" as const, value: { hard: on }, seen: null };
    const before = await changeWorkspaceSettings(tx, id, change);
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: { careHard: before.hard }, after: { careHard: on } },
    );
  });
}
