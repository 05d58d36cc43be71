import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import * as z from "zod";
import { askForm } from "#app/core/domain/account/account.schema.ts";
import { listIdentityProviders } from "#app/core/domain/account/identity-provider.server.ts";
import { askInvited, getInvitation } from "#app/core/domain/account/sign-up.server.ts";
import { codeOf } from "#app/core/domain/link-code.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { originOf } from "#app/http/actor.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { IncompleteLink } from "#app/ui/components/layout/incomplete-link.tsx";
import { SignUpInvitedPage } from "#app/ui/features/account/sign-up-invited-page.tsx";
import { ErrorPage, refusalOf } from "#app/ui/features/shell/error-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signUp");

const params = z.object({ urlPath: z.string().max(200) });

export const loader = visitor("signup.use", params, async ({ params, request, search }) => {
  const urlPath = codeOf("sign_up", params.urlPath);
  try {
    // A code that is not whole is a try like any other.
    const { workspace, inviter, role, team, domains } = await getInvitation(
      params.urlPath,
      originOf(request),
    );
    return json({
      ...{ isIncomplete: false as const, urlPath: urlPath ?? params.urlPath },
      ...{ workspace, inviter, role, team, domains },
      ...{ identityProviders: listIdentityProviders(), isSent: search.has("sent") },
    });
  } catch (error) {
    const isIncomplete =
      urlPath === null && error instanceof DomainError && error.code === "not_found";
    if (!isIncomplete) throw error;
    return json({ isIncomplete: true } as const, { status: 404 });
  }
});

export const action = visitor({ POST: "signup.use" }, params, ({ params, request, form }) =>
  form(askForm, async ({ email }) => {
    await askInvited(params.urlPath, email, await languageOf(request), originOf(request));
    return redirect(`${paths.signUpInvited(params.urlPath)}?sent`);
  }),
);

export default function SignUpInvitedRoute() {
  const lastResult: unknown = useActionData();
  const data = useLoaderData<typeof loader>();
  const footer = <LanguageSwitch preferencesUrl={paths.preferences()} />;
  if (data.isIncomplete) return <IncompleteLink footer={footer} />;
  return <SignUpInvitedPage {...data} lastResult={lastResult} footer={footer} />;
}

export function ErrorBoundary() {
  return <ErrorPage {...refusalOf(useRouteError())} reader="invited" />;
}
