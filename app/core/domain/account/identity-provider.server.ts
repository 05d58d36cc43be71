import * as z from "zod";
import { newSecret } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import {
  AuthorizationCancelled,
  GrantRefused,
  InvalidIdToken,
  ProviderUnavailable,
} from "#app/core/platform/oauth/errors.ts";
import type { Claims } from "#app/core/platform/oauth/id-token.server.ts";
import type { IdentityProvider } from "#app/core/platform/identity-provider-settings.ts";
import type { Member, Origin } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { requestClaims, readClaims } from "./identity-provider-flow.server.ts";
import { findPreSession, keepPreSession, spendPreSession } from "./pre-session.server.ts";
import { countTry, ofAddress } from "./tries.server.ts";

/** Half a sign-in on its way to the identity provider, found again by its state. */
const ON_THE_WAY = "partner";
const onTheWay = z.object({
  identityProvider: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** The sign-up link they came by. */
  invitation: z.string().nullable().default(null),
  own: z
    .object({ purpose: z.enum(["link", "again"]), sessionId: z.uuid() })
    .nullable()
    .default(null),
});
/**
 * What somebody who is signed in leaves for: to link the identity provider's account to theirs, or to show again who
 * they are. Whoever comes back must be the sign-in that left.
 */
export type OwnPurpose = "link" | "again";

/** Identity providers as the sign-in page shows them. */
export const listIdentityProviders = (): { slug: string; name: string }[] =>
  env().identityProviders.map(({ slug, name }) => ({ slug, name }));

/** @throws DomainError `not_found` for one that was not set up */
function identityProviderOf(slug: string): IdentityProvider {
  const identityProvider = env().identityProviders.find((one) => one.slug === slug);
  if (!identityProvider) throw new DomainError("not_found");
  return identityProvider;
}

/**
 * Sends the browser to the identity provider: code flow, PKCE, a state and a nonce, each for once.
 * @param next a path of ours, for afterwards
 * @param how what for, of somebody who is signed in; the sign-up link somebody else came by
 * @returns the redirect with its cookie; null when the identity provider cannot be reached
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function leaveForIdentityProvider(
  slug: string,
  next: string,
  origin: Origin,
  how: { own?: { purpose: OwnPurpose; actor: Member } | null; invitation?: string | null } = {},
): Promise<Response | null> {
  const identityProvider = identityProviderOf(slug);
  const { own = null, invitation = null } = how;
  await countTry(ofAddress("partner-ip", origin));
  const nonce = newSecret(16);
  const isAgain = own?.purpose === "again";
  try {
    const { redirect, state } = await requestClaims(identityProvider, { nonce, isAgain });
    const data = {
      identityProvider: slug,
      nonce,
      next,
      invitation,
      own: own && { purpose: own.purpose, sessionId: own.actor.sessionId },
    };
    await db.$transaction((tx) => keepPreSession(tx, ON_THE_WAY, data, state));
    return redirect;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    noteUnavailable(identityProvider, error);
    return null;
  }
}

function noteUnavailable({ slug }: IdentityProvider, error: ProviderUnavailable): void {
  const { cause } = error;
  const why = cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
  log.warn({ identityProvider: slug, why }, "a sign-in partner cannot be reached");
}

/**
 * `cancelled`: the visitor, or somebody in between, did not bring what we asked for. `away`: the identity provider did
 * not answer.
 */
export type Return =
  | {
      kind: "came";
      identityProvider: IdentityProvider;
      claims: Claims;
      next: string;
      invitation: string | null;
      purpose: OwnPurpose | null;
    }
  | { kind: "cancelled" | "away" };

/**
 * Takes the identity provider's answer, once: state, verifier, issuer, and the token with all that must stand in it.
 * @param actor who is signed in in this browser; what they left for is theirs alone to finish
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function readReturn(
  slug: string,
  request: Request,
  actor: Member | null,
  origin: Origin,
): Promise<Return> {
  const identityProvider = identityProviderOf(slug);
  await countTry(ofAddress("partner-ip", origin));
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const found = await findPreSession(ON_THE_WAY, state, onTheWay);
  if (found?.data.identityProvider !== slug) return { kind: "cancelled" };
  const { own, next, nonce, invitation } = found.data;
  // While viewing as a colleague nobody finishes what they began as themselves: it would be done to the colleague.
  if (actor !== null && actor.impersonator !== null) return { kind: "cancelled" };
  if ((own?.sessionId ?? null) !== (actor?.sessionId ?? null)) return { kind: "cancelled" };
  if (!(await db.$transaction((tx) => spendPreSession(tx, found.id)))) return { kind: "cancelled" };
  try {
    const claims = await readClaims(identityProvider, nonce, request);
    return {
      kind: "came",
      identityProvider,
      claims,
      next,
      invitation,
      purpose: own?.purpose ?? null,
    };
  } catch (error) {
    return { kind: failureOf(identityProvider, error) };
  }
}

function failureOf(identityProvider: IdentityProvider, error: unknown): "cancelled" | "away" {
  const { slug } = identityProvider;
  if (error instanceof ProviderUnavailable) {
    noteUnavailable(identityProvider, error);
    return "away";
  }
  if (error instanceof InvalidIdToken)
    log.warn(
      { identityProvider: slug, why: error.message },
      "a sign-in partner's token was refused",
    );
  else if (error instanceof GrantRefused)
    log.warn({ identityProvider: slug, why: error.message }, "a sign-in partner gave no tokens");
  else if (!(error instanceof AuthorizationCancelled)) throw error;
  return "cancelled";
}
