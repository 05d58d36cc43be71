import { json, redirect } from "@remix-run/node";
import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { leaveToLink } from "#app/core/domain/account/own-identity-providers.server.ts";
import {
  leaveForIdentityProvider,
  type OwnPurpose,
} from "#app/core/domain/account/identity-provider.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { preSessionToken } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { IdentityProviderRefusedPage } from "#app/ui/features/account/identity-provider-refused-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signIn");

/** Leads to the identity provider. A page is shown only where that cannot be reached. */
export const loader = visitor(
  "signin.use",
  z.object({ partner: z.string().max(60) }),
  async ({ actor, params, request, search }) => {
    const next = safePath(search.get("next"));
    const left = { identityProvider: params.partner, isAgain: search.has("again") };
    const purpose = actor?.impersonator === null ? await purposeOf(actor, request, left) : null;
    if (actor && purpose === null) throw redirect(next);
    const own = actor && purpose && { actor, purpose };
    const leading = await leaveForIdentityProvider(params.partner, next, originOf(request), {
      own,
      invitation: search.get("invitation")?.slice(0, 64) ?? null,
    });
    if (leading) throw leading;
    return json({}, { status: 502 });
  },
);

/** Who is signed in leaves to show again who they are, or to link what they have begun to link. */
async function purposeOf(
  actor: Member,
  request: Request,
  { identityProvider, isAgain }: { identityProvider: string; isAgain: boolean },
): Promise<OwnPurpose | null> {
  if (isAgain) return "again";
  const partial = preSessionToken(request);
  return partial !== null && (await leaveToLink(actor, partial, identityProvider)) ? "link" : null;
}

export default function SignInIdentityProviderRoute() {
  return (
    <IdentityProviderRefusedPage
      reason="away"
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
