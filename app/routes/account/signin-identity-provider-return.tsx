import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { enterByIdentityProvider } from "#app/core/domain/account/identity-provider-entry.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { enterAgain, linkOwn } from "#app/core/domain/account/own-identity-providers.server.ts";
import { readReturn, type Return } from "#app/core/domain/account/identity-provider.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import {
  endedPreSessionCookie,
  endedStateCookies,
  sessionCookie,
} from "#app/http/cookies.server.ts";
import { afterEntry, partialSignInResponse, withCookies } from "#app/http/entry.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { IdentityProviderRefusedPage } from "#app/ui/features/account/identity-provider-refused-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signIn");

const STATUS = { cancelled: 400, away: 502, uninvited: 403 } as const;
const refused = (reason: keyof typeof STATUS, cookies: string[]) => {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return json({ reason }, { status: STATUS[reason], headers });
};

/** The identity provider sends people back by GET, so this GET signs in: the browser that left, once. */
export const loader = visitor(
  "signin.use",
  z.object({ partner: z.string().max(60) }),
  async ({ actor, params, request, search }) => {
    const origin = originOf(request);
    const state = search.get("state") ?? "";
    const cookies = endedStateCookies(request, state);
    const answer = await readReturn(params.partner, request, actor, origin);
    if (answer.kind !== "came") {
      if (actor) throw withCookies(paths.settingGeneral(), cookies);
      return refused(answer.kind, cookies);
    }
    if (actor) throw await finishOwn(actor, answer, cookies);
    const next = safePath(answer.next);
    const { identityProvider, claims, invitation } = answer;
    const entry = await enterByIdentityProvider(
      identityProvider,
      claims,
      { language: await languageOf(request), invitation },
      origin,
    );
    if (entry.kind === "uninvited") return refused("uninvited", cookies);
    throw entry.kind === "link"
      ? partialSignInResponse(entry.secret, paths.signInStep("link", next), cookies)
      : afterEntry(entry.entry, next, cookies);
  },
);

/** Back with what a member left for: another identity provider linked, or shown again who they are. */
async function finishOwn(
  actor: Member,
  { identityProvider, claims, next, purpose }: Extract<Return, { kind: "came" }>,
  cookies: string[],
): Promise<Response> {
  const taken = paths.settingGeneral({ taken: 1 });
  if (purpose === "link") {
    const isLinked = await linkOwn(actor, identityProvider, claims);
    const to = isLinked ? paths.settingGeneral() : taken;
    return withCookies(to, [...cookies, endedPreSessionCookie()]);
  }
  const token = await enterAgain(actor, claims);
  if (token === null) return withCookies(taken, cookies);
  return withCookies(safePath(next), [...cookies, sessionCookie(token)]);
}

export default function SignInIdentityProviderReturnRoute() {
  return (
    <IdentityProviderRefusedPage
      {...useLoaderData<typeof loader>()}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
