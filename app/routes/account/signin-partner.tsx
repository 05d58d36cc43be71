import { json, type MetaFunction, redirect } from "@remix-run/node";
import * as z from "zod";
import { beginPartner } from "#app/core/domain/account/partner.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { PartnerRefusedPage } from "#app/ui/features/account/partner-refused-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "Sign in · Parley" }];

/** Leads to the partner. A page is shown only where that cannot be reached. */
export const loader = visitor(
  "signin.use",
  z.object({ partner: z.string().max(60) }),
  async ({ actor, params, request }) => {
    const next = safePath(new URL(request.url).searchParams.get("next"));
    if (actor) throw redirect(next);
    const leading = await beginPartner(params.partner, next, request, originOf(request));
    if (leading) throw leading;
    return json({}, { status: 502 });
  },
);

export default function SignInPartnerRoute() {
  return (
    <PartnerRefusedPage
      reason="away"
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
