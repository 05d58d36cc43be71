import * as z from "zod";
import type { JoinToken, LiveCallView, LobbyView } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import type { Visitor } from "#scripts/demo/door.ts";

// What pages do in a live call, over HTTP as they do it, for tests and benchmarks that need no pages.

const SAME_SITE = { "sec-fetch-site": "same-origin" };
const LOBBY = "routes/public/shared";
const CALL = "routes/work/console-call";

const tokenSchema = z.object({
  url: z.string(),
  token: z.string(),
  identity: z.string(),
  room: z.string(),
});

export async function send(
  { origin, cookie }: Visitor,
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  return fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...SAME_SITE, ...(cookie !== "" && { cookie }) },
    body: new URLSearchParams(fields),
  });
}

async function view<T>({ origin, cookie }: Visitor, path: string, route: string): Promise<T> {
  const response = await fetch(`${origin}${path}?_data=${encodeURIComponent(route)}`, {
    headers: { cookie },
    redirect: "manual",
  });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader's own type; the test fails where it is something else
  return (await response.json()) as T;
}

const refused = async (what: string, answer: Response): Promise<Error> =>
  new Error(`${what} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);

/** Starts a call as the console's button does. @returns its id */
export async function startCall(visitor: Visitor, title: string): Promise<string> {
  const answer = await send(visitor, paths.console(), {
    intent: "start",
    title,
    language: "en",
  });
  const to = answer.headers.get("location") ?? answer.headers.get("x-remix-redirect") ?? "";
  const callId = /\/console\/([0-9a-f-]{36})/.exec(to)?.[1];
  if (callId === undefined) throw await refused("start", answer);
  return callId;
}

export const callView = (visitor: Visitor, callId: string): Promise<LiveCallView> =>
  view<LiveCallView>(visitor, paths.consoleCall(callId), CALL);

/** A button of the call's page. @throws Error where it is refused */
export async function act(
  visitor: Visitor,
  callId: string,
  intent: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const answer = await send(visitor, paths.consoleCall(callId), { intent, ...fields });
  if (answer.status >= 400) throw await refused(intent, answer);
}

/** What the server says to who asks for a way into the room. */
export const askToken = (
  { origin, cookie }: Visitor,
  callId: string,
  wish: { as: "member" | "listener"; tabId: string } | { as: "guest" },
): Promise<Response> =>
  fetch(origin + paths.callToken(callId), {
    method: "POST",
    headers: { ...SAME_SITE, cookie, "content-type": "application/json" },
    body: JSON.stringify(wish),
  });

/** A member's way in, or, without a tab, a guest's. */
export async function tokenOf(
  visitor: Visitor,
  callId: string,
  tabId: string | null,
): Promise<JoinToken> {
  const wish = tabId === null ? { as: "guest" as const } : { as: "member" as const, tabId };
  const answer = await askToken(visitor, callId, wish);
  if (!answer.ok) throw await refused("token", answer);
  return tokenSchema.parse(await answer.json());
}

/** Knocks at an invitation with nobody's cookie. @returns the guest as their browser is known from now on */
export async function requestToJoin(
  origin: string,
  invitation: string,
  name: string,
  consent: "agreed" | "unrecorded" = "agreed",
): Promise<Visitor> {
  const path = new URL(invitation, origin).pathname;
  const stranger: Visitor = { origin, cookie: "" };
  const { consentHash } = await view<LobbyView>(stranger, path, LOBBY);
  const answer = await send(stranger, path, { intent: "knock", name, consent, consentHash });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .find((line) => line.includes("guest"));
  if (answer.status >= 400 || cookie === undefined) throw await refused("knock", answer);
  return { origin, cookie };
}

/** A guest who came through the link and was let in. */
export async function seatGuest(
  host: Visitor,
  callId: string,
  name: string,
  consent: "agreed" | "unrecorded" = "agreed",
): Promise<Visitor & { guestId: string }> {
  const { invitation } = await callView(host, callId);
  if (!invitation) throw new Error("This member sees no invitation.");
  const guest = await requestToJoin(host.origin, invitation.url, name, consent);
  const { waiting } = await callView(host, callId);
  const guestId = waiting.find((one) => one.name === name)?.guestId;
  if (guestId === undefined) throw new Error(`${name} does not wait.`);
  await act(host, callId, "admit", { guestId });
  return { ...guest, guestId };
}
