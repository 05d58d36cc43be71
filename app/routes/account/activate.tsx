import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { findActivation } from "#app/core/domain/account/activation.server.ts";
import { listIdentityProviders } from "#app/core/domain/account/identity-provider.server.ts";
import { codeOf } from "#app/core/domain/link-code.ts";
import { activationCommands } from "#app/core/pages/account-commands.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { preferenceCookie } from "#app/http/cookies.server.ts";
import { afterEntry } from "#app/http/entry.server.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { visitor, visitorCommands } from "#app/http/route.server.ts";
import { listZones } from "#app/i18n/zones.ts";
import { paths } from "#app/paths.ts";
import { IncompleteLink } from "#app/ui/components/layout/incomplete-link.tsx";
import { ActivatePage } from "#app/ui/features/account/activate-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("activate");

const params = z.object({ code: z.string().max(200) });

/** Looking uses nothing up: mail scanners follow links. */
export const loader = visitor("activation.use", params, async ({ params, request, search }) => {
  const isSent = search.has("sent");
  if (codeOf("activation", params.code) === null)
    return json({ isIncomplete: true } as const, { status: 404 });
  const activation = isSent ? null : await findActivation(params.code);
  return json(
    {
      isIncomplete: false as const,
      activation,
      isSent,
      identityProviders: listIdentityProviders(),
      zone: timeZoneOf(request, null),
      zones: listZones(),
    },
    { status: activation === null && !isSent ? 410 : 200 },
  );
});

export const action = visitorCommands(activationCommands, {
  params,
  situation: async ({ request, params: { code } }) => ({
    code,
    origin: originOf(request),
    language: await languageOf(request),
  }),
  answers: {
    again: ({ params: { code } }) => redirect(`${paths.activate(code)}?sent`),
    activate: ({ result: { entry, language } }) =>
      afterEntry(entry, paths.home(), [preferenceCookie("lang", language)]),
  },
});

export default function ActivateRoute() {
  const lastResult: unknown = useActionData();
  const data = useLoaderData<typeof loader>();
  const footer = <LanguageSwitch preferencesUrl={paths.preferences()} />;
  if (data.isIncomplete) return <IncompleteLink footer={footer} />;
  return <ActivatePage {...data} lastResult={lastResult} footer={footer} />;
}
