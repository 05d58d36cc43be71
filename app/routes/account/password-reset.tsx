import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { isResetOpen } from "#app/core/domain/account/password-reset.server.ts";
import { codeOf } from "#app/core/domain/link-code.ts";
import { resetCommands } from "#app/core/pages/account-commands.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { afterSignOut } from "#app/http/entry.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor, visitorCommands } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { IncompleteLink } from "#app/ui/components/layout/incomplete-link.tsx";
import { PasswordResetPage } from "#app/ui/features/account/password-reset-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("newPassword");

export const loader = visitor("reset.use", z.object({}), async ({ search }) => {
  const given = search.get("token");
  if (given === null)
    return json({ step: search.has("sent") ? "sent" : "ask", token: "" } as const);
  const token = codeOf("password_reset", given);
  if (token === null) return json({ step: "incomplete", token: "" } as const, { status: 404 });
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
  const { step, token } = useLoaderData<typeof loader>();
  const footer = <LanguageSwitch preferencesUrl={paths.preferences()} />;
  if (step === "incomplete") return <IncompleteLink footer={footer} />;
  return <PasswordResetPage step={step} token={token} lastResult={lastResult} footer={footer} />;
}
