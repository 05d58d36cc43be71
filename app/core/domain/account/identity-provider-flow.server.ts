import { env } from "#app/core/platform/env.server.ts";
import { discover, type Provider } from "#app/core/platform/oauth/discovery.server.ts";
import { InvalidIdToken } from "#app/core/platform/oauth/errors.ts";
import { type Claims, readIdToken } from "#app/core/platform/oauth/id-token.server.ts";
import {
  beginAuthorization,
  type CodeFlow,
  finishAuthorization,
} from "#app/core/platform/oauth/identity-provider-strategy.server.ts";
import type { IdentityProvider } from "#app/core/platform/identity-provider-settings.ts";
import { paths } from "#app/paths.ts";
import { PRE_SESSION_SECONDS } from "./pre-session.server.ts";

/**
 * Sends a browser to the identity provider, to be told who somebody is.
 * @param isAgain they show it there once more, signed in there or not
 * @returns the redirect with its cookie, and the state that comes back with the answer
 * @throws ProviderUnavailable
 */
export async function requestClaims(
  identityProvider: IdentityProvider,
  { nonce, isAgain }: { nonce: string; isAgain: boolean },
): Promise<{ redirect: Response; state: string }> {
  const provider = await discover(identityProvider.issuer);
  const again = isAgain ? { prompt: "login", max_age: "0" } : {};
  return beginAuthorization(flowOf(identityProvider, provider, { nonce, ...again }));
}

/**
 * Who came back, by an ID token that is meant for us and for this nonce.
 * @throws AuthorizationCancelled, GrantRefused, InvalidIdToken, ProviderUnavailable
 */
export async function readClaims(
  identityProvider: IdentityProvider,
  nonce: string,
  request: Request,
): Promise<Claims> {
  const { issuer, clientId } = identityProvider;
  const provider = await discover(issuer);
  const answer = await finishAuthorization(flowOf(identityProvider, provider), request);
  const token = answer["id_token"];
  if (typeof token !== "string") throw new InvalidIdToken("none");
  return readIdToken(token, { issuer, clientId, nonce, keys: provider.keys });
}

/** Identity sign-in asks who somebody is, and never for data (product §9.2). */
const flowOf = (
  { slug, issuer, clientId, clientSecret }: IdentityProvider,
  { authorizationEndpoint, tokenEndpoint, secretIn }: Provider,
  params: CodeFlow["params"] = {},
): CodeFlow => ({
  slug,
  issuer,
  clientId,
  clientSecret,
  authorizationEndpoint,
  tokenEndpoint,
  secretIn,
  redirectUri: `${env().appUrl}${paths.signInIdentityProviderReturn(slug)}`,
  scopes: ["openid", "email", "profile"],
  params,
  stateSeconds: PRE_SESSION_SECONDS,
});
