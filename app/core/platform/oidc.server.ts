import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import * as z from "zod";
import { now } from "./clock.ts";
import type { Partner } from "./partner-settings.ts";
import { remember } from "./remember.ts";

/** A provider that does not answer holds nobody at the door. */
const TIMEOUT_MS = 5_000;
const FRESH_MS = 3_600_000;
const SKEW_SECONDS = 60;
/** Signatures with a public key only: `none`, and a secret the client knows, prove nothing. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

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
export type Provider = Metadata & { keys: ReturnType<typeof createRemoteJWKSet> };

/** The provider cannot be reached, or says of itself what cannot be right. */
export class ProviderAway extends Error {
  override name = "ProviderAway";
}
/** What came is not a sign-in of ours: not signed by the provider, or meant for somebody else, or old. */
export class BadToken extends Error {
  override name = "BadToken";
}

const known = () => remember("oidc", () => new Map<string, { provider: Provider; at: number }>());

/**
 * What a provider publishes of itself; asked again after an hour.
 * @throws ProviderAway
 */
export async function discover({ issuer }: Partner): Promise<Provider> {
  const kept = known().get(issuer);
  if (kept && now().getTime() - kept.at < FRESH_MS) return kept.provider;
  const metadata = await readMetadata(issuer);
  // Whoever answers for another issuer would decide who its people are.
  if (metadata.issuer !== issuer) throw new ProviderAway("another issuer");
  // Tokens and keys travel as safely as the issuer itself is reached.
  const urls = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri];
  if (issuer.startsWith("https:") && urls.some((url) => !url.startsWith("https:")))
    throw new ProviderAway("an endpoint without https");
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: TIMEOUT_MS });
  const provider = { ...metadata, keys };
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
    if (!answer.ok) throw new ProviderAway(`status ${answer.status}`);
    return metadataSchema.parse(await answer.json());
  } catch (error) {
    throw new ProviderAway("no metadata", { cause: error });
  }
}

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  tid: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  /** Entra: the owner of the domain was checked. */
  xms_edov: z.union([z.boolean(), z.number(), z.string()]).optional(),
  preferred_username: z.string().optional(),
});
export type Claims = z.output<typeof claimsSchema>;

/**
 * Reads an ID token: signature, issuer, audience, times and nonce.
 * @throws BadToken, ProviderAway
 */
export async function readIdToken(
  { issuer, clientId }: Partner,
  { keys }: Provider,
  token: string,
  nonce: string,
): Promise<Claims> {
  const claims = await verified(token, keys, issuer, clientId);
  if (claims.nonce !== nonce) throw new BadToken("nonce");
  const isShared = Array.isArray(claims.aud) && claims.aud.length > 1;
  if ((isShared || claims.azp !== undefined) && claims.azp !== clientId) throw new BadToken("azp");
  return claims;
}

async function verified(
  token: string,
  keys: Provider["keys"],
  issuer: string,
  audience: string,
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ["sub", "exp", "iat", "nonce"],
      maxTokenAge: 600,
      currentDate: now(),
    });
    return claimsSchema.parse(payload);
  } catch (error) {
    const isSilent = error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC";
    if (isSilent || error instanceof errors.JWKSTimeout || error instanceof TypeError)
      throw new ProviderAway("no keys", { cause: error });
    throw new BadToken("not valid", { cause: error });
  }
}
