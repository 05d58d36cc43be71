import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member, Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { isSsoOnly } from "../workspace/sign-in-policy.server.ts";
import { type Entry, letIn } from "./entry.server.ts";
import type { NewCredential, ShownCredential } from "./passkey.schema.ts";
import type { PasskeyRow } from "./passkey-view.ts";
import { findPreSession, keepPreSession, spendPreSession } from "./pre-session.server.ts";
import { proveAgain } from "./prove.server.ts";
import { relyingParty } from "./relying-party.ts";
import { notifyOfSecurityChange } from "./security-email.server.ts";
import { endSession } from "./session.server.ts";
import { countTry, ofAddress } from "./tries.server.ts";
import { requireSignInMethod, lockWaysIn } from "./sign-in-methods.server.ts";

const ADD = "passkey_add";
const SHOW = "passkey";
const refused = () => new DomainError("validation_failed", { "": ["passkey_refused"] });
const idOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const bytesOf = (id: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(id, "base64url"));

/** The actor's passkeys, the newest first. */
export async function listPasskeys({ workspaceId, memberId }: Member): Promise<PasskeyRow[]> {
  const found = await db.passkey.findMany({
    where: { workspaceId, identity: { memberId } },
    orderBy: { createdAt: "desc" },
    select: { id: true, name: true, usedAt: true },
  });
  return found.map(({ usedAt, ...row }) => ({ ...row, usedAt: usedAt?.toISOString() ?? null }));
}

/**
 * What a browser needs to make a passkey, for somebody who has shown again who they are.
 * @returns `half` comes back with the answer; `options` are the browser's
 * @throws DomainError as `proveAgain`, `limit_reached`, `rate_limited`
 */
export async function offerPasskey(
  actor: Member,
  currentPassword: string | undefined,
): Promise<{ partial: string; options: string }> {
  const { workspaceId, memberId, email, name } = actor;
  await countTry({ counter: "passkey-add", key: memberId });
  await proveAgain(actor, currentPassword);
  const identity = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
    select: {
      id: true,
      passkeys: { select: { credential: true, transports: true } },
    },
  });
  if (identity.passkeys.length >= LIMITS.passkeys) throw limitReached(LIMITS.passkeys);
  const options = await generateRegistrationOptions({
    rpName: "Parley",
    rpID: relyingParty(env().appUrl).id,
    userName: email,
    userDisplayName: name,
    userID: bytesOf(identity.id.replaceAll("-", "")),
    attestationType: "none",
    excludeCredentials: identity.passkeys.map(({ credential, transports }) => ({
      id: idOf(credential),
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const { challenge } = options;
  const partial = await db.$transaction((tx) => keepPreSession(tx, ADD, { memberId, challenge }));
  return { partial, options: JSON.stringify(options) };
}

const added = z.object({ memberId: z.uuid(), challenge: z.string() });

/** Keeps a new passkey. @throws DomainError `validation_failed` (passkey_refused) */
export async function addPasskey(
  actor: Member,
  { partial, credential, name }: { partial: string; credential: NewCredential; name: string },
): Promise<void> {
  const { workspaceId, memberId } = actor;
  const found = await findPreSession(ADD, partial, added);
  if (found?.data.memberId !== memberId) throw refused();
  const party = relyingParty(env().appUrl);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: found.data.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refused();
  const { id, publicKey, counter } = registrationInfo.credential;
  try {
    await db.$transaction(async (tx) => {
      if (!(await spendPreSession(tx, found.id))) throw refused();
      const identity = await tx.identity.findFirstOrThrow({
        where: { workspaceId, memberId },
        select: { id: true },
      });
      const passkeyId = newId();
      await tx.passkey.create({
        data: {
          id: passkeyId,
          workspaceId,
          identityId: identity.id,
          credential: bytesOf(id),
          publicKey,
          signCount: BigInt(counter),
          transports: credential.response.transports ?? [],
          name,
          createdBy: memberId,
        },
        select: { id: true },
      });
      await record(tx, actor, "passkey.added", { kind: "passkey", id: passkeyId });
      await notifyOfSecurityChange(tx, { workspaceId, memberId }, { name: "passkey_added" });
    });
  } catch (error) {
    // A credential somebody has already: browsers never answer so.
    if (isUniqueViolation(error)) throw refused();
    throw error;
  }
}

/** One of the actor's own, nobody else's. @throws DomainError `not_found`, `validation_failed` (last_way_in) */
export async function removePasskey(actor: Member, passkeyId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await lockWaysIn(tx, actor);
    const { count } = await tx.passkey.deleteMany({
      where: { workspaceId, id: passkeyId, identity: { memberId } },
    });
    if (count === 0) throw new DomainError("not_found");
    await requireSignInMethod(tx, actor);
    await record(tx, actor, "passkey.removed", { kind: "passkey", id: passkeyId });
  });
}

/**
 * A challenge for whoever stands at the door. It names no credentials, so it tells nothing about anybody.
 * @returns `half` for the cookie, `options` for the browser
 * @throws DomainError `rate_limited`
 */
export async function askForPasskey(origin: Origin): Promise<{ partial: string; options: string }> {
  await countTry(ofAddress("passkey-ip", origin));
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(env().appUrl).id,
    userVerification: "required",
  });
  const { challenge } = options;
  const partial = await db.$transaction((tx) => keepPreSession(tx, SHOW, { challenge }));
  return { partial, options: JSON.stringify(options) };
}

const asked = z.object({ challenge: z.string() });

/**
 * Signs in with a passkey. What its owner has and what they are or know is two steps in one, so no code is asked for.
 * @param partial the secret of the challenge's cookie
 * @param before who is signed in in this browser; the new sign-in takes the place of theirs
 * @throws DomainError `validation_failed` (passkey_refused), `sso_required`, `rate_limited`
 */
export async function signInWithPasskey(
  partial: string,
  credential: ShownCredential,
  origin: Origin,
  before: Member | null = null,
): Promise<Entry> {
  await countTry(ofAddress("passkey-ip", origin));
  const found = await findPreSession(SHOW, partial, asked);
  if (!found || !(await db.$transaction((tx) => spendPreSession(tx, found.id)))) throw refused();
  const passkey = await db.passkey.findUnique({
    where: { credential: bytesOf(credential.id) },
    select: {
      id: true,
      workspaceId: true,
      identityId: true,
      publicKey: true,
      signCount: true,
      identity: {
        select: {
          memberId: true,
          email: true,
          member: { select: { state: true, workspace: { select: { deletedAt: true } } } },
        },
      },
    },
  });
  const member = passkey?.identity.member;
  if (!passkey || member?.state !== "active" || member.workspace.deletedAt !== null)
    throw refused();
  const counter = await counterOf(credential, passkey, found.data.challenge);
  if (counter === null) throw refused();
  const { workspaceId, identityId, identity } = passkey;
  if (await isSsoOnly(identity.email))
    throw new DomainError("sso_required", { "": ["sso_required"] });
  return db.$transaction(async (tx) => {
    await tx.passkey.updateMany({
      where: { workspaceId, id: passkey.id },
      data: { signCount: BigInt(counter), usedAt: now() },
    });
    const who = { workspaceId, identityId, memberId: identity.memberId };
    if (before) await endSession(tx, before.workspaceId, before.sessionId);
    return letIn(tx, who, origin, { hasFactor: true });
  });
}

/** @returns the authenticator's new count; null when the answer is not right, or the count says it is a copy */
async function counterOf(
  credential: ShownCredential,
  passkey: { publicKey: Uint8Array; signCount: bigint },
  challenge: string,
): Promise<number | null> {
  const party = relyingParty(env().appUrl);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.signCount),
      },
      requireUserVerification: true,
    });
    return verified && authenticationInfo.userVerified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
