import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GrantRefused, ProviderUnavailable } from "./errors.ts";
import { type OAuthClient, requestTokens } from "./token-request.server.ts";

/** What the provider says next, and what it was asked. */
let says: { status: number; body: string; location?: string };
let asked: { path: string; headers: IncomingHttpHeaders; form: URLSearchParams }[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({
      path: request.url ?? "",
      headers: request.headers,
      form: new URLSearchParams(body),
    });
    const { status, body: said, location } = says;
    response.writeHead(status, { ...(location !== undefined && { location }) }).end(said);
  });
});
let client: OAuthClient;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  client = {
    clientId: "parley",
    clientSecret: "a secret: of ours",
    tokenEndpoint: `http://127.0.0.1:${address.port}/token`,
    secretIn: "header",
  };
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  says = { status: 200, body: '{"access_token":"one","instance_url":"https://eu1.example"}' };
});

const refresh = { grant_type: "refresh_token", refresh_token: "kept" };

test("any grant goes as a form, and the whole answer comes back", async () => {
  expect(await requestTokens(client, refresh)).toEqual({
    access_token: "one",
    instance_url: "https://eu1.example",
  });
  expect(asked).toHaveLength(1);
  expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual(refresh);
});

test("the secret stands in the header or in the body, never in both", async () => {
  await requestTokens(client, refresh);
  await requestTokens({ ...client, secretIn: "body" }, refresh);
  const [inHeader, inBody] = asked;
  const basic = Buffer.from("parley:a+secret%3A+of+ours").toString("base64");
  expect(inHeader?.headers.authorization).toBe(`Basic ${basic}`);
  expect(inHeader?.form.has("client_secret")).toBe(false);
  expect(inBody?.headers.authorization).toBeUndefined();
  expect(Object.fromEntries(inBody?.form ?? [])).toEqual({
    ...refresh,
    client_id: "parley",
    client_secret: "a secret: of ours",
  });
});

test.each([
  [400, '{"error":"invalid_grant","error_description":"over"}', "invalid_grant"],
  [401, '{"error":"invalid_client"}', "invalid_client"],
  [400, '{"error":7}', "status 400"],
  [401, "<html>", "status 401"],
])("%i %s is a refusal: %s", async (status, body, message) => {
  says = { status, body };
  const refused = requestTokens(client, refresh);
  await expect(refused).rejects.toThrow(GrantRefused);
  await expect(refused).rejects.toThrow(message);
});

test.each([
  [500, '{"error":"invalid_grant"}'],
  [429, ""],
  [200, "<html>"],
  [200, '"text"'],
  [200, "null"],
])("%i %s says nothing about the grant: the provider is unavailable", async (status, body) => {
  says = { status, body };
  await expect(requestTokens(client, refresh)).rejects.toThrow(ProviderUnavailable);
});

test("a secret follows no redirect", async () => {
  says = { status: 307, body: "", location: "/elsewhere" };
  await expect(requestTokens(client, refresh)).rejects.toThrow(ProviderUnavailable);
  expect(asked.map(({ path }) => path)).toEqual(["/token"]);
});

test("a provider that cannot be reached is unavailable", async () => {
  const gone = { ...client, tokenEndpoint: "http://127.0.0.1:1/token" };
  await expect(requestTokens(gone, refresh)).rejects.toThrow(ProviderUnavailable);
});
