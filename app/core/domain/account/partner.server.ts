import * as z from "zod";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { newSecret } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { BadToken, type Claims, ProviderAway } from "#app/core/platform/oidc.server.ts";
import type { Partner } from "#app/core/platform/partner-settings.ts";
import type { Member, Origin } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { openPartner } from "./partner-strategy.server.ts";
import { findPreSession, keepPreSession, spendPreSession } from "./pre-session.server.ts";
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
 * @param request its cookies are read, nothing else
 * @param next a path of ours, for afterwards
 * @param how what for, of somebody who is signed in; the sign-up link somebody else came by
 * @returns the redirect with its cookie; null when the partner cannot be reached
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function beginPartner(
  slug: string,
  next: string,
  request: Request,
  origin: Origin,
  how: { own?: { purpose: OwnPurpose; actor: Member } | null; invitation?: string | null } = {},
): Promise<Response | null> {
  const partner = partnerOf(slug);
  const { own = null, invitation = null } = how;
  await countTry(ofAddress("partner-ip", origin));
  const nonce = newSecret(16);
  try {
    const strategy = await openPartner(partner, nonce, own?.purpose === "again");
    // What the visitor's own address carries is no answer of the partner.
    const { origin: here, pathname } = new URL(request.url);
    await strategy.authenticate(
      new Request(here + pathname, { headers: { cookie: request.headers.get("cookie") ?? "" } }),
    );
  } catch (thrown) {
    if (thrown instanceof ProviderAway) return away(partner, thrown);
    if (!(thrown instanceof Response)) throw thrown;
    const state = new URL(thrown.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const data = {
      partner: slug,
      nonce,
      next,
      invitation,
      own: own && { purpose: own.purpose, sessionId: own.actor.sessionId },
    };
    await db.$transaction((tx) => keepPreSession(tx, ON_THE_WAY, data, state));
    return thrown;
  }
  throw new Error("The partner was not asked.");
}

function away({ slug }: Partner, error: ProviderAway): null {
  const { cause } = error;
  const why = cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
  log.warn({ partner: slug, why }, "a sign-in partner cannot be reached");
  return null;
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
  await countTry(ofAddress("partner-ip", origin));
  const search = new URL(request.url).searchParams;
  const found = await findPreSession(ON_THE_WAY, search.get("state") ?? "", onTheWay);
  if (found?.data.partner !== slug) return { kind: "cancelled" };
  const { own, next, nonce, invitation } = found.data;
  // With a colleague's eyes nobody finishes what they began with their own: it would be done to the colleague.
  if (actor !== null && actor.viewer !== null) return { kind: "cancelled" };
  if ((own?.sessionId ?? null) !== (actor?.sessionId ?? null)) return { kind: "cancelled" };
  if (!(await db.$transaction((tx) => spendPreSession(tx, found.id)))) return { kind: "cancelled" };
  const issuer = search.get("iss");
  if (issuer !== null && issuer !== partner.issuer) return { kind: "cancelled" };
  try {
    const strategy = await openPartner(partner, nonce);
    const claims = await strategy.authenticate(request);
    const purpose = own?.purpose ?? null;
    return { kind: "came", partner, claims, next, invitation, purpose };
  } catch (error) {
    if (error instanceof ProviderAway) {
      away(partner, error);
      return { kind: "away" };
    }
    if (error instanceof BadToken)
      log.warn({ partner: slug, why: error.message }, "a sign-in partner's token was refused");
    else if (!isCancelled(error)) throw error;
    return { kind: "cancelled" };
  }
}

/** remix-auth-oauth2: no state in the cookie, another one, or the partner said no. */
const isCancelled = (error: unknown): boolean =>
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof OAuth2RequestError;
