import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { isPassword } from "./password.server.ts";
import type { Proof } from "./profile-view.ts";
import { SESSION_MS } from "./session.server.ts";

/** Who has no password shows who they are by signing in: so long that counts. */
const FRESH_MS = 10 * 60_000;

/** How the actor shows that it is them who change how they sign in. */
export async function proofOf(actor: Member): Promise<Proof> {
  const identity = await identityOf(actor);
  if (identity.password !== null) return "password";
  return (await isFresh(actor)) ? "fresh" : "stale";
}

/**
 * Before anything changes how somebody signs in: their password, or a sign-in of this very moment where they have none.
 * @returns the id of their identity
 * @throws DomainError `validation_failed` (currentPassword: required, wrong_password; sign_in_again)
 */
export async function proveAgain(actor: Member, password: string | undefined): Promise<string> {
  const identity = await identityOf(actor);
  if (identity.password === null) {
    if (!(await isFresh(actor)))
      throw new DomainError("validation_failed", { "": ["sign_in_again"] });
    return identity.id;
  }
  if (password === undefined || password === "")
    throw new DomainError("validation_failed", { currentPassword: ["required"] });
  if (!(await isPassword(identity.password, password)))
    throw new DomainError("validation_failed", { currentPassword: ["wrong_password"] });
  return identity.id;
}

const identityOf = ({ workspaceId, memberId }: Member) =>
  db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
    select: { id: true, password: true },
  });

async function isFresh({ workspaceId, sessionId }: Member): Promise<boolean> {
  const fresh = await db.session.count({
    where: {
      workspaceId,
      id: sessionId,
      // As old as it is, so much sooner it ends.
      expiresAt: { gt: new Date(now().getTime() + SESSION_MS - FRESH_MS) },
    },
  });
  return fresh > 0;
}
