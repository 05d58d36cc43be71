import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import * as z from "zod";
import { lobbyCommands } from "#app/core/pages/lobby-commands.server.ts";
import { openLobby, previewLobby } from "#app/core/domain/live/lobby.server.ts";
import { findGuestActor, originOf } from "#app/http/actor.server.ts";
import { builtInConsent } from "#app/http/consent-text.server.ts";
import { guestCookie } from "#app/http/cookies.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { isLinkPreview } from "#app/http/link-preview.ts";
import { visitor, visitorCommands } from "#app/http/route.server.ts";
import "#app/i18n/catalogues-lobby.ts";
import { paths } from "#app/paths.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { LobbyGone } from "#app/ui/features/live/lobby/lobby-end.tsx";
import { LobbyPage } from "#app/ui/features/live/lobby/lobby-page.tsx";
import { ErrorPage, refusalOf } from "#app/ui/features/shell/error-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

const params = z.object({ urlPath: z.string() });

/** The workspace's name and nothing else: the title is what histories and cards keep. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.workspace ?? "Parley" },
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = visitor(
  "invitation.use",
  params,
  async ({ actor, request, params: { urlPath } }) => {
    const origin = originOf(request);
    if (isLinkPreview(request)) return json(await previewLobby(urlPath, origin));
    const [guest, language] = await Promise.all([findGuestActor(request), languageOf(request)]);
    const text = { language, builtIn: builtInConsent };
    return json(await openLobby(urlPath, { guest, member: actor, origin }, text));
  },
);

export const action = visitorCommands(lobbyCommands, {
  params,
  situation: async ({ request, params: { urlPath } }) => ({
    urlPath,
    guest: await findGuestActor(request),
    origin: originOf(request),
    builtIn: builtInConsent,
  }),
  answers: {
    knock: ({ params: { urlPath }, result: { secret } }) =>
      redirect(
        paths.shared(urlPath),
        secret === null ? {} : { headers: { "Set-Cookie": guestCookie(secret) } },
      ),
  },
});

export default function SharedRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult: unknown = useActionData();
  if (data.kind === "preview") return <NarrowPage title={data.workspace}>{null}</NarrowPage>;
  return (
    <LobbyPage view={data} lastResult={lastResult} footer={<Footer openUrl={data.openUrl} />} />
  );
}

/** Languages, and the way in for members who came by the link. */
function Footer({ openUrl = null }: { openUrl?: string | null }) {
  const { t } = useTranslation("lobby");
  return (
    <>
      {openUrl === null ? null : (
        <LinkButton to={openUrl} reloadDocument>
          {t("signedIn")}
        </LinkButton>
      )}
      <LanguageSwitch preferencesUrl={paths.preferences()} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const refusal = refusalOf(error);
  const { status } = refusal;
  return status === 404 || status === 410 ? (
    <LobbyGone status={status} footer={<Footer />} />
  ) : (
    <ErrorPage {...refusal} reader="visitor" />
  );
}
