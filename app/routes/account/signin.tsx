import { type MetaFunction, json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listDemoSignIns } from "#app/core/domain/account/demo-sign-ins.server.ts";
import { signIn } from "#app/core/domain/account/sign-in.server.ts";
import { signInForm } from "#app/core/domain/account/sign-in.schema.ts";
import { originOf } from "#app/http/actor.server.ts";
import { sessionCookie } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { SignInPage } from "#app/ui/features/account/sign-in-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "Sign in · Parley" }];

export const loader = visitor("signin.use", z.object({}), async ({ actor, request }) => {
  const next = safePath(new URL(request.url).searchParams.get("next"));
  if (actor) throw redirect(next);
  return json({ next, demo: await listDemoSignIns() });
});

export const action = visitor({ POST: "signin.use" }, z.object({}), ({ request, form }) =>
  form(signInForm, async (input) => {
    const token = await signIn(input, originOf(request));
    return redirect(safePath(input.next), { headers: { "Set-Cookie": sessionCookie(token) } });
  }),
);

export default function SignInRoute() {
  const { next, demo } = useLoaderData<typeof loader>();
  const lastResult: unknown = useActionData();
  return (
    <SignInPage
      next={next}
      demo={demo}
      lastResult={lastResult}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}
