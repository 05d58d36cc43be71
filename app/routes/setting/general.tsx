import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { getGeneral } from "#app/core/pages/general.server.ts";
import {
  endedSessionCookie,
  preferenceCookie,
  preSessionCookie,
  preSessionToken,
} from "#app/http/cookies.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { listZones } from "#app/i18n/zones.ts";
import { paths } from "#app/paths.ts";
import { GeneralPage } from "#app/ui/features/setting/general-page.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("general");

export const loader = signedIn("profile.read", z.object({}), async ({ actor, request, search }) => {
  const data = await getGeneral(actor, {
    tab: search.get("tab") === "workspace" ? "workspace" : "me",
    wantsFactor: search.has("factor"),
    partial: search.has("link") ? preSessionToken(request) : null,
  });
  return json({
    ...data,
    isTaken: search.has("taken"),
    zones: listZones(),
    zone: timeZoneOf(request, actor),
  });
});

const back = (tab: "workspace" | null, headers: Record<string, string> = {}) =>
  redirect(paths.settingGeneral({ tab }), { headers });
const toSignIn = () =>
  redirect(paths.signIn(), { headers: { "Set-Cookie": endedSessionCookie() } });

export const action = memberCommands(generalCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    profile: ({ result }) =>
      back(null, { "Set-Cookie": preferenceCookie("lang", result.language) }),
    revoke: ({ result }) => (result.isOut ? toSignIn() : back(null)),
    revoke_all: toSignIn,
    factor_on: ({ result }) => json(result),
    passkey_begin: ({ result }) => json(result),
    partner_link: ({ result: { linking } }) =>
      redirect(paths.settingGeneral({ link: 1 }), {
        headers: { "Set-Cookie": preSessionCookie(linking) },
      }),
    workspace: () => back("workspace"),
    consent: () => back("workspace"),
    sign_in_policy: () => back("workspace"),
    open_private: () => back("workspace"),
    close_private: () => back("workspace"),
  },
  otherwise: () => back(null),
});

export default function GeneralRoute() {
  const answer: unknown = useActionData();
  return <GeneralPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
