import { expect } from "vitest";
import * as z from "zod";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import type { SignedIn } from "#tests/support/factories.ts";
import type { LiveRows } from "#tests/support/live-rows.ts";
import type { App } from "./app.ts";

const ORIGIN = "http://127.0.0.1:3000";
export const LOBBY = "routes/public/shared";

export type Ask = {
  cookie?: string;
  method?: string;
  form?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};
type Answer = { status: number; headers: Headers; text: string };

export const asMember = ({ token }: SignedIn): string => `__Host-sid=${token}`;
export const asGuest = (secret: string): string => `__Host-guest=${secret}`;
const viewSchema = z.looseObject({ consentHash: z.string(), consentText: z.string() });
export const viewOf = ({ text }: { text: string }) => viewSchema.parse(JSON.parse(text));
export const dataOf = ({ text }: { text: string }) => z.looseObject({}).parse(JSON.parse(text));

/**
 * What members and guests of a live call ask the application for.
 * @param current the call of the test that runs, and its host
 */
export function liveRequests(app: App, current: () => { host: SignedIn; call: LiveRows }) {
  const ask = async (
    path: string,
    { cookie, method, form, body, headers }: Ask = {},
  ): Promise<Answer> => {
    const sent = form ? new URLSearchParams(form) : body;
    const answer = await app.ask(
      new Request(ORIGIN + path, {
        method: method ?? (sent ? "POST" : "GET"),
        headers: { ...(cookie !== undefined && { cookie }), ...headers },
        ...(sent && { body: sent }),
      }),
    );
    const isStream = (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
    if (isStream) await answer.body?.cancel();
    return {
      status: answer.status,
      headers: answer.headers,
      text: isStream ? "" : await answer.text(),
    };
  };
  const lobby = (urlPath: string, more: Ask = {}): Promise<Answer> =>
    ask(`${paths.shared(urlPath)}?_data=${encodeURIComponent(LOBBY)}`, more);

  /** Knocks as a browser does, and keeps its cookie. */
  const requestToJoin = async (name = "Haruki"): Promise<{ cookie: string; guestId: string }> => {
    const { callId, urlPath } = current().call;
    const { consentHash } = viewOf(await lobby(urlPath));
    const answer = await ask(paths.shared(urlPath), {
      form: { intent: "knock", name, consent: "agreed", consentHash },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(paths.shared(urlPath));
    const set = answer.headers.get("set-cookie") ?? "";
    expect(set).toMatch(
      /^__Host-guest=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const guest = await db.guest.findFirstOrThrow({ where: { callId, name } });
    return { cookie: set.split(";")[0] ?? "", guestId: guest.id };
  };
  const act = (
    intent: string,
    form: Record<string, string> = {},
    as = current().host,
  ): Promise<Answer> =>
    ask(paths.consoleCall(current().call.callId), {
      cookie: asMember(as),
      form: { intent, ...form },
    });
  const token = (
    cookie: string,
    form: Record<string, string> = {},
    callId = current().call.callId,
  ): Promise<Answer> => ask(paths.callToken(callId), { cookie, form });
  return { ask, lobby, requestToJoin, act, token };
}

const tokenSchema = z.object({
  url: z.string(),
  token: z.string(),
  identity: z.string(),
  room: z.string(),
});
export const tokenOf = ({ text }: { text: string }) => tokenSchema.parse(JSON.parse(text));

/** What the media server reads of an admitted guest's token: this room for ten minutes, two sources, no data, no name. */
export function expectGuestClaims(jwt: string, room: string, name: string): void {
  const claims = z
    .object({ exp: z.number(), nbf: z.number(), sub: z.string(), video: z.looseObject({}) })
    .loose()
    .parse(JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString()));
  expect(claims.exp - claims.nbf).toBeLessThanOrEqual(600);
  expect(claims.video).toEqual({
    roomJoin: true,
    room,
    canPublish: true,
    canSubscribe: true,
    canPublishSources: ["microphone", "camera"],
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
  expect(JSON.stringify(claims)).not.toContain(name);
}
