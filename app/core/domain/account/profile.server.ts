import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { weakness } from "./account.schema.ts";
import { hashPassword, isPassword } from "./password.server.ts";
import type { PasswordChange, Profile } from "./profile.schema.ts";
import type { ProfileView } from "./profile-view.ts";
import { notifyOfSecurityChange } from "./security-email.server.ts";
import { endAllSessions, IDLE_MS } from "./session.server.ts";
import { countTry } from "./tries.server.ts";

/** One's own profile and the devices one is signed in on, the newest first. */
export async function getProfile(actor: Member): Promise<ProfileView> {
  const { workspaceId, memberId, sessionId } = actor;
  const [member, sessions] = await Promise.all([
    db.member.findFirstOrThrow({
      where: { workspaceId, id: memberId },
      select: {
        email: true,
        name: true,
        reading: true,
        nameOrder: true,
        language: true,
        timeZone: true,
        version: true,
      },
    }),
    db.session.findMany({
      where: {
        workspaceId,
        memberId,
        revokedAt: null,
        expiresAt: { gt: now() },
        seenAt: { gt: new Date(now().getTime() - IDLE_MS) },
      },
      orderBy: { seenAt: "desc" },
      take: LIMITS.sessionsListed,
      select: { id: true, device: true, ip: true, seenAt: true, createdAt: true },
    }),
  ]);
  const { language } = member;
  return {
    ...member,
    language: language === "en" || language === "ja" ? language : null,
    sessions: sessions.map(({ id, device, ip, seenAt, createdAt }) => ({
      id,
      device,
      ip,
      seenAt: seenAt.toISOString(),
      startedAt: createdAt.toISOString(),
      isThis: id === sessionId,
    })),
  };
}

/** @throws DomainError `conflict` */
export async function saveProfile(actor: Member, input: Profile): Promise<void> {
  const { workspaceId, memberId } = actor;
  const { name, reading, nameOrder, language, timeZone, version } = input;
  await db.$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({
      where: { workspaceId, id: memberId, version },
      data: {
        name,
        reading: reading ?? null,
        nameOrder,
        language,
        timeZone,
        version: { increment: 1 },
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, memberId);
    await record(
      tx,
      actor,
      "profile.changed",
      { kind: "member", id: memberId },
      {
        before: { language: actor.language, timeZone: actor.timeZone },
        after: { language, timeZone },
      },
    );
  });
}

/**
 * The other devices are signed out, and a letter tells of it.
 * @throws DomainError `rate_limited`, `validation_failed` (currentPassword: wrong_password; password: weak_password)
 */
export async function changePassword(
  actor: Member,
  { currentPassword, password }: PasswordChange,
): Promise<void> {
  const { workspaceId, memberId, email } = actor;
  await countTry({ counter: "password-change", key: memberId });
  const identity = await db.identity.findFirst({
    where: { workspaceId, memberId },
    select: { password: true },
  });
  if (!(await isPassword(identity?.password ?? null, currentPassword)))
    throw new DomainError("validation_failed", { currentPassword: ["wrong_password"] });
  const weak = weakness(password, email);
  if (weak.length > 0) throw new DomainError("validation_failed", { password: weak });
  const hashed = await hashPassword(password);
  await db.$transaction(async (tx) => {
    await tx.identity.updateMany({ where: { workspaceId, memberId }, data: { password: hashed } });
    await endAllSessions(tx, { workspaceId, memberId }, actor.sessionId);
    await notifyOfSecurityChange(tx, { workspaceId, memberId }, { name: "password_changed" });
    await record(tx, actor, "password.changed", { kind: "member", id: memberId });
  });
}

/** Signs one device out: one of the actor's own, nobody else's. @throws DomainError `not_found` */
export async function revokeSession(actor: Member, sessionId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { workspaceId, memberId, id: sessionId, revokedAt: null },
      data: { revokedAt: now() },
    });
    if (count === 0) throw new DomainError("not_found");
    await record(tx, actor, "session.revoked", { kind: "session", id: sessionId });
  });
}

/** Signs the actor out everywhere. */
export async function revokeAllSessions(actor: Member): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const ended = await endAllSessions(tx, { workspaceId, memberId });
    await record(
      tx,
      actor,
      "session.revoked",
      { kind: "member", id: memberId },
      { after: { ended } },
    );
  });
}
