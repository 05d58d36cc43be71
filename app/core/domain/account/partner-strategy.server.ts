import {
  OAuth2RequestError,
  OAuth2Strategy,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { env } from "#app/core/platform/env.server.ts";
import {
  BadToken,
  type Claims,
  discover,
  ProviderAway,
  readIdToken,
} from "#app/core/platform/oidc.server.ts";
import type { Partner } from "#app/core/platform/partner-settings.ts";
import { paths } from "#app/paths.ts";
import { PRE_SESSION_SECONDS } from "./pre-session.server.ts";

/** The library adds `:<uuid>`, one cookie for each tab that is on its way (reliability §3.4). */
export const STATE_COOKIE = "__Host-oauth";
const TOKEN_MS = 10_000;

/** The code flow of one partner for one request, with a nonce of ours. */
class PartnerStrategy extends OAuth2Strategy<Claims> {
  readonly #nonce: string;

  constructor(
    options: ConstructorParameters<typeof OAuth2Strategy>[0],
    verify: ConstructorParameters<typeof OAuth2Strategy<Claims>>[1],
    nonce: string,
  ) {
    super(options, verify);
    this.#nonce = nonce;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const all = new URLSearchParams(params);
    all.set("nonce", this.#nonce);
    return all;
  }

  protected override async validateAuthorizationCode(code: string, verifier: string) {
    const timeout = new Promise<never>((_done, refuse) => {
      setTimeout(() => refuse(new ProviderAway("no tokens")), TOKEN_MS).unref();
    });
    try {
      return await Promise.race([super.validateAuthorizationCode(code, verifier), timeout]);
    } catch (error) {
      // A code that is not good is the visitor's affair, everything else the partner's.
      if (error instanceof OAuth2RequestError || error instanceof ProviderAway) throw error;
      const isRefusal =
        error instanceof UnexpectedErrorResponseBodyError ||
        error instanceof UnexpectedResponseError;
      if (isRefusal && (error.status === 400 || error.status === 401))
        throw new RangeError("The partner refused the code.");
      throw new ProviderAway("no tokens", { cause: error });
    }
  }
}

/**
 * Asks the partner who somebody is, and nothing else: identity sign-in never asks for data (product §9.2).
 * @throws ProviderAway
 */
export async function openPartner(partner: Partner, nonce: string): Promise<PartnerStrategy> {
  const provider = await discover(partner);
  return new PartnerStrategy(
    {
      clientId: partner.clientId,
      clientSecret: partner.clientSecret,
      authorizationEndpoint: provider.authorization_endpoint,
      tokenEndpoint: provider.token_endpoint,
      redirectURI: `${env().appUrl}${paths.signInPartnerReturn(partner.slug)}`,
      scopes: ["openid", "email", "profile"],
      cookie: {
        name: STATE_COOKIE,
        secure: true,
        httpOnly: true,
        path: "/",
        sameSite: "Lax",
        maxAge: PRE_SESSION_SECONDS,
      },
    },
    ({ tokens }) => {
      const token = "id_token" in tokens.data ? tokens.data.id_token : undefined;
      if (typeof token !== "string") throw new BadToken("none");
      return readIdToken(partner, provider, token, nonce);
    },
    nonce,
  );
}
