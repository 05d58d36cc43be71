import { Authenticator } from "remix-auth";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { AuthorizationCancelled } from "./errors.ts";
import { type OAuthClient, requestTokens, type TokenAnswer } from "./token-request.server.ts";

/** The library adds `:<uuid>`, one cookie for each tab that is on its way (reliability §3.4). */
export const STATE_COOKIE = "__Host-oauth";

/** One way to a provider and back: who asks, for what, and where the answer goes. */
export type CodeFlow = OAuthClient & {
  /** The strategy's name: the slug that stands in the address people come back to. */
  slug: string;
  authorizationEndpoint: string;
  /** The address they come back to, in full; providers compare it letter for letter. */
  redirectUri: string;
  scopes: readonly string[];
  /** What the provider is asked besides: a nonce, `prompt`, `access_type`. */
  params: Readonly<Record<string, string>>;
  /** Who must have answered, where the answer says who did (RFC 9207); null: the provider has no issuer. */
  issuer: string | null;
  /** How long the browser keeps the state and its verifier. */
  stateSeconds: number;
};

/**
 * The code flow with state and PKCE, for one request: of sign-ins and of provider connections alike. It ends with the
 * provider's tokens; what they mean is the caller's.
 */
class IdentityProviderStrategy extends OAuth2Strategy<TokenAnswer> {
  readonly #flow: CodeFlow;

  constructor(flow: CodeFlow) {
    super(
      {
        clientId: flow.clientId,
        clientSecret: flow.clientSecret,
        authorizationEndpoint: flow.authorizationEndpoint,
        tokenEndpoint: flow.tokenEndpoint,
        redirectURI: flow.redirectUri,
        scopes: [...flow.scopes],
        cookie: {
          name: STATE_COOKIE,
          secure: true,
          httpOnly: true,
          path: "/",
          sameSite: "Lax",
          maxAge: flow.stateSeconds,
        },
      },
      ({ tokens }) => Promise.resolve({ ...tokens.data }),
    );
    this.#flow = flow;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    return new URLSearchParams({ ...Object.fromEntries(params), ...this.#flow.params });
  }

  /** The library's own request follows redirects, waits for ever and knows no `client_secret_post`. */
  protected override async validateAuthorizationCode(code: string, verifier: string): Tokens {
    const data = await requestTokens(this.#flow, {
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: this.#flow.redirectUri,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library does not export its class; what we read of it is its data
    return { data } as Awaited<Tokens>;
  }
}
type Tokens = ReturnType<OAuth2Strategy<TokenAnswer>["validateAuthorizationCode"]>;

/** One strategy a request: its nonce, scopes and endpoints are this one's. */
const authenticate = (flow: CodeFlow, request: Request): Promise<TokenAnswer> =>
  new Authenticator<TokenAnswer>()
    .use(new IdentityProviderStrategy(flow), flow.slug)
    .authenticate(flow.slug, request);

/**
 * Sends a browser to the provider.
 * @returns the redirect with its cookie, and the state, which the caller keeps with what it was made for
 */
export async function beginAuthorization(
  flow: CodeFlow,
): Promise<{ redirect: Response; state: string }> {
  try {
    // A request without a state: what the visitor's own address carries is no answer of the provider.
    await authenticate(flow, new Request(flow.redirectUri));
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const state = new URL(thrown.headers.get("location") ?? "").searchParams.get("state");
    if (state !== null) return { redirect: thrown, state };
  }
  throw new Error("The provider was not asked.");
}

/**
 * Takes the provider's answer for tokens. The state binds it to this browser only: that the state was ours, for this
 * purpose and unused, the caller has checked (`beginAuthorization`).
 * @throws AuthorizationCancelled, GrantRefused, ProviderUnavailable
 */
export async function finishAuthorization(flow: CodeFlow, request: Request): Promise<TokenAnswer> {
  const issuer = new URL(request.url).searchParams.get("iss");
  if (issuer !== null && flow.issuer !== null && issuer !== flow.issuer)
    throw new AuthorizationCancelled("another issuer");
  try {
    return await authenticate(flow, request);
  } catch (thrown) {
    if (isCancelled(thrown)) throw new AuthorizationCancelled("no answer", { cause: thrown });
    throw thrown;
  }
}

/** remix-auth-oauth2: no state in the address or the cookie, another one, or the provider said no. */
const isCancelled = (thrown: unknown): boolean =>
  thrown instanceof Response ||
  thrown instanceof ReferenceError ||
  thrown instanceof RangeError ||
  thrown instanceof OAuth2RequestError;
