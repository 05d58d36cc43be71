import * as z from "zod";
import { GrantRefused, ProviderUnavailable } from "./errors.ts";

const TIMEOUT_MS = 10_000;

/** We, as a provider knows us. */
export type OAuthClient = {
  clientId: string;
  clientSecret: string;
  tokenEndpoint: string;
  /** Where the secret goes (RFC 6749 §2.3.1): `client_secret_basic` or `client_secret_post`. */
  secretIn: "header" | "body";
  /** Who carries the request where not `fetch` does: the guard's, for addresses that are not trusted. */
  send?: typeof fetch;
};

const answerSchema = z.record(z.string(), z.unknown());
/** A provider's answer as it gave it: whoever asked checks what they need of it. */
export type TokenAnswer = z.output<typeof answerSchema>;

const refusalSchema = z.object({
  error: z.string().max(100),
  error_description: z.string().catch("").optional(),
});

/**
 * Asks a provider for tokens. Every grant goes this way, whomever the tokens are for.
 * @param grant the form's fields: `grant_type` and what belongs to it
 * @throws GrantRefused, ProviderUnavailable
 */
export async function requestTokens(
  client: OAuthClient,
  grant: Record<string, string>,
): Promise<TokenAnswer> {
  try {
    const answer = await post(client, grant);
    if (answer.status === 400 || answer.status === 401) throw await refusalOf(answer);
    if (!answer.ok)
      throw new ProviderUnavailable(`status ${answer.status}`, {
        isRedirect: answer.status >= 300 && answer.status < 400,
      });
    return answerSchema.parse(await answer.json());
  } catch (error) {
    if (error instanceof GrantRefused || error instanceof ProviderUnavailable) throw error;
    throw new ProviderUnavailable("no tokens", { cause: error });
  }
}

/** Id and secret are encoded before they are joined (RFC 6749 §2.3.1): either may hold a colon. */
const formEncoded = (text: string): string =>
  new URLSearchParams({ text }).toString().slice("text=".length);

/** A secret follows no redirect. */
function post(client: OAuthClient, grant: Record<string, string>): Promise<Response> {
  const { clientId, clientSecret, tokenEndpoint, secretIn, send = fetch } = client;
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString(
    "base64",
  );
  const isInBody = secretIn === "body";
  return send(tokenEndpoint, {
    method: "POST",
    headers: { Accept: "application/json", ...(!isInBody && { Authorization: `Basic ${basic}` }) },
    body: new URLSearchParams({
      ...grant,
      ...(isInBody && { client_id: clientId, client_secret: clientSecret }),
    }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** Codes of providers that mean "later" although they come as a refusal; a grant is not over for them. */
const LATER: readonly string[] = [
  "temporarily_unavailable",
  "server_error",
  "slow_down",
  "unknown_error",
  "rate_limit_exceeded",
];
/** The same in Salesforce's words: another refresh of ours is under way there, or there were too many sign-ins. */
const LATER_WORDS = /already being processed|rate exceeded/i;

async function refusalOf(answer: Response): Promise<Error> {
  const parsed = refusalSchema.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) return new GrantRefused(`status ${answer.status}`);
  const { error, error_description: words = "" } = parsed.data;
  const isLater = LATER.includes(error) || LATER_WORDS.test(words);
  return isLater ? new ProviderUnavailable(error) : new GrantRefused(error);
}
