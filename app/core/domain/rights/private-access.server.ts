import { now } from "#app/core/platform/clock.ts";
import { db, notify, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { queueEmail } from "../notification/outbox.server.ts";
import { callAccess, can, demand, visible } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";

/** product §6 */
const MINUTES = 60;

/**
 * Opens private calls to an admin who said why, in this sign-in alone (product §3.2.4).
 * @throws DomainError `forbidden`, `invalid_state` (open already)
 */
export async function openPrivateAccess(
  actor: Member,
  { reason }: { reason: string },
): Promise<void> {
  demand(actor, "private.open");
  const { workspaceId, memberId, sessionId } = actor;
  await db.$transaction(async (tx) => {
    // Two tabs that ask at once: the second finds the first.
    await tx.$queryRaw`SELECT 1 FROM session WHERE workspace_id = ${workspaceId}::uuid AND id = ${sessionId}::uuid FOR NO KEY UPDATE`;
    const at = now();
    const known = await tx.privateAccess.count({
      where: { workspaceId, sessionId, endedAt: null, expiresAt: { gt: at } },
    });
    if (known > 0) throw new DomainError("invalid_state");
    const id = newId();
    const expiresAt = new Date(at.getTime() + MINUTES * 60_000);
    await tx.privateAccess.create({
      data: { id, workspaceId, memberId, sessionId, reason, expiresAt },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "private.started",
      { kind: "private_access", id },
      { after: { reason, until: expiresAt.toISOString() } },
    );
    await notify(tx, "member", `${workspaceId}:${sessionId}`);
  });
}

/** Closes private calls to the actor again. @throws DomainError `forbidden` */
export async function closePrivateAccess(actor: Member): Promise<void> {
  demand(actor, "private.open");
  const { workspaceId, sessionId } = actor;
  await db.$transaction(async (tx) => {
    const open = await tx.privateAccess.findMany({
      where: { workspaceId, sessionId, endedAt: null },
      select: { id: true },
    });
    for (const { id } of open) {
      await tx.privateAccess.updateMany({ where: { workspaceId, id }, data: { endedAt: now() } });
      await record(
        tx,
        actor,
        "private.ended",
        { kind: "private_access", id },
        { after: { why: "person" } },
      );
    }
    await notify(tx, "member", `${workspaceId}:${sessionId}`);
  });
}

/** Says in the log of those whose hour ran out, or whose sign-in ended, that they are over. @returns how many */
export async function endExpiredAccess(): Promise<number> {
  const expired = await db.privateAccess.findMany({
    where: {
      endedAt: null,
      OR: [{ expiresAt: { lte: now() } }, { session: { revokedAt: { not: null } } }],
    },
    select: { id: true, workspaceId: true, expiresAt: true },
    take: 500,
  });
  for (const { id, workspaceId, expiresAt } of expired)
    await db.$transaction(async (tx) => {
      const { count } = await tx.privateAccess.updateMany({
        where: { workspaceId, id, endedAt: null },
        data: { endedAt: now() },
      });
      if (count === 0) return; // another node was first
      const why = expiresAt <= now() ? "time" : "signed_out";
      await record(
        tx,
        asSystem(workspaceId, "sweep.minute"),
        "private.ended",
        { kind: "private_access", id },
        { after: { why } },
      );
    });
  return expired.length;
}

/**
 * Somebody opened a call that only private access shows them: an entry of the user log and word to its owner, once for
 * each access and call, whichever way of reading came first.
 * @returns whether nothing but private access shows the actor this call
 */
export async function notePrivateOpening(actor: Member, callId: string): Promise<boolean> {
  if (actor.privateUntil === null) return false;
  const { workspaceId, sessionId } = actor;
  const call = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, owner: { select: { email: true, language: true, state: true } } },
  });
  if (!call || can({ ...actor, privateUntil: null }, "call.read", call)) return false;
  const access = await db.privateAccess.findFirst({
    where: { workspaceId, sessionId, endedAt: null },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  if (!access) return false;
  await db.$transaction(async (tx) => {
    const isFirst = await notifyOwner(tx, actor, {
      callId,
      ownerId: call.ownerId,
      accessId: access.id,
    });
    if (!isFirst) return;
    await record(tx, actor, "call.opened", { kind: "call", id: callId });
    if (call.owner.state !== "active") return;
    await queueEmail(
      tx,
      { to: call.owner.email, language: call.owner.language === "ja" ? "ja" : "en", workspaceId },
      {
        name: "private_opened",
        dedupe: `${access.id}:${callId}`,
        facts: { url: `${env().appUrl}${paths.playback(callId)}`, admin: actor.name },
      },
    );
  });
  return true;
}

type Opening = { callId: string; ownerId: string; accessId: string };

/** @returns whether the owner had not been told of this access to this call before */
async function notifyOwner(
  tx: Tx,
  { workspaceId, memberId }: Member,
  { callId, ownerId, accessId }: Opening,
): Promise<boolean> {
  // Opened in several tabs at once, it is told once.
  await tx.$queryRaw`SELECT 1 FROM private_access WHERE workspace_id = ${workspaceId}::uuid AND id = ${accessId}::uuid FOR UPDATE`;
  const told = await tx.notification.count({
    where: {
      workspaceId,
      kind: "private_opened",
      targetId: callId,
      values: { path: ["access"], equals: accessId },
    },
  });
  if (told > 0) return false;
  await notifyMembers(tx, { workspaceId, by: memberId }, [ownerId], {
    kind: "private_opened",
    target: { kind: "call", id: callId },
    values: { access: accessId },
  });
  return true;
}
