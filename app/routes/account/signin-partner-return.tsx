import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { enterByPartner } from "#app/core/domain/account/partner-entry.server.ts";
import { readReturn } from "#app/core/domain/account/partner.server.ts";
import { STATE_COOKIE } from "#app/core/domain/account/partner-strategy.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { endedStateCookies } from "#app/http/cookies.server.ts";
import { afterEntry, halfWay } from "#app/http/entry.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { PartnerRefusedPage } from "#app/ui/features/account/partner-refused-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "Sign in · Parley" }];

const STATUS = { cancelled: 400, away: 502, uninvited: 403 } as const;
const refused = (reason: keyof typeof STATUS, cookies: string[]) => {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return json({ reason }, { status: STATUS[reason], headers });
};

/** The partner sends people back by GET, so this GET signs in: bound to the browser that left, and for once. */
export const loader = visitor(
  "signin.use",
  z.object({ partner: z.string().max(60) }),
  async ({ actor, params, request }) => {
    if (actor) throw redirect(paths.home());
    const origin = originOf(request);
    const state = new URL(request.url).searchParams.get("state") ?? "";
    const cookies = endedStateCookies(request, STATE_COOKIE, state);
    const answer = await readReturn(params.partner, request, origin);
    if (answer.kind !== "came") return refused(answer.kind, cookies);
    const next = safePath(answer.next);
    const { partner, claims } = answer;
    const entry = await enterByPartner(partner, claims, await languageOf(request), origin);
    if (entry.kind === "uninvited") return refused("uninvited", cookies);
    throw entry.kind === "link"
      ? halfWay(entry.secret, paths.signInStep("link", next), cookies)
      : afterEntry(entry.entry, next, cookies);
  },
);

export default function SignInPartnerReturnRoute() {
  return (
    <PartnerRefusedPage
      {...useLoaderData<typeof loader>()}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
