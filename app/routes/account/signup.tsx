import { json, redirect, redirectDocument } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { signUpForm } from "#app/core/domain/account/account.schema.ts";
import { listIdentityProviders } from "#app/core/domain/account/identity-provider.server.ts";
import { askSignUp, signUpOpening } from "#app/core/domain/account/sign-up.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { listZones } from "#app/i18n/zones.ts";
import { paths } from "#app/paths.ts";
import { SignUpPage } from "#app/ui/features/account/sign-up-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signUp");

export const loader = visitor("signup.use", z.object({}), async ({ actor, request, search }) => {
  if (actor) throw redirectDocument(paths.home());
  return json({
    door: await signUpOpening(),
    isSent: search.has("sent"),
    zone: timeZoneOf(request, null),
    zones: listZones(),
    identityProviders: listIdentityProviders(),
  });
});

export const action = visitor({ POST: "signup.use" }, z.object({}), ({ request, form }) =>
  form(signUpForm, async (input) => {
    await askSignUp(input, await languageOf(request), originOf(request));
    return redirect(`${paths.signUp()}?sent`);
  }),
);

export default function SignUpRoute() {
  const lastResult: unknown = useActionData();
  return (
    <SignUpPage
      {...useLoaderData<typeof loader>()}
      lastResult={lastResult}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
