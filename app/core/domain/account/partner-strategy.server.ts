import {
  OAuth2RequestError,
  OAuth2Strategy,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { env } from "#app/core/platform/env.server.ts";
import { discover, type Provider } from "#app/core/platform/oauth/discovery.server.ts";
import { InvalidIdToken, ProviderUnavailable } from "#app/core/platform/oauth/errors.ts";
import { type Claims, readIdToken } from "#app/core/platform/oauth/id-token.server.ts";
import type { Partner } from "#app/core/platform/partner-settings.ts";
import { paths } from "#app/paths.ts";
import { PRE_SESSION_SECONDS } from "./pre-session.server.ts";

/** The library adds `:<uuid>`, one cookie for each tab that is on its way (reliability §3.4). */
export const STATE_COOKIE = "__Host-oauth";
const TOKEN_MS = 10_000;

/** The code flow of one partner for one request, with a nonce of ours. */
class PartnerStrategy extends OAuth2Strategy<Claims> {
  readonly #nonce: string;
  /** The secret goes in the body of the request for tokens, not in its header. */
  readonly #isPosted: boolean;
  readonly #isAgain: boolean;

  constructor(
    options: ConstructorParameters<typeof OAuth2Strategy>[0],
    verify: ConstructorParameters<typeof OAuth2Strategy<Claims>>[1],
    { nonce, isPosted, isAgain }: { nonce: string; isPosted: boolean; isAgain: boolean },
  ) {
    super(options, verify);
    this.#nonce = nonce;
    this.#isPosted = isPosted;
    this.#isAgain = isAgain;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const all = new URLSearchParams(params);
    all.set("nonce", this.#nonce);
    if (this.#isAgain) {
      all.set("prompt", "login");
      all.set("max_age", "0");
    }
    return all;
  }

  protected override async validateAuthorizationCode(code: string, verifier: string) {
    const timeout = new Promise<never>((_done, refuse) => {
      setTimeout(() => refuse(new ProviderUnavailable("no tokens")), TOKEN_MS).unref();
    });
    try {
      const asking = this.#isPosted
        ? this.#askByBody(code, verifier)
        : super.validateAuthorizationCode(code, verifier);
      return await Promise.race([asking, timeout]);
    } catch (error) {
      // A code that is not good is the visitor's affair, everything else the partner's.
      if (error instanceof OAuth2RequestError || error instanceof ProviderUnavailable) throw error;
      const isRefusal =
        error instanceof UnexpectedErrorResponseBodyError ||
        error instanceof UnexpectedResponseError;
      if (isRefusal && (error.status === 400 || error.status === 401))
        throw new RangeError("The partner refused the code.");
      throw new ProviderUnavailable("no tokens", { cause: error });
    }
  }

  /** `client_secret_post`, which the library does not speak (RFC 6749 §2.3.1). */
  async #askByBody(code: string, verifier: string): Tokens {
    const { tokenEndpoint, redirectURI, clientId, clientSecret } = this.options;
    const answer = await fetch(tokenEndpoint, {
      method: "POST",
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(TOKEN_MS),
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        client_id: clientId,
        client_secret: clientSecret ?? "",
        redirect_uri: String(redirectURI),
      }),
    });
    if (answer.status === 400 || answer.status === 401)
      throw new RangeError("The partner refused the code.");
    if (!answer.ok) throw new ProviderUnavailable(`status ${answer.status}`);
    const data: unknown = await answer.json();
    if (typeof data !== "object" || data === null) throw new ProviderUnavailable("no tokens");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library does not export its class; what we read of it is its data
    return { data } as Awaited<Tokens>;
  }
}
type Tokens = ReturnType<OAuth2Strategy<Claims>["validateAuthorizationCode"]>;

/**
 * Asks the partner who somebody is, and nothing else: identity sign-in never asks for data (product §9.2).
 * @param isAgain the partner asks them to show it again, signed in there or not
 * @throws ProviderUnavailable
 */
export async function openPartner(
  partner: Partner,
  nonce: string,
  isAgain = false,
): Promise<PartnerStrategy> {
  const provider = await discover(partner.issuer);
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
      if (typeof token !== "string") throw new InvalidIdToken("none");
      return readIdToken(token, {
        issuer: partner.issuer,
        clientId: partner.clientId,
        nonce,
        keys: provider.keys,
      });
    },
    { nonce, isPosted: takesPostOnly(provider), isAgain },
  );
}

/** The header is what every provider must take that names it; only one that names the body alone gets it there. */
const takesPostOnly = ({ token_endpoint_auth_methods_supported: ways }: Provider): boolean =>
  !ways.includes("client_secret_basic") && ways.includes("client_secret_post");
