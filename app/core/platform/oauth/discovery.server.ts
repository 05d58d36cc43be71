import { createRemoteJWKSet } from "jose";
import * as z from "zod";
import { now } from "../clock.ts";
import { remember } from "../remember.ts";
import { ProviderUnavailable } from "./errors.ts";
import type { OAuthClient } from "./token-request.server.ts";

/** Nobody waits longer for a provider that does not answer. */
const TIMEOUT_MS = 5_000;
const FRESH_MS = 3_600_000;

const httpUrl = z.url({ protocol: /^https?$/ });
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: httpUrl,
  token_endpoint: httpUrl,
  jwks_uri: httpUrl,
  /** Where it says nothing, it takes the secret in the header (OpenID Connect Discovery §3). */
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
});
type Metadata = z.output<typeof metadataSchema>;
/** Where an issuer is asked, how it takes our secret, and the keys it signs ID tokens with. */
export type Provider = {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  secretIn: OAuthClient["secretIn"];
  keys: ReturnType<typeof createRemoteJWKSet>;
};

const known = () => remember("oidc", () => new Map<string, { provider: Provider; at: number }>());

/**
 * What a provider publishes of itself; asked again after an hour.
 * @param issuer its address, without `/.well-known/…`
 * @throws ProviderUnavailable
 */
export async function discover(issuer: string): Promise<Provider> {
  const kept = known().get(issuer);
  if (kept && now().getTime() - kept.at < FRESH_MS) return kept.provider;
  const metadata = await readMetadata(issuer);
  // Whoever answers for another issuer would decide who its people are.
  if (metadata.issuer !== issuer) throw new ProviderUnavailable("another issuer");
  // Tokens and keys travel as safely as the issuer itself is reached.
  const urls = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri];
  if (issuer.startsWith("https:") && urls.some((url) => !url.startsWith("https:")))
    throw new ProviderUnavailable("an endpoint without https");
  const provider: Provider = {
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    secretIn: takesBodyOnly(metadata) ? "body" : "header",
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: TIMEOUT_MS }),
  };
  known().set(issuer, { provider, at: now().getTime() });
  return provider;
}

async function readMetadata(issuer: string): Promise<Metadata> {
  try {
    const answer = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new ProviderUnavailable(`status ${answer.status}`);
    return metadataSchema.parse(await answer.json());
  } catch (error) {
    throw new ProviderUnavailable("no metadata", { cause: error });
  }
}

/** The header is what every provider must take that names it; only one that names the body alone gets it there. */
const takesBodyOnly = ({ token_endpoint_auth_methods_supported: ways }: Metadata): boolean =>
  !ways.includes("client_secret_basic") && ways.includes("client_secret_post");
