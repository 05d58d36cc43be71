import { json, type MetaFunction, redirect } from "@remix-run/node";
import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { leaveToLink } from "#app/core/domain/account/own-partners.server.ts";
import {
  leaveForIdentityProvider,
  type OwnPurpose,
} from "#app/core/domain/account/partner.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { preSessionToken } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { PartnerRefusedPage } from "#app/ui/features/account/partner-refused-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "Sign in · Parley" }];

/** Leads to the identity provider. A page is shown only where that cannot be reached. */
export const loader = visitor(
  "signin.use",
  z.object({ partner: z.string().max(60) }),
  async ({ actor, params, request, search }) => {
    const next = safePath(search.get("next"));
    const left = { partner: params.partner, isAgain: search.has("again") };
    const purpose = actor?.viewer === null ? await purposeOf(actor, request, left) : null;
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
  { partner, isAgain }: { partner: string; isAgain: boolean },
): Promise<OwnPurpose | null> {
  if (isAgain) return "again";
  const half = preSessionToken(request);
  return half !== null && (await leaveToLink(actor, half, partner)) ? "link" : null;
}

export default function SignInPartnerRoute() {
  return (
    <PartnerRefusedPage
      reason="away"
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
