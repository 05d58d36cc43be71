import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { privateIntent } from "#app/core/domain/access/private-access.schema.ts";
import { profileIntent } from "#app/core/domain/account/profile.schema.ts";
import { changeGeneral, getGeneral } from "#app/core/domain/workspace/general.server.ts";
import { policyForm, workspaceForm } from "#app/core/domain/workspace/workspace.schema.ts";
import {
  endedSessionCookie,
  preferenceCookie,
  preSessionCookie,
  preSessionToken,
} from "#app/http/cookies.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { listZones } from "#app/i18n/zones.ts";
import { paths } from "#app/paths.ts";
import { GeneralPage } from "#app/ui/features/setting/general-page.tsx";

export const meta: MetaFunction = () => [{ title: "Settings · Parley" }];

export const loader = signedIn("profile.read", z.object({}), async ({ actor, request, search }) => {
  const data = await getGeneral(actor, {
    tab: search.get("tab") === "workspace" ? "workspace" : "me",
    wantsFactor: search.has("factor"),
    half: search.has("link") ? preSessionToken(request) : null,
  });
  return json({
    ...data,
    isTaken: search.has("taken"),
    zones: listZones(),
    zone: timeZoneOf(request, actor),
  });
});

/** Forms of the other tab. */
const OF_WORKSPACE: ReadonlySet<string> = new Set([
  "workspace",
  "sign_in_policy",
  "open_private",
  "close_private",
]);

export const action = signedIn({ POST: "profile.change" }, z.object({}), ({ actor, form }) =>
  form(
    z.discriminatedUnion("intent", [
      ...profileIntent.options,
      workspaceForm,
      policyForm,
      ...privateIntent.options,
    ]),
    async (input) => {
      const { isOut, codes, passkey, linking } = await changeGeneral(actor, input);
      if (codes) return json({ codes });
      if (passkey) return json({ passkey });
      if (linking !== undefined)
        return redirect(paths.settingGeneral({ link: 1 }), {
          headers: { "Set-Cookie": preSessionCookie(linking) },
        });
      if (isOut)
        return redirect(paths.signIn(), { headers: { "Set-Cookie": endedSessionCookie() } });
      return redirect(
        paths.settingGeneral({ tab: OF_WORKSPACE.has(input.intent) ? "workspace" : null }),
        input.intent === "profile"
          ? { headers: { "Set-Cookie": preferenceCookie("lang", input.language) } }
          : {},
      );
    },
  ),
);

export default function GeneralRoute() {
  const answer: unknown = useActionData();
  return <GeneralPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
