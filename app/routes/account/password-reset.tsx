import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { resetIntent } from "#app/core/domain/account/account.schema.ts";
import {
  askReset,
  isResetOpen,
  resetPassword,
} from "#app/core/domain/account/password-reset.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { endedSessionCookie } from "#app/http/cookies.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { PasswordResetPage } from "#app/ui/features/account/password-reset-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "New password · Parley" }];

export const loader = visitor("reset.use", z.object({}), async ({ search }) => {
  const token = search.get("token");
  if (token === null)
    return json({ step: search.has("sent") ? "sent" : "ask", token: "" } as const);
  return (await isResetOpen(token))
    ? json({ step: "choose", token } as const)
    : json({ step: "ended", token: "" } as const, { status: 410 });
});

export const action = visitor({ POST: "reset.use" }, z.object({}), ({ request, form }) =>
  form(resetIntent, async (input) => {
    if (input.intent === "ask") {
      await askReset(input.email, await languageOf(request), originOf(request));
      return redirect(`${paths.passwordReset()}?sent`);
    }
    await resetPassword(input, originOf(request));
    return redirect(`${paths.signIn()}?reset`, {
      headers: { "Set-Cookie": endedSessionCookie() },
    });
  }),
);

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
