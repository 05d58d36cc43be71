import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { addressKey, forgive, takeBack, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import type { Member, Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { isPassword } from "./password.server.ts";
import { endSession, startSession } from "./session.server.ts";
import type { SignIn } from "./sign-in.schema.ts";

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

/**
 * Checks a password and starts a session. Unknown, deactivated and wrong all answer alike.
 * @returns the new session's secret
 * @throws DomainError `rate_limited`, `validation_failed` (wrong_credentials)
 */
export async function signIn({ email, password }: SignIn, origin: Origin): Promise<string> {
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
      member: { select: { state: true } },
    },
  });
  const isRight = await isPassword(identity?.password ?? null, password);
  if (!identity || !isRight || identity.member.state !== "active") {
    if (identity) await failed(identity, origin);
    throw new DomainError("validation_failed", { "": ["wrong_credentials"] });
  }
  // The address keeps its failures: a guesser with an account of their own could wipe them at will.
  await Promise.all([
    forgive(perIdentity(), email),
    takeBack(perAddress(), addressKey(origin.ip ?? "")),
  ]);
  return db.$transaction(async (tx) => {
    const token = await startSession(tx, { ...identity, identityId: identity.id }, origin);
    await record(tx, personOf(identity, origin), "session.started", {
      kind: "member",
      id: identity.memberId,
    });
    return token;
  });
}

/** Ends the session the actor came with. */
export async function signOut(actor: Member): Promise<void> {
  await db.$transaction(async (tx) => {
    await endSession(tx, actor.workspaceId, actor.sessionId);
    await record(tx, actor, "session.ended", { kind: "member", id: actor.memberId });
  });
}

type Person = { workspaceId: string; memberId: string };

const failed = (identity: Person, origin: Origin): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, personOf(identity, origin), "session.failed", {
      kind: "member",
      id: identity.memberId,
    }),
  );

/** Somebody at the door: an audit actor with no rights. */
const personOf = ({ workspaceId, memberId }: Person, origin: Origin): Member => ({
  kind: "member",
  workspaceId,
  memberId,
  sessionId: "",
  role: "rep",
  name: "",
  email: "",
  teamIds: [],
  scopeTeamIds: [],
  language: null,
  timeZone: null,
  isDemo: false,
  origin,
});
