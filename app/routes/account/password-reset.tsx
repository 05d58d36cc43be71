import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { isResetOpen } from "#app/core/domain/account/password-reset.server.ts";
import { resetCommands } from "#app/core/pages/account-commands.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { afterSignOut } from "#app/http/entry.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor, visitorCommands } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { PasswordResetPage } from "#app/ui/features/account/password-reset-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("newPassword");

export const loader = visitor("reset.use", z.object({}), async ({ search }) => {
  const token = search.get("token");
  if (token === null)
    return json({ step: search.has("sent") ? "sent" : "ask", token: "" } as const);
  return (await isResetOpen(token))
    ? json({ step: "choose", token } as const)
    : json({ step: "ended", token: "" } as const, { status: 410 });
});

export const action = visitorCommands(resetCommands, {
  params: z.object({}),
  situation: async ({ request }) => ({
    origin: originOf(request),
    language: await languageOf(request),
  }),
  answers: {
    ask: () => redirect(`${paths.passwordReset()}?sent`),
    choose: () => afterSignOut(`${paths.signIn()}?reset`),
  },
});

export default function PasswordResetRoute() {
  const lastResult: unknown = useActionData();
  return (
    <PasswordResetPage
      {...useLoaderData<typeof loader>()}
      lastResult={lastResult}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
