import { json, redirect, redirectDocument } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { Entry } from "#app/core/domain/account/entry.server.ts";
import { listDemoSignIns } from "#app/core/domain/account/demo-sign-ins.server.ts";
import { offerBeforeSignIn } from "#app/core/domain/account/factor.server.ts";
import { findLink } from "#app/core/domain/account/identity-provider-entry.server.ts";
import { listIdentityProviders } from "#app/core/domain/account/identity-provider.server.ts";
import {
  hostLinks,
  isUnclaimed,
  soleWorkspaceName,
} from "#app/core/domain/account/setup.server.ts";
import { signUpOpening } from "#app/core/domain/account/sign-up.server.ts";
import { signInCommands } from "#app/core/pages/sign-in-commands.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import {
  endedPreSessionCookie,
  preSessionCookie,
  preSessionToken,
  sessionCookie,
} from "#app/http/cookies.server.ts";
import { afterEntry } from "#app/http/entry.server.ts";
import { visitor, visitorCommands } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";
import { paths } from "#app/paths.ts";
import { FactorPage } from "#app/ui/features/account/factor-page.tsx";
import { LinkPage } from "#app/ui/features/account/link-page.tsx";
import { SetUpPage } from "#app/ui/features/account/set-up-page.tsx";
import { SignInPage } from "#app/ui/features/account/sign-in-page.tsx";
import { LeftNote } from "#app/ui/features/recorder/left-note.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signIn");

/** Which step of a sign-in a request is about; nothing for the first. */
const stepOf = (search: URLSearchParams): string | null => search.get("step");

export const loader = visitor("signin.use", z.object({}), async ({ actor, request, search }) => {
  const next = safePath(search.get("next"));
  if (actor) throw redirectDocument(next);
  const step = stepOf(search);
  if (step === null || step === "passkey") {
    const [demo, door, isNew, workspace] = await Promise.all([
      listDemoSignIns(),
      signUpOpening(),
      isUnclaimed(),
      soleWorkspaceName(),
    ]);
    const canSignUp = door !== "closed";
    const isReset = search.has("reset");
    return json({
      step: "first",
      next,
      demo,
      canSignUp,
      isReset,
      isNew,
      workspace,
      host: hostLinks(),
      identityProviders: listIdentityProviders(),
    } as const);
  }
  const partial = preSessionToken(request);
  if (partial === null) throw redirect(paths.signIn(next));
  if (step === "set_up")
    return json({ step, next, offer: await offerBeforeSignIn(partial) } as const);
  if (step !== "link") return json({ step: "factor", next } as const);
  const link = await findLink(partial);
  if (!link) throw redirect(paths.signIn(next));
  return json({ step, next, ...link } as const);
});

const goOn = ({
  result: { entry, next },
}: {
  result: { entry: Entry; next?: string | undefined };
}) => afterEntry(entry, safePath(next));

/** The first step, then, for those who need one, the second; the address says which was sent. */
export const action = visitorCommands(signInCommands, {
  params: z.object({}),
  situation: ({ request }) => ({
    partial: preSessionToken(request) ?? "",
    origin: originOf(request),
  }),
  intentOf: ({ search }) => {
    const step = stepOf(search);
    if (step === "passkey") return null;
    return step === "factor" || step === "set_up" || step === "link" ? step : "first";
  },
  answers: {
    first: goOn,
    factor: goOn,
    link: goOn,
    answer: goOn,
    set_up: ({ result: { token, codes } }) => {
      const headers = new Headers({ "Set-Cookie": sessionCookie(token) });
      headers.append("Set-Cookie", endedPreSessionCookie());
      return json({ codes }, { headers });
    },
    begin: ({ result: { partial, options } }) =>
      json({ options }, { headers: { "Set-Cookie": preSessionCookie(partial) } }),
  },
});

/** Recovery codes are shown once: asked again, the page would lead on before they are read. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => !hasCodes(actionResult) && defaultShouldRevalidate;
const hasCodes = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "codes" in answer;

export default function SignInRoute() {
  const data = useLoaderData<typeof loader>();
  const answer: unknown = useActionData();
  const footer = <LanguageSwitch preferencesUrl={paths.preferences()} />;
  switch (data.step) {
    case "factor":
      return <FactorPage next={data.next} lastResult={answer} footer={footer} />;
    case "set_up":
      return <SetUpPage {...data} answer={answer} footer={footer} />;
    case "link":
      return <LinkPage {...data} lastResult={answer} footer={footer} />;
    case "first":
      return <SignInPage {...data} lastResult={answer} note={<LeftNote />} footer={footer} />;
  }
}
