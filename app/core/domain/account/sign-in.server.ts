import * as z from "zod";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { addressKey, forgive, takeBack, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import { atTheDoor, type Member, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { postQuestion } from "../notification/outbox.server.ts";
import { takeFactor } from "./factor.server.ts";
import { isPassword } from "./password.server.ts";
import { findPreSession, keepPreSession, spendPreSession } from "./pre-session.server.ts";
import { tellOfNewDevice } from "./security-letter.server.ts";
import { endSession, startSession } from "./session.server.ts";
import type { SignIn } from "./sign-in.schema.ts";
import { countTry, ofAddress } from "./tries.server.ts";

const WINDOW_SECONDS = 15 * 60;
const perIdentity = () => ({
  name: "sign-in",
  points: env().LIMIT_SIGN_IN_TRIES,
  seconds: WINDOW_SECONDS,
});
const perAddress = () => ({
  name: "sign-in-ip",
  points: env().LIMIT_SIGN_IN_TRIES_PER_IP,
  seconds: WINDOW_SECONDS,
});

/** A session's secret, or that of half a sign-in, which still needs its second step. */
export type Entry = { token: string; needsFactor: boolean };

/**
 * Checks a password and starts a session, or the second step. Unknown, deactivated and wrong all answer alike.
 * @throws DomainError `rate_limited`, `validation_failed` (wrong_credentials)
 */
export async function signIn({ email, password }: SignIn, origin: Origin): Promise<Entry> {
  const waits = await Promise.all([
    tryOnce(perIdentity(), email),
    tryOnce(perAddress(), addressKey(origin.ip ?? "")),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0)
    throw new DomainError("rate_limited", { "": [`wait?n=${Math.ceil(wait / 60)}`] }, wait);

  const identity = await db.identity.findUnique({
    where: { email },
    select: {
      id: true,
      workspaceId: true,
      memberId: true,
      password: true,
      totpEnc: true,
      member: { select: { state: true } },
    },
  });
  const isRight = await isPassword(identity?.password ?? null, password);
  if (!identity || !isRight || identity.member.state !== "active") {
    await noteFailure(email, origin);
    throw new DomainError("validation_failed", { "": ["wrong_credentials"] });
  }
  // The address keeps its failures: a guesser with an account of their own could wipe them at will.
  await Promise.all([
    forgive(perIdentity(), email),
    takeBack(perAddress(), addressKey(origin.ip ?? "")),
  ]);
  const { workspaceId, memberId, id: identityId } = identity;
  return db.$transaction(async (tx) => {
    if (identity.totpEnc !== null) {
      const half = { workspaceId, memberId, identityId };
      return { token: await keepPreSession(tx, FACTOR, half), needsFactor: true };
    }
    const token = await enter(tx, { workspaceId, memberId, identityId }, origin);
    return { token, needsFactor: false };
  });
}

/** The session itself, with what is told of it. */
async function enter(
  tx: Tx,
  who: Parameters<typeof startSession>[1],
  origin: Origin,
): Promise<string> {
  await tellOfNewDevice(tx, who, origin);
  const token = await startSession(tx, who, origin);
  await record(tx, atTheDoor(who, origin), "session.started", { kind: "member", id: who.memberId });
  return token;
}

const FACTOR = "factor";
const halfSignIn = z.object({ workspaceId: z.uuid(), memberId: z.uuid(), identityId: z.uuid() });
const perFactor = () => ({ ...perIdentity(), name: "sign-in-factor" });

/**
 * The second step: a code of the authenticator or a recovery code, once, and only behind the password.
 * @param half the secret the first step gave
 * @returns the new session's secret
 * @throws DomainError `unauthenticated` without the first step, `validation_failed` (code: wrong_code), `rate_limited`
 */
export async function finishSignIn(half: string, code: string, origin: Origin): Promise<string> {
  const found = await findPreSession(FACTOR, half, halfSignIn);
  if (!found) throw new DomainError("unauthenticated");
  const { workspaceId, memberId, identityId } = found.data;
  await countTry({ limit: perFactor(), key: identityId }, ofAddress(perAddress(), origin));
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
    forgive(perFactor(), identityId),
    takeBack(perAddress(), addressKey(origin.ip ?? "")),
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
    postQuestion(
      tx,
      { to: email, language: "en", workspaceId: null },
      { name: "asked.sign_in", facts: origin },
    ),
  );

type Person = { workspaceId: string; memberId: string };

const failed = (identity: Person, origin: Origin): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, atTheDoor(identity, origin), "session.failed", {
      kind: "member",
      id: identity.memberId,
    }),
  );
