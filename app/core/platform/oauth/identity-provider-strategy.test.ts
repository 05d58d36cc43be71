import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthorizationCancelled, GrantRefused } from "./errors.ts";
import {
  beginAuthorization,
  type CodeFlow,
  finishAuthorization,
  STATE_COOKIE,
} from "./identity-provider-strategy.server.ts";

const provider = new OAuth2Server();
let flow: CodeFlow;
beforeAll(async () => {
  await provider.issuer.keys.generate("RS256");
  await provider.start(0, "127.0.0.1");
  const url = `http://127.0.0.1:${provider.address().port}`;
  provider.issuer.url = url;
  // As a provider connection goes: its own scopes and parameters, and no issuer.
  flow = {
    slug: "hubspot",
    issuer: null,
    clientId: "parley",
    clientSecret: "secret",
    authorizationEndpoint: `${url}/authorize`,
    tokenEndpoint: `${url}/token`,
    secretIn: "body",
    redirectUri: "https://parley.test/auth/hubspot",
    scopes: ["oauth", "crm.objects.deals.read"],
    params: { access_type: "offline", prompt: "consent" },
    stateSeconds: 600,
  };
});
afterAll(() => provider.stop());

/** Away to the provider and back, as the browser comes. */
async function comeBack(way = flow): Promise<{ address: URL; cookie: string }> {
  const { redirect } = await beginAuthorization(way);
  const cookie = redirect.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const answer = await fetch(redirect.headers.get("location") ?? "", { redirect: "manual" });
  return { address: new URL(answer.headers.get("location") ?? ""), cookie };
}
const finish = (address: URL, cookie: string, way = flow) =>
  finishAuthorization(way, new Request(address, { headers: { cookie } }));

test("a browser leaves with state, challenge and all that was asked for", async () => {
  const { redirect, state } = await beginAuthorization(flow);
  const asked = new URL(redirect.headers.get("location") ?? "");
  expect(`${asked.origin}${asked.pathname}`).toBe(flow.authorizationEndpoint);
  const { code_challenge: challenge, ...others } = Object.fromEntries(asked.searchParams);
  expect(others).toEqual({
    response_type: "code",
    client_id: "parley",
    redirect_uri: flow.redirectUri,
    scope: "oauth crm.objects.deals.read",
    code_challenge_method: "S256",
    access_type: "offline",
    prompt: "consent",
    state,
  });
  expect(challenge).toMatch(/^[\w-]{43}$/);
  const [cookie = ""] = redirect.headers.getSetCookie();
  expect(cookie.startsWith(`${STATE_COOKIE}:`)).toBe(true);
  expect(cookie).toContain(state);
  expect(cookie).not.toContain(challenge ?? "");
});

test("the browser that left comes back to the provider's tokens", async () => {
  const { address, cookie } = await comeBack();
  expect(`${address.origin}${address.pathname}`).toBe(flow.redirectUri);
  const { access_token: access, refresh_token: refresh } = await finish(address, cookie);
  expect([typeof access, typeof refresh]).toEqual(["string", "string"]);
});

test("another browser, another state and no state get none", async () => {
  const { address, cookie } = await comeBack();
  const other = await comeBack();
  await expect(finish(address, "")).rejects.toThrow(AuthorizationCancelled);
  await expect(finish(address, other.cookie)).rejects.toThrow(AuthorizationCancelled);
  const bare = new URL(address);
  bare.searchParams.delete("state");
  await expect(finish(bare, cookie)).rejects.toThrow(AuthorizationCancelled);
});

test("a code of another challenge is refused", async () => {
  const { address, cookie } = await comeBack();
  const other = await comeBack();
  address.searchParams.set("code", other.address.searchParams.get("code") ?? "");
  await expect(finish(address, cookie)).rejects.toThrow(GrantRefused);
});

test("consent that was not given, and no code, are cancelled", async () => {
  const { address, cookie } = await comeBack();
  address.searchParams.delete("code");
  await expect(finish(address, cookie)).rejects.toThrow(AuthorizationCancelled);
  address.searchParams.set("error", "access_denied");
  await expect(finish(address, cookie)).rejects.toThrow(AuthorizationCancelled);
});

test("an answer that names its issuer counts where that is whom we asked", async () => {
  const ours = { ...flow, issuer: "https://issuer.test" };
  for (const [named, isOurs] of [
    ["https://issuer.test", true],
    ["https://other.test", false],
  ] as const) {
    const { address, cookie } = await comeBack(ours);
    address.searchParams.set("iss", named);
    const answer = finish(address, cookie, ours);
    if (isOurs) expect(await answer).toHaveProperty("access_token");
    else await expect(answer).rejects.toThrow(AuthorizationCancelled);
  }
});
