import * as z from "zod";
import { newSecret } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { discover, type Provider } from "#app/core/platform/oauth/discovery.server.ts";
import {
  AuthorizationCancelled,
  GrantRefused,
  InvalidIdToken,
  ProviderUnavailable,
} from "#app/core/platform/oauth/errors.ts";
import { type Claims, readIdToken } from "#app/core/platform/oauth/id-token.server.ts";
import {
  beginAuthorization,
  type CodeFlow,
  finishAuthorization,
} from "#app/core/platform/oauth/partner-strategy.server.ts";
import type { Partner } from "#app/core/platform/partner-settings.ts";
import { paths } from "#app/paths.ts";
import type { Member, Origin } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import {
  findPreSession,
  keepPreSession,
  PRE_SESSION_SECONDS,
  spendPreSession,
} from "./pre-session.server.ts";
import { countTry, ofAddress } from "./tries.server.ts";

/** Half a sign-in on its way to the partner, found again by its state. */
const ON_THE_WAY = "partner";
const onTheWay = z.object({
  partner: z.string(),
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
 * What somebody who is signed in leaves for: to link the partner's account to theirs, or to show again who they are.
 * Whoever comes back must be the sign-in that left.
 */
export type OwnPurpose = "link" | "again";
const perAddress = () => ({ name: "partner-ip", points: 60, seconds: 15 * 60 });

/** Partners as the sign-in page shows them. */
export const listPartners = (): { slug: string; name: string }[] =>
  env().partners.map(({ slug, name }) => ({ slug, name }));

/** @throws DomainError `not_found` for one that was not set up */
function partnerOf(slug: string): Partner {
  const partner = env().partners.find((one) => one.slug === slug);
  if (!partner) throw new DomainError("not_found");
  return partner;
}

/**
 * Sends the browser to the partner: code flow, PKCE, a state and a nonce, each for once.
 * @param next a path of ours, for afterwards
 * @param how what for, of somebody who is signed in; the sign-up link somebody else came by
 * @returns the redirect with its cookie; null when the partner cannot be reached
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function beginPartner(
  slug: string,
  next: string,
  origin: Origin,
  how: { own?: { purpose: OwnPurpose; actor: Member } | null; invitation?: string | null } = {},
): Promise<Response | null> {
  const partner = partnerOf(slug);
  const { own = null, invitation = null } = how;
  await countTry(ofAddress(perAddress(), origin));
  const nonce = newSecret(16);
  const again = own?.purpose === "again" ? { prompt: "login", max_age: "0" } : {};
  try {
    const provider = await discover(partner.issuer);
    const flow = flowOf(partner, provider, { nonce, ...again });
    const { redirect, state } = await beginAuthorization(flow);
    const data = {
      partner: slug,
      nonce,
      next,
      invitation,
      own: own && { purpose: own.purpose, sessionId: own.actor.sessionId },
    };
    await db.$transaction((tx) => keepPreSession(tx, ON_THE_WAY, data, state));
    return redirect;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    noteUnavailable(partner, error);
    return null;
  }
}

/** Asks who somebody is, and nothing else: identity sign-in never asks for data (product §9.2). */
const flowOf = (
  { slug, issuer, clientId, clientSecret }: Partner,
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
  redirectUri: `${env().appUrl}${paths.signInPartnerReturn(slug)}`,
  scopes: ["openid", "email", "profile"],
  params,
  stateSeconds: PRE_SESSION_SECONDS,
});

function noteUnavailable({ slug }: Partner, error: ProviderUnavailable): void {
  const { cause } = error;
  const why = cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
  log.warn({ partner: slug, why }, "a sign-in partner cannot be reached");
}

/**
 * `cancelled`: the visitor, or somebody in between, did not bring what we asked for. `away`: the partner did not answer.
 */
export type Return =
  | {
      kind: "came";
      partner: Partner;
      claims: Claims;
      next: string;
      invitation: string | null;
      purpose: OwnPurpose | null;
    }
  | { kind: "cancelled" | "away" };

/**
 * Takes the partner's answer, once: state, verifier, issuer, and the token with everything that must stand in it.
 * @param actor who is signed in in this browser; what they left for is theirs alone to finish
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function readReturn(
  slug: string,
  request: Request,
  actor: Member | null,
  origin: Origin,
): Promise<Return> {
  const partner = partnerOf(slug);
  await countTry(ofAddress(perAddress(), origin));
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const found = await findPreSession(ON_THE_WAY, state, onTheWay);
  if (found?.data.partner !== slug) return { kind: "cancelled" };
  const { own, next, nonce, invitation } = found.data;
  // While viewing as a colleague nobody finishes what they began as themselves: it would be done to the colleague.
  if (actor !== null && actor.viewer !== null) return { kind: "cancelled" };
  if ((own?.sessionId ?? null) !== (actor?.sessionId ?? null)) return { kind: "cancelled" };
  if (!(await db.$transaction((tx) => spendPreSession(tx, found.id)))) return { kind: "cancelled" };
  try {
    const claims = await claimsOf(partner, nonce, request);
    return { kind: "came", partner, claims, next, invitation, purpose: own?.purpose ?? null };
  } catch (error) {
    return { kind: failureOf(partner, error) };
  }
}

/** Whom the partner says it is. @throws what `failureOf` knows */
async function claimsOf(partner: Partner, nonce: string, request: Request): Promise<Claims> {
  const { issuer, clientId } = partner;
  const provider = await discover(issuer);
  const { id_token: token } = await finishAuthorization(flowOf(partner, provider), request);
  if (typeof token !== "string") throw new InvalidIdToken("none");
  return readIdToken(token, { issuer, clientId, nonce, keys: provider.keys });
}

function failureOf(partner: Partner, error: unknown): "cancelled" | "away" {
  const { slug } = partner;
  if (error instanceof ProviderUnavailable) {
    noteUnavailable(partner, error);
    return "away";
  }
  if (error instanceof InvalidIdToken)
    log.warn({ partner: slug, why: error.message }, "a sign-in partner's token was refused");
  else if (error instanceof GrantRefused)
    log.warn({ partner: slug, why: error.message }, "a sign-in partner gave no tokens");
  else if (!(error instanceof AuthorizationCancelled)) throw error;
  return "cancelled";
}
