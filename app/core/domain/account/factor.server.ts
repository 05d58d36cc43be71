import { randomInt } from "node:crypto";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { unauthenticatedActor, type Member, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { enter, partialSignIn, SET_UP } from "./entry.server.ts";
import { findPreSession, spendPreSession } from "./pre-session.server.ts";
import { proveAgain } from "./prove.server.ts";
import { notifyOfSecurityChange } from "./security-email.server.ts";
import { endAllSessions } from "./session.server.ts";
import { newTotpSecret, totpStep, totpUrl } from "./totp.ts";
import { countTry } from "./tries.server.ts";

const SECRET = "totp";
const SETUP = "totp-setup";
const RECOVERY_CODES = 10;
/** Without letters and digits that are mistaken for each other. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";

export type FactorView = { isOn: boolean; codesLeft: number };

/** Whether the actor's sign-in has a second step, and how many recovery codes are left. */
export async function getFactor({ workspaceId, memberId }: Member): Promise<FactorView> {
  const identity = await db.identity.findFirst({
    where: { workspaceId, memberId },
    select: { totpEnc: true, _count: { select: { recoveryCodes: { where: { usedAt: null } } } } },
  });
  return {
    isOn: identity?.totpEnc != null,
    codesLeft: identity?.totpEnc == null ? 0 : identity._count.recoveryCodes,
  };
}

/** `url` is what the picture of squares says. */
export type FactorOffer = { secret: string; url: string; sealed: string };
/** Whose second step it is to be. */
type Owner = { memberId: string; email: string };

/** A secret to type into an authenticator. Nothing is stored before a code proves it arrived; `sealed` brings it back. */
export function offerFactor({ memberId, email }: Owner): FactorOffer {
  const secret = newTotpSecret();
  const sealed = seal(SETUP, JSON.stringify({ secret, memberId, at: now().getTime() }));
  return { secret, url: totpUrl(secret, email), sealed: sealed.toString("base64url") };
}

const OFFER_MS = 15 * 60_000;

/** The secret of an offer made to this very member a moment ago. @throws DomainError `link_ended` */
function opened(sealed: string, { memberId }: { memberId: string }): string {
  try {
    const offer: unknown = JSON.parse(unseal(SETUP, Buffer.from(sealed, "base64url")));
    if (
      typeof offer === "object" &&
      offer !== null &&
      "memberId" in offer &&
      offer.memberId === memberId &&
      "secret" in offer &&
      typeof offer.secret === "string" &&
      "at" in offer &&
      typeof offer.at === "number" &&
      now().getTime() - offer.at < OFFER_MS
    )
      return offer.secret;
  } catch {
    // sealed by somebody else, or cut: as good as none
  }
  throw new DomainError("validation_failed", { "": ["offer_ended"] });
}

/**
 * Switches the second step on. The other devices are signed out.
 * @returns ten recovery codes, shown this once
 * @throws DomainError `validation_failed` (code: wrong_code), as `proveAgain`, `rate_limited`
 */
export async function switchFactorOn(
  actor: Member,
  {
    sealed,
    code,
    currentPassword,
  }: { sealed: string; code: string; currentPassword?: string | undefined },
): Promise<string[]> {
  const { workspaceId, memberId } = actor;
  await countTry({ counter: "factor-setup", key: memberId });
  const secret = opened(sealed, actor);
  const identityId = await proveAgain(actor, currentPassword);
  const step = rightStep(secret, code);
  return db.$transaction(async (tx) => {
    const codes = await keepFactor(tx, { workspaceId, identityId }, secret, step);
    await endAllSessions(tx, { workspaceId, memberId }, actor.sessionId);
    await notifyFactorChanged(tx, actor, true);
    return codes;
  });
}

/** @throws DomainError `validation_failed` (code: wrong_code) */
function rightStep(secret: string, code: string): number {
  const step = totpStep(secret, code, now());
  if (step === null) throw new DomainError("validation_failed", { code: ["wrong_code"] });
  return step;
}

/** @returns the recovery codes; only their hashes are stored */
async function keepFactor(
  tx: Tx,
  { workspaceId, identityId }: Known,
  secret: string,
  step: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.identity.updateMany({
    where: { workspaceId, id: identityId },
    data: { totpEnc: new Uint8Array(seal(SECRET, secret)), totpStep: BigInt(step) },
  });
  await tx.recoveryCode.deleteMany({ where: { workspaceId, identityId } });
  await tx.recoveryCode.createMany({
    data: codes.map((value) => ({
      workspaceId,
      identityId,
      codeHash: recoveryHash(identityId, value),
    })),
  });
  return codes;
}

/** A second step for somebody whose role asks for one, before they are in; null: nobody waits behind this secret. */
export async function offerBeforeSignIn(partial: string): Promise<FactorOffer | null> {
  const found = await findPreSession(SET_UP, partial, partialSignIn);
  if (!found) return null;
  const { workspaceId, memberId } = found.data;
  const member = await db.member.findFirst({
    where: { workspaceId, id: memberId, state: "active" },
    select: { email: true },
  });
  return member && offerFactor({ memberId, email: member.email });
}

/**
 * Sets up the second step a role asks for, and lets its owner in.
 * @returns the new session's secret, and the recovery codes, shown this once
 * @throws DomainError `unauthenticated` without the first step, `validation_failed` (code: wrong_code), `rate_limited`
 */
export async function setUpBeforeSignIn(
  partial: string,
  { sealed, code }: { sealed: string; code: string },
  origin: Origin,
): Promise<{ token: string; codes: string[] }> {
  const found = await findPreSession(SET_UP, partial, partialSignIn);
  if (!found) throw new DomainError("unauthenticated");
  const { workspaceId, memberId, identityId } = found.data;
  await countTry({ counter: "factor-setup", key: memberId });
  const secret = opened(sealed, found.data);
  const step = rightStep(secret, code);
  return db.$transaction(async (tx) => {
    if (!(await spendPreSession(tx, found.id))) throw new DomainError("unauthenticated");
    const waiting = await tx.identity.count({
      where: {
        workspaceId,
        id: identityId,
        totpEnc: null, // set up meanwhile elsewhere: this one must not replace it
        member: { state: "active", workspace: { deletedAt: null } },
      },
    });
    if (waiting === 0) throw new DomainError("unauthenticated");
    const codes = await keepFactor(tx, { workspaceId, identityId }, secret, step);
    await notifyFactorChanged(tx, unauthenticatedActor(found.data, origin), true);
    const token = await enter(tx, { ...found.data, hasFactor: true }, origin);
    return { token, codes };
  });
}

/** Switches it off again. @throws DomainError as `proveAgain`, `validation_failed` (factor_needed), `rate_limited` */
export async function switchFactorOff(
  actor: Member,
  { currentPassword }: { currentPassword?: string | undefined },
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await countTry({ counter: "factor-setup", key: memberId });
  const identityId = await proveAgain(actor, currentPassword);
  await db.$transaction(async (tx) => {
    const { count } = await tx.identity.updateMany({
      where: { workspaceId, memberId, totpEnc: { not: null } },
      data: { totpEnc: null, totpStep: null },
    });
    if (count === 0) throw new DomainError("invalid_state");
    await staysAllowed(tx, actor);
    await tx.recoveryCode.deleteMany({ where: { workspaceId, identityId } });
    await notifyFactorChanged(tx, actor, false);
  });
}

/** @throws DomainError `validation_failed` (factor_needed) where role or emergency access asks for a second step */
async function staysAllowed(tx: Tx, { workspaceId, memberId, role }: Member): Promise<void> {
  const { signIn } = await getWorkspaceSettings(tx, workspaceId);
  const isEmergency = await tx.identity.count({
    where: { workspaceId, memberId, isBreakGlass: true },
  });
  if (isEmergency > 0 || signIn.factorRoles.includes(role))
    throw new DomainError("validation_failed", { "": ["factor_needed"] });
}

async function notifyFactorChanged(tx: Tx, actor: Member, isOn: boolean): Promise<void> {
  const { workspaceId, memberId } = actor;
  await record(
    tx,
    actor,
    "factor.changed",
    { kind: "member", id: memberId },
    { before: { isOn: !isOn }, after: { isOn } },
  );
  await notifyOfSecurityChange(
    tx,
    { workspaceId, memberId },
    { name: isOn ? "factor_on" : "factor_off" },
  );
}

type Known = { workspaceId: string; identityId: string };

/**
 * Takes a code of the authenticator, or a recovery code, once.
 * @returns whether it was right and not used before
 */
export async function takeFactor(
  tx: Tx,
  { workspaceId, identityId }: Known,
  code: string,
): Promise<boolean> {
  const identity = await tx.identity.findFirst({
    where: { workspaceId, id: identityId },
    select: { totpEnc: true },
  });
  if (identity?.totpEnc == null) return false;
  const step = totpStep(unseal(SECRET, identity.totpEnc), code, now());
  if (step !== null) {
    const { count } = await tx.identity.updateMany({
      where: {
        workspaceId,
        id: identityId,
        OR: [{ totpStep: null }, { totpStep: { lt: BigInt(step) } }],
      },
      data: { totpStep: BigInt(step) },
    });
    return count === 1;
  }
  const { count } = await tx.recoveryCode.updateMany({
    where: { workspaceId, identityId, codeHash: recoveryHash(identityId, code), usedAt: null },
    data: { usedAt: now() },
  });
  return count === 1;
}

/** `kf7mq-2xw9t`: 49 bits, behind a password and a limit of tries. */
function newRecoveryCode(): string {
  const signs = Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)] ?? "");
  return `${signs.slice(0, 5).join("")}-${signs.slice(5).join("")}`;
}

const recoveryHash = (identityId: string, code: string): Uint8Array<ArrayBuffer> =>
  hashOf(
    `${identityId}:${code
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^a-z0-9]/g, "")}`,
  );
