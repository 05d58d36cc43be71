import { errors, jwtVerify } from "jose";
import * as z from "zod";
import { now } from "../clock.ts";
import type { Provider } from "./discovery.server.ts";
import { InvalidIdToken, ProviderUnavailable } from "./errors.ts";

const SKEW_SECONDS = 60;
const MAX_AGE_SECONDS = 600;
/** Signatures with a public key only: `none`, and a secret the client knows, prove nothing. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

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

/** What an ID token must say to be ours: who signs it, whom it is for, and the nonce that was asked with. */
type Expected = { issuer: string; clientId: string; nonce: string; keys: Provider["keys"] };

/**
 * Reads an ID token: signature, issuer, audience, times and nonce.
 * @throws InvalidIdToken, ProviderUnavailable
 */
export async function readIdToken(token: string, expected: Expected): Promise<Claims> {
  const { clientId, nonce } = expected;
  const claims = await verified(token, expected);
  if (claims.nonce !== nonce) throw new InvalidIdToken("nonce");
  const isShared = Array.isArray(claims.aud) && claims.aud.length > 1;
  if ((isShared || claims.azp !== undefined) && claims.azp !== clientId)
    throw new InvalidIdToken("azp");
  return claims;
}

async function verified(token: string, { issuer, clientId, keys }: Expected): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ["sub", "exp", "iat", "nonce"],
      maxTokenAge: MAX_AGE_SECONDS,
      currentDate: now(),
    });
    return claimsSchema.parse(payload);
  } catch (error) {
    const isSilent = error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC";
    if (isSilent || error instanceof errors.JWKSTimeout || error instanceof TypeError)
      throw new ProviderUnavailable("no keys", { cause: error });
    throw new InvalidIdToken("not valid", { cause: error });
  }
}
