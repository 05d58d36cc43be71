import * as z from "zod";
import { db, isUniqueViolation } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Claims } from "#app/core/platform/oauth/id-token.server.ts";
import type { IdentityProvider } from "#app/core/platform/identity-provider-settings.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { findPreSession, keepPreSession, spendPreSession } from "./pre-session.server.ts";
import type { OwnIdentityProviders } from "./profile-view.ts";
import { proveAgain } from "./prove.server.ts";
import { notifyOfSecurityChange } from "./security-email.server.ts";
import { endSession, startSession } from "./session.server.ts";
import { countTry } from "./tries.server.ts";
import { requireSignInMethod, lockWaysIn } from "./sign-in-methods.server.ts";

const BEGUN = "partner_link";
const begun = z.object({ sessionId: z.uuid(), partner: z.string() });
const shown = ({ slug, name }: IdentityProvider) => ({ slug, name });

/**
 * The identity providers somebody signs in with, and those they could.
 * @param partial the secret of a link they have begun; null: none
 */
export async function listOwnIdentityProviders(
  actor: Member,
  partial: string | null,
): Promise<OwnIdentityProviders> {
  const { workspaceId, memberId } = actor;
  const { identityProviders } = env();
  const logins = await db.partnerLogin.findMany({
    where: { workspaceId, identity: { memberId } },
    orderBy: { createdAt: "asc" },
    select: { id: true, issuer: true, createdAt: true },
  });
  const isLinked = ({ issuer }: IdentityProvider) =>
    logins.some((login) => login.issuer === issuer);
  const waiting = partial === null ? null : await findBegun(actor, partial);
  const begunWith = identityProviders.find(({ slug }) => slug === waiting?.partner);
  return {
    linked: logins.map(({ id, issuer, createdAt }) => ({
      id,
      name: identityProviders.find((one) => one.issuer === issuer)?.name ?? new URL(issuer).host,
      linkedAt: createdAt.toISOString(),
    })),
    others: identityProviders.filter((one) => !isLinked(one)).map(shown),
    again: identityProviders.filter(isLinked).map(shown),
    begun: begunWith ? shown(begunWith) : null,
  };
}

/**
 * Notes that somebody wants to link an identity provider's account to theirs, and has shown again who they are.
 * @returns a secret that lets this sign-in leave for that identity provider
 * @throws DomainError as `proveAgain`, `validation_failed` (partner), `rate_limited`
 */
export async function beginLink(
  actor: Member,
  { partner, currentPassword }: { partner: string; currentPassword?: string | undefined },
): Promise<string> {
  if (!env().identityProviders.some(({ slug }) => slug === partner))
    throw new DomainError("validation_failed", { partner: ["invalid_choice"] });
  await countTry({ counter: "partner-link", key: actor.memberId });
  await proveAgain(actor, currentPassword);
  const { sessionId } = actor;
  return db.$transaction((tx) => keepPreSession(tx, BEGUN, { sessionId, partner }));
}

async function findBegun({ sessionId }: Member, partial: string) {
  const found = await findPreSession(BEGUN, partial, begun);
  return found?.data.sessionId === sessionId ? { id: found.id, ...found.data } : null;
}

/** Uses up what `beginLink` noted. @returns whether this sign-in had begun to link that identity provider */
export async function leaveToLink(actor: Member, partial: string, slug: string): Promise<boolean> {
  const found = await findBegun(actor, partial);
  if (found?.partner !== slug) return false;
  return db.$transaction((tx) => spendPreSession(tx, found.id));
}

/**
 * Links the account the identity provider says somebody has to theirs.
 * @returns false when it signs somebody else in already
 */
export async function linkOwn(
  actor: Member,
  identityProvider: IdentityProvider,
  claims: Claims,
): Promise<boolean> {
  const { workspaceId, memberId } = actor;
  const key = { issuer: claims.iss, subject: claims.sub };
  try {
    return await db.$transaction(async (tx) => {
      await lockWaysIn(tx, actor);
      const login = await tx.partnerLogin.findUnique({
        where: { issuer_subject: key },
        select: { identity: { select: { memberId: true } } },
      });
      if (login) return login.identity.memberId === memberId;
      const { id: identityId } = await tx.identity.findFirstOrThrow({
        where: { workspaceId, memberId },
        select: { id: true },
      });
      await tx.partnerLogin.create({
        data: { id: newId(), workspaceId, identityId, ...key, createdBy: memberId },
        select: { id: true },
      });
      const target = { kind: "member", id: memberId };
      await record(tx, actor, "partner.linked", target, { after: { issuer: key.issuer } });
      await notifyOfSecurityChange(tx, actor, {
        name: "partner_linked",
        identityProvider: identityProvider.name,
      });
      return true;
    });
  } catch (error) {
    // Linked by somebody else at the same moment.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * Somebody has shown their identity provider again who they are: a new sign-in takes the place of theirs.
 * @returns its secret; null when the identity provider knows them as somebody else
 */
export async function enterAgain(actor: Member, claims: Claims): Promise<string | null> {
  const { workspaceId, memberId, sessionId, origin } = actor;
  return db.$transaction(async (tx) => {
    const login = await tx.partnerLogin.findUnique({
      where: { issuer_subject: { issuer: claims.iss, subject: claims.sub } },
      select: { identityId: true, identity: { select: { memberId: true } } },
    });
    if (login?.identity.memberId !== memberId) return null;
    const { factorAt } = await tx.session.findFirstOrThrow({
      where: { workspaceId, id: sessionId },
      select: { factorAt: true },
    });
    await endSession(tx, workspaceId, sessionId);
    const { identityId } = login;
    const hasFactor = factorAt !== null;
    const token = await startSession(tx, { workspaceId, identityId, memberId, hasFactor }, origin);
    await record(tx, actor, "session.started", { kind: "member", id: memberId });
    return token;
  });
}

/**
 * Signs nobody in through that identity provider's account any more. Never the last way in.
 * @throws DomainError `not_found`, `validation_failed` (last_way_in)
 */
export async function unlinkIdentityProvider(actor: Member, partnerLoginId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await lockWaysIn(tx, actor);
    const login = await tx.partnerLogin.findFirst({
      where: { workspaceId, id: partnerLoginId, identity: { memberId } },
      select: { issuer: true },
    });
    if (!login) throw new DomainError("not_found");
    await tx.partnerLogin.deleteMany({ where: { workspaceId, id: partnerLoginId } });
    await requireSignInMethod(tx, actor);
    const target = { kind: "member", id: memberId };
    await record(tx, actor, "partner.unlinked", target, { before: { issuer: login.issuer } });
  });
}
