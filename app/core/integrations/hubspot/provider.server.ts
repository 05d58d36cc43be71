import {
  type AppKeys,
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

const SCOPES = [
  "oauth",
  "crm.objects.contacts.read",
  "crm.objects.contacts.write",
  "crm.objects.companies.read",
  "crm.objects.deals.read",
  "crm.objects.deals.write",
  "crm.objects.owners.read",
  "crm.schemas.deals.read",
] as const;

const client = (app: AppKeys) => ({
  ...app,
  tokenEndpoint: `${env().HUBSPOT_API_URL}/oauth/v3/token`,
  secretIn: "body" as const,
  send: guardedFetch,
});

const readGrant: OAuthPort["readGrant"] = (answer) => {
  const token = readBody(tokenSchema, answer);
  const { expires_in: seconds } = token;
  return {
    accessToken: token.access_token,
    refreshToken: token.refresh_token ?? null,
    expiresAt:
      seconds === null || seconds === undefined ? null : new Date(Date.now() + seconds * 1_000),
    scopes: token.scopes ?? token.scope ?? null,
    apiUrl: env().HUBSPOT_API_URL,
  };
};

/** The dated address came with the versions of 2026; the one of v3 is asked first. */
const REVOKE = ["/oauth/v3/token/revoke", "/oauth/2026-03/token/revoke"] as const;

async function revoke(
  { clientId, clientSecret }: AppKeys,
  refreshToken: string,
  [path, ...others]: readonly string[] = REVOKE,
): Promise<void> {
  try {
    await askVendor(
      {
        url: `${env().HUBSPOT_API_URL}${path ?? ""}`,
        method: "POST",
        form: {
          client_id: clientId,
          client_secret: clientSecret,
          token: refreshToken,
          token_type_hint: "refresh_token",
        },
      },
      () => null,
    );
  } catch (error) {
    const isKnown = !(error instanceof VendorFault) || error.isTransient;
    if (isKnown || others.length === 0) throw error;
    await revoke({ clientId, clientSecret }, refreshToken, others);
  }
}

export const hubspot: Provider = {
  slug: "hubspot",
  scopes: SCOPES,
  readAccount,
  check,
  crm,
  oauth: {
    flow: (app, redirectUri) => ({
      ...client(app),
      slug: "hubspot",
      redirectUri,
      scopes: SCOPES,
      authorizationEndpoint: `${env().HUBSPOT_APP_URL}/oauth/authorize`,
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
    revoke: (app, refreshToken) => revoke(app, refreshToken),
  },
};
