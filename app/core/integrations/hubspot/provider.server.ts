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

/** The dated addresses came with the versions of 2026; those of v3 are asked first. */
const TOKEN = ["/oauth/v3/token", "/oauth/2026-03/token"] as const;
const isNotThere = ({ status }: Response): boolean => status === 404 || status === 405;

const client = (app: AppKeys) => ({
  ...app,
  tokenEndpoint: `${env().HUBSPOT_API_URL}${TOKEN[0]}`,
  secretIn: "body" as const,
  // An address that is not there has used up nothing of what it was sent.
  send: async (...[address, init]: Parameters<typeof fetch>) => {
    const answer = await guardedFetch(address, init);
    return isNotThere(answer) ? guardedFetch(`${env().HUBSPOT_API_URL}${TOKEN[1]}`, init) : answer;
  },
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
    accountId: token.hub_id ?? null,
  };
};

const REVOKE = TOKEN.map((path) => `${path}/revoke`);

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
