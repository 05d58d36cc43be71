import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type VendorAsk = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  json: Record<string, unknown>;
  token: string | null;
};
export type VendorReply = {
  status?: number;
  headers?: Record<string, string>;
  /** JSON. */
  body?: unknown;
  /** In its place, as it is. */
  text?: string;
};
type Answer = (asked: VendorAsk) => VendorReply;

/** Where a vendor's flow ends, what it takes tokens for, and what its addresses are called. */
type Vendor = {
  authorize: string;
  token: string;
  revoke: string;
  /** Beside the tokens. */
  grant: (origin: string) => Record<string, unknown>;
  /** As the vendor refuses a token that is over. */
  unauthorised: VendorReply;
  answer: Answer;
};

/** Searches and batches are read by POST. */
const isWrite = ({ method, path, token }: VendorAsk): boolean =>
  method !== "GET" && token !== null && !/\/(search|batch\/read)$/.test(path);

/**
 * A vendor on this machine: a code for once, with PKCE; refresh tokens that are good for one refresh, and end everything
 * when one is shown twice; its data behind a token.
 */
export async function startVendor(vendor: Vendor, port = 0) {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const accesses = new Set<string>();
  const refreshes = new Set<string>();
  const usedRefreshes = new Set<string>();
  const given: string[] = [];
  const asked: VendorAsk[] = [];
  const counts = { refreshed: 0, revoked: 0 };
  const next: VendorReply[] = [];
  const nextTokens: VendorReply[] = [];
  let isAnswerLost = false;
  let isRefreshRefused = false;
  let isStalled = false;
  let hasConsentPage = false;
  let onTokens = (): Promise<void> => Promise.resolve();
  let granted: Record<string, unknown> = {};
  let origin = "";
  let answer = vendor.answer;

  const issue = (): Record<string, unknown> => {
    accesses.clear();
    refreshes.clear();
    const tokens = { access_token: `at-${randomUUID()}`, refresh_token: `rt-${randomUUID()}` };
    accesses.add(tokens.access_token);
    refreshes.add(tokens.refresh_token);
    given.push(tokens.access_token, tokens.refresh_token);
    return { token_type: "bearer", ...tokens, ...vendor.grant(origin), ...granted };
  };
  const refused = (error: string): VendorReply => ({ status: 400, body: { error } });

  function tokens({ form }: VendorAsk): VendorReply {
    if (form.get("client_id") !== "an-app" || form.get("client_secret") !== "a secret: of ours")
      return { status: 401, body: { error: "invalid_client" } };
    if (form.get("grant_type") === "refresh_token") {
      const shown = form.get("refresh_token") ?? "";
      if (usedRefreshes.has(shown)) refreshes.clear(); // a stolen one: the whole grant ends
      if (isRefreshRefused || !refreshes.has(shown)) return refused("invalid_grant");
      usedRefreshes.add(shown);
      counts.refreshed += 1;
      return { body: issue() };
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (code?.challenge !== challenge || code.redirect !== form.get("redirect_uri"))
      return refused("invalid_grant");
    return { body: issue() };
  }

  function authorize({ query }: VendorAsk): VendorReply {
    const redirect = query.get("redirect_uri") ?? "";
    const challenge = query.get("code_challenge") ?? "";
    if (query.get("client_id") !== "an-app" || query.get("code_challenge_method") !== "S256")
      return { status: 400 };
    const back = new URL(redirect);
    back.searchParams.set("state", query.get("state") ?? "");
    if (hasConsentPage && !query.has("answer")) return consentPage(query);
    if (query.get("answer") === "deny") back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, { challenge, redirect });
      back.searchParams.set("code", code);
    }
    return { status: 302, headers: { location: back.href } };
  }

  /** As a person sees it who is signed in there. */
  function consentPage(query: URLSearchParams): VendorReply {
    const link = (answer: string) => {
      const to = new URLSearchParams([...query, ["answer", answer]])
        .toString()
        .replace(/&/g, "&amp;");
      return `<a href="?${to}">${answer}</a>`;
    };
    const html = `<!doctype html><title>Allow access?</title><p>${query.get("scope") ?? ""}</p>`;
    return {
      headers: { "content-type": "text/html" },
      text: `${html}<p>${link("allow")} ${link("deny")}</p>`,
    };
  }

  function reply(one: VendorAsk): VendorReply {
    if (one.path === vendor.authorize) return authorize(one);
    if (one.path === vendor.token) return nextTokens.shift() ?? tokens(one);
    if (one.path === vendor.revoke) {
      counts.revoked += 1;
      refreshes.delete(one.form.get("token") ?? "");
      return { status: 200 };
    }
    if (one.token === null && one.method === "POST") return { status: 404 };
    if (one.token === null || !accesses.has(one.token)) return vendor.unauthorised;
    return next.shift() ?? answer(one);
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const sent = await text(request);
    const isJson = request.headers["content-type"]?.includes("json") === true;
    const one: VendorAsk = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      form: new URLSearchParams(isJson ? "" : sent),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
      json: isJson ? (JSON.parse(sent) as Record<string, unknown>) : {},
      token: request.headers.authorization?.replace(/^Bearer /, "") ?? null,
    };
    asked.push(one);
    if (isStalled) return;
    if (one.path === vendor.token) await onTokens();
    const { status = 200, headers = {}, body, text: page } = reply(one);
    if (isAnswerLost && isWrite(one)) {
      isAnswerLost = false;
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(page ?? (body === undefined ? "" : JSON.stringify(body)));
  }

  const server = createServer((request, response) => {
    void take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    asked,
    counts,
    /** Every token there was. */
    given,
    /** Tokens as if somebody had signed in. */
    issue,
    /** What the next requests for data are answered, in turn. */
    fail: (...replies: VendorReply[]) => next.push(...replies),
    /** The next write is done, and its answer does not arrive. */
    loseAnswer: () => {
      isAnswerLost = true;
    },
    /** Requests arrive and nothing is answered. */
    stall: (isOn = true) => {
      isStalled = isOn;
    },
    expire: () => accesses.clear(),
    refuseRefresh: (isRefused = true) => {
      isRefreshRefused = isRefused;
    },
    /** What those who ask for tokens are answered, in turn. */
    refuseNextTokens: (...replies: VendorReply[]) => nextTokens.push(...replies),
    /** Before the next answer about tokens; it waits for it. */
    beforeTokens: (run: () => Promise<void>) => {
      onTokens = async () => {
        onTokens = () => Promise.resolve();
        await run();
      };
    },
    /** People are asked whether they allow it, from now on. */
    askConsent: () => {
      hasConsentPage = true;
    },
    /** Beside the tokens from now on: other scopes, another address. */
    grant: (more: Record<string, unknown>) => {
      granted = more;
    },
    answerWith: (other: Answer) => {
      answer = other;
    },
    answer: vendor.answer,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
