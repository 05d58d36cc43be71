import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import * as z from "zod";
import { askForm } from "#app/core/domain/account/account.schema.ts";
import { listIdentityProviders } from "#app/core/domain/account/identity-provider.server.ts";
import { askInvited, getInvitation } from "#app/core/domain/account/sign-up.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { SignUpInvitedPage } from "#app/ui/features/account/sign-up-invited-page.tsx";
import { ErrorPage, refusalOf } from "#app/ui/features/shell/error-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signUp");

const params = z.object({ urlPath: z.string().max(64) });

export const loader = visitor("signup.use", params, async ({ params, request, search }) => {
  const { workspace, inviter, role, team, domains } = await getInvitation(
    params.urlPath,
    originOf(request),
  );
  const isSent = search.has("sent");
  const { urlPath } = params;
  const identityProviders = listIdentityProviders();
  return json({ workspace, inviter, role, team, domains, urlPath, identityProviders, isSent });
});

export const action = visitor({ POST: "signup.use" }, params, ({ params, request, form }) =>
  form(askForm, async ({ email }) => {
    await askInvited(params.urlPath, email, await languageOf(request), originOf(request));
    return redirect(`${paths.signUpInvited(params.urlPath)}?sent`);
  }),
);

export default function SignUpInvitedRoute() {
  const lastResult: unknown = useActionData();
  return (
    <SignUpInvitedPage
      {...useLoaderData<typeof loader>()}
      lastResult={lastResult}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}

export function ErrorBoundary() {
  return <ErrorPage {...refusalOf(useRouteError())} reader="invited" />;
}
