import { type MetaFunction, json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listDemoSignIns } from "#app/core/domain/account/demo-sign-ins.server.ts";
import { finishSignIn, signIn } from "#app/core/domain/account/sign-in.server.ts";
import { factorForm, signInForm } from "#app/core/domain/account/sign-in.schema.ts";
import { signUpDoor } from "#app/core/domain/account/sign-up.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import {
  endedPreSessionCookie,
  preSessionCookie,
  preSessionToken,
  sessionCookie,
} from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { FactorPage } from "#app/ui/features/account/factor-page.tsx";
import { SignInPage } from "#app/ui/features/account/sign-in-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "Sign in · Parley" }];

export const loader = visitor("signin.use", z.object({}), async ({ actor, request }) => {
  const search = new URL(request.url).searchParams;
  const next = safePath(search.get("next"));
  if (actor) throw redirect(next);
  const isSecond = search.get("step") === "factor";
  if (isSecond && preSessionToken(request) === null) throw redirect(paths.signIn(next));
  const [demo, door] = await Promise.all([listDemoSignIns(), signUpDoor()]);
  return json({ next, demo, canSignUp: door !== "closed", isReset: search.has("reset"), isSecond });
});

/** The password, then, for those who have one, the second step; its address says which was sent. */
export const action = visitor({ POST: "signin.use" }, z.object({}), ({ request, form }) =>
  new URL(request.url).searchParams.get("step") === "factor"
    ? form(factorForm, async ({ code, next }) => {
        const half = preSessionToken(request) ?? "";
        const token = await finishSignIn(half, code, originOf(request));
        const headers = new Headers({ "Set-Cookie": sessionCookie(token) });
        headers.append("Set-Cookie", endedPreSessionCookie());
        return redirect(safePath(next), { headers });
      })
    : form(signInForm, async (input) => {
        const next = safePath(input.next);
        const { token, needsFactor } = await signIn(input, originOf(request));
        return needsFactor
          ? redirect(paths.signInFactor(next), {
              headers: { "Set-Cookie": preSessionCookie(token) },
            })
          : redirect(next, { headers: { "Set-Cookie": sessionCookie(token) } });
      }),
);

export default function SignInRoute() {
  const { isSecond, ...data } = useLoaderData<typeof loader>();
  const lastResult: unknown = useActionData();
  const footer = <LanguageSwitch preferencesUrl={paths.preferences()} />;
  return isSecond ? (
    <FactorPage next={data.next} lastResult={lastResult} footer={footer} />
  ) : (
    <SignInPage {...data} lastResult={lastResult} footer={footer} />
  );
}
