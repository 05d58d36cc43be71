import { OAuth2Server } from "oauth2-mock-server";
import { afterAll } from "vitest";

/**
 * Two providers of identities for the whole file, as operators set them up: `google` and `oidc-acme`. Import it before
 * anything of the application: settings are read once.
 */
export const google = await startProvider();
export const acme = await startProvider();
Object.assign(process.env, settingsOf("GOOGLE", google), settingsOf("ACME", acme));

afterAll(() => Promise.all([google.server.stop(), acme.server.stop()]));

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

function settingsOf(key: string, { issuer }: Provider): Record<string, string> {
  return {
    [`SIGN_IN_${key}_ISSUER`]: issuer,
    [`SIGN_IN_${key}_CLIENT_ID`]: `parley-${key}`,
    [`SIGN_IN_${key}_CLIENT_SECRET`]: "a secret: of ours",
  };
}
