import {
  type OAuthPort,
  type Provider,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import { env } from "#app/core/platform/env.server.ts";
import { fetch as guardedFetch } from "#app/core/platform/http-guard.server.ts";
import { requestTokens } from "#app/core/platform/oauth/token-request.server.ts";
import { askVendor, readBody } from "../vendor-call.server.ts";
import { check, crm, readAccount } from "./client.server.ts";
import { tokenSchema } from "./wire.ts";

/**
 * Salesforce and its sandbox, which differ in where one signs in. Every refresh may bring another refresh token, which
 * ends the one before.
 */
export function salesforceProvider(
  slug: "salesforce" | "salesforce-sandbox",
  loginUrl: () => string,
): Provider {
  const client = (app: Parameters<OAuthPort["flow"]>[0]) => ({
    ...app,
    tokenEndpoint: `${loginUrl()}/services/oauth2/token`,
    secretIn: "body" as const,
    send: guardedFetch,
  });
  const scopes = ["api", "refresh_token", "openid"] as const;
  const readGrant: OAuthPort["readGrant"] = (answer) => {
    const token = readBody(tokenSchema, answer);
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token ?? null,
      expiresAt: null,
      scopes: token.scope ?? null,
      apiUrl: trustedUrl(token.instance_url, loginUrl()),
      accountId: /\/id\/([^/]+)\/[^/]+$/.exec(token.id ?? "")?.[1] ?? null,
    };
  };
  return {
    slug,
    scopes,
    covers,
    readAccount,
    check,
    crm,
    oauth: {
      flow: (app, redirectUri) => ({
        ...client(app),
        slug,
        redirectUri,
        scopes,
        authorizationEndpoint: `${loginUrl()}/services/oauth2/authorize`,
        params: {},
        issuer: null,
        stateSeconds: 600,
      }),
      readGrant,
      refresh: async (app, refreshToken) =>
        readGrant(
          await requestTokens(client(app), {
            grant_type: "refresh_token",
            refresh_token: refreshToken,
          }),
        ),
      revoke: async (_, refreshToken) => {
        await askVendor(
          {
            url: `${loginUrl()}/services/oauth2/revoke`,
            method: "POST",
            form: { token: refreshToken },
          },
          () => null,
        );
      },
    },
  };
}

/**
 * Salesforce answers scopes in its own words: `full` is all but `refresh_token`, `id` says as much of the account as
 * `openid`, and a lasting access is seen by the refresh token itself.
 */
const covers = (granted: readonly string[], scope: string): boolean =>
  scope === "refresh_token" ||
  granted.includes(scope) ||
  granted.includes("full") ||
  (scope === "openid" && granted.includes("id"));

/**
 * Where Salesforce says the organisation is: a token goes to the host that was configured, to Salesforce's own, or to
 * one the operator allows, and nowhere else.
 * @throws VendorFault `address_refused`
 */
function trustedUrl(instanceUrl: string, loginUrl: string): string {
  const url = new URL(instanceUrl);
  const { PRIVATE_HOSTS, SALESFORCE_URL, SALESFORCE_SANDBOX_URL } = env();
  const isTrusted =
    [loginUrl, SALESFORCE_URL, SALESFORCE_SANDBOX_URL].some((one) => isSameOrigin(url, one)) ||
    (url.protocol === "https:" && /^[a-z0-9.-]+\.salesforce\.com$/.test(url.host)) ||
    PRIVATE_HOSTS.includes(url.host) ||
    PRIVATE_HOSTS.includes(url.hostname);
  if (!isTrusted || url.username !== "") throw new VendorFault("address_refused");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

const ofLoopback = (host: string): string =>
  ["127.0.0.1", "[::1]"].includes(host) ? "localhost" : host;
/** A machine's names for itself are one. */
function isSameOrigin(url: URL, other: string): boolean {
  const { protocol, hostname, port } = new URL(other);
  return (
    url.protocol === protocol &&
    url.port === port &&
    ofLoopback(url.hostname) === ofLoopback(hostname)
  );
}
