import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { unauthenticatedActor, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { enqueueDeferredRequest } from "../notification/outbox.server.ts";
import { weakness } from "./account.schema.ts";
import { findCode, spendCode, voidCodes } from "./codes.server.ts";
import { hashPassword } from "./password.server.ts";
import { notifyOfSecurityChange } from "./security-email.server.ts";
import { endAllSessions } from "./session.server.ts";
import { countTry, ofAddress } from "./tries.server.ts";

/**
 * Notes that somebody wants a new password. Says nothing about whom the address belongs to, and takes as long for
 * everybody: the worker looks them up.
 * @throws DomainError `rate_limited`
 */
export async function askReset(
  email: string,
  language: "en" | "ja",
  origin: Origin,
): Promise<void> {
  await countTry({ counter: "reset", key: email }, ofAddress("reset-ip", origin));
  await db.$transaction((tx) =>
    enqueueDeferredRequest(
      tx,
      { to: email, language, workspaceId: null },
      { name: "asked.password_reset", facts: {} },
    ),
  );
}

/** Whether a link for a new password still works. Looking does not use it. */
export async function isResetOpen(token: string): Promise<boolean> {
  return (await findCode("password_reset", token))?.state === "open";
}

/**
 * Sets a new password by a link: once, and every sign-in of the person ends.
 * @throws DomainError `link_ended`, `validation_failed` (password: weak_password), `rate_limited`
 */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  await countTry(ofAddress("reset-ip", origin));
  const code = await findCode("password_reset", token);
  if (code?.state !== "open" || code.workspaceId === null) throw new DomainError("link_ended");
  const weak = weakness(password, code.email);
  if (weak.length > 0) throw new DomainError("validation_failed", { password: weak });
  const { workspaceId, email } = code;
  const { memberId } = code.data;
  const hashed = await hashPassword(password);
  await db.$transaction(async (tx) => {
    await spendCode(tx, code.id);
    const { count } = await tx.identity.updateMany({
      where: { workspaceId, memberId, email, member: { state: "active" } },
      data: { password: hashed, verifiedAt: now() },
    });
    if (count === 0) throw new DomainError("link_ended");
    await voidCodes(tx, { kind: "password_reset", workspaceId, email });
    await endAllSessions(tx, { workspaceId, memberId });
    await notifyOfSecurityChange(tx, { workspaceId, memberId }, { name: "password_changed" });
    await record(tx, unauthenticatedActor({ workspaceId, memberId }, origin), "password.reset", {
      kind: "member",
      id: memberId,
    });
  });
}
