import { db } from "#app/core/platform/db.server.ts";
import { addressKey, forgive, takeBack, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import { unauthenticatedActor, type Member, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { enqueueDeferredRequest } from "../notification/outbox.server.ts";
import { isSsoOnly } from "../workspace/sign-in-policy.server.ts";
import { enter, type Entry, FACTOR, partialSignIn, letIn } from "./entry.server.ts";
import { takeFactor } from "./factor.server.ts";
import { isPassword } from "./password.server.ts";
import { findPreSession, spendPreSession } from "./pre-session.server.ts";
import { endSession } from "./session.server.ts";
import type { SignIn } from "./sign-in.schema.ts";
import { countTry, limitOf, ofAddress } from "./tries.server.ts";

/**
 * Checks a password and starts a session, or the second step. Unknown, deactivated and wrong all answer alike; so does
 * everybody of a domain that comes through a partner, but the one admin who may come past it with password and code.
 * @throws DomainError `rate_limited`, `validation_failed` (wrong_credentials), `sso_required`
 */
export async function signIn({ email, password }: SignIn, origin: Origin): Promise<Entry> {
  const waits = await Promise.all([
    tryOnce(limitOf("sign-in"), email),
    tryOnce(limitOf("sign-in-ip"), addressKey(origin.ip ?? "")),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0)
    throw new DomainError("rate_limited", { "": [`wait?n=${Math.ceil(wait / 60)}`] }, wait);

  // As many statements for nobody as for somebody: time would tell them apart.
  const [identity, member] = await Promise.all([
    db.identity.findUnique({
      where: { email },
      select: {
        id: true,
        workspaceId: true,
        memberId: true,
        password: true,
        totpEnc: true,
        isBreakGlass: true,
      },
    }),
    db.member.findFirst({ where: { identity: { email } }, select: { state: true } }),
  ]);
  const [isRight, mustUseIdentityProvider] = await Promise.all([
    isPassword(identity?.password ?? null, password ?? ""),
    isSsoOnly(email),
  ]);
  const isBreakGlass = mustUseIdentityProvider && identity?.isBreakGlass === true;
  const isBarred = mustUseIdentityProvider && !(isBreakGlass && identity.totpEnc !== null);
  if (!identity || !isRight || isBarred || member?.state !== "active") {
    await noteFailure(email, origin);
    if (mustUseIdentityProvider) throw new DomainError("sso_required", { "": ["sso_required"] });
    if (password === undefined)
      throw new DomainError("validation_failed", { password: ["required"] });
    throw new DomainError("validation_failed", { "": ["wrong_credentials"] });
  }
  // The address keeps its failures: a guesser with an account of their own could wipe them at will.
  await Promise.all([
    forgive(limitOf("sign-in"), email),
    takeBack(limitOf("sign-in-ip"), addressKey(origin.ip ?? "")),
  ]);
  const { workspaceId, memberId, id: identityId } = identity;
  return db.$transaction((tx) =>
    letIn(tx, { workspaceId, memberId, identityId }, origin, { isBreakGlass }),
  );
}

/**
 * The second step: a code of the authenticator or a recovery code, once, and only behind the password.
 * @param partial the secret the first step gave
 * @returns the new session's secret
 * @throws DomainError `unauthenticated` without the first step, `validation_failed` (code: wrong_code), `rate_limited`
 */
export async function finishSignIn(partial: string, code: string, origin: Origin): Promise<string> {
  const found = await findPreSession(FACTOR, partial, partialSignIn);
  if (!found) throw new DomainError("unauthenticated");
  const { workspaceId, memberId, identityId } = found.data;
  await countTry({ counter: "sign-in-factor", key: identityId }, ofAddress("sign-in-ip", origin));
  const token = await db.$transaction(async (tx) => {
    const member = await tx.member.findFirst({
      where: { workspaceId, id: memberId, state: "active", workspace: { deletedAt: null } },
      select: { id: true },
    });
    if (!member) throw new DomainError("unauthenticated");
    if (!(await takeFactor(tx, { workspaceId, identityId }, code))) return null;
    if (!(await spendPreSession(tx, found.id))) throw new DomainError("unauthenticated");
    return enter(tx, { ...found.data, hasFactor: true }, origin);
  });
  if (token === null) {
    await failed(found.data, origin);
    throw new DomainError("validation_failed", { code: ["wrong_code"] });
  }
  await Promise.all([
    forgive(limitOf("sign-in-factor"), identityId),
    takeBack(limitOf("sign-in-ip"), addressKey(origin.ip ?? "")),
  ]);
  return token;
}

/** Ends the session the actor came with. */
export async function signOut(actor: Member): Promise<void> {
  await db.$transaction(async (tx) => {
    await endSession(tx, actor.workspaceId, actor.sessionId);
    await record(tx, actor, "session.ended", { kind: "member", id: actor.memberId });
  });
}

/** The same row for known and unknown addresses: the worker finds out whose log it belongs to. */
const noteFailure = (email: string, origin: Origin): Promise<void> =>
  db.$transaction((tx) =>
    enqueueDeferredRequest(
      tx,
      { to: email, language: "en", workspaceId: null },
      { name: "asked.sign_in", facts: origin },
    ),
  );

type Person = { workspaceId: string; memberId: string };

const failed = (identity: Person, origin: Origin): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, unauthenticatedActor(identity, origin), "session.failed", {
      kind: "member",
      id: identity.memberId,
    }),
  );
