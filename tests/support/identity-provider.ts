import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll } from "vitest";

/**
 * Two providers of identities for the whole file, as operators set them up: `google` and `oidc-acme`. Import it before
 * anything of the application: settings are read once.
 */
export const google = await startProvider();
export const acme = await startProvider();
/** One that takes its client's secret in the body of a request and nowhere else: `oidc-body`. */
export const body = await startProvider();
const front = await takeSecretsInBody(body);
Object.assign(
  process.env,
  settingsOf("GOOGLE", google),
  settingsOf("ACME", acme),
  settingsOf("BODY", body),
);

afterAll(async () => {
  front.close();
  await Promise.all([google, acme, body].map(({ server }) => server.stop()));
});

export type Provider = Awaited<ReturnType<typeof startProvider>>;

async function startProvider() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const port = server.address().port;
  server.issuer.url = `http://127.0.0.1:${port}`;
  /** Who answers at the provider, until another is named. */
  let claims: Record<string, unknown> = {};
  /** What a hostile one does to its answer. */
  let spoil: (body: Record<string, unknown>) => void = () => undefined;
  server.service.on("beforeTokenSigning", (token: { payload: object }) =>
    Object.assign(token.payload, claims),
  );
  server.service.on("beforeResponse", (answer: { body: Record<string, unknown> }) =>
    spoil(answer.body),
  );
  return {
    server,
    issuer: server.issuer.url,
    /** @param who claims of the token; `null` takes one out */
    is: (who: Record<string, unknown>, how: typeof spoil = () => undefined) => {
      claims = who;
      spoil = how;
    },
  };
}

/** Stands before a provider as its issuer: says `client_secret_post`, and refuses a secret that comes otherwise. */
async function takeSecretsInBody(provider: Provider) {
  const inner = provider.issuer;
  const front = createServer((request, response) => {
    void (async () => {
      const sent = await text(request);
      const path = request.url ?? "";
      if (path === "/token") {
        const secret = new URLSearchParams(sent).get("client_secret");
        if (request.headers.authorization !== undefined || secret !== "a secret: of ours")
          return response.writeHead(401).end('{"error":"invalid_client"}');
      }
      const answer = await fetch(inner + path, {
        method: request.method ?? "GET",
        redirect: "manual",
        headers: { "content-type": request.headers["content-type"] ?? "text/plain" },
        ...(sent !== "" && { body: sent }),
      });
      const said = await answer.text();
      const location = answer.headers.get("location");
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "text/plain",
        ...(location !== null && { location }),
      });
      return response.end(
        path.startsWith("/.well-known") ? said.replace('"none"', '"client_secret_post"') : said,
      );
    })();
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  provider.issuer = `http://127.0.0.1:${address.port}`;
  provider.server.issuer.url = provider.issuer;
  return front;
}

function settingsOf(key: string, { issuer }: Provider): Record<string, string> {
  return {
    [`SIGN_IN_${key}_ISSUER`]: issuer,
    [`SIGN_IN_${key}_CLIENT_ID`]: `parley-${key}`,
    [`SIGN_IN_${key}_CLIENT_SECRET`]: "a secret: of ours",
  };
}
