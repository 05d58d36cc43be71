import { type HeadersFunction, json, type MetaFunction, redirect } from "@remix-run/node";
import {
  NavigationType,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigationType,
  useRouteError,
} from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import * as z from "zod";
import { DomainError, ERRORS } from "#app/core/domain/errors.ts";
import { codeOf } from "#app/core/domain/link-code.ts";
import { openLobby, previewLobby } from "#app/core/domain/live/lobby.server.ts";
import { isShareLink } from "#app/core/domain/share/shared-link.server.ts";
import type { SharedEnd, SharedIncomplete } from "#app/core/pages/shared-views.ts";
import { openShared, previewShared } from "#app/core/pages/shared.server.ts";
import { sharedCommands } from "#app/core/pages/shared-commands.server.ts";
import { findGuestActor, originOf } from "#app/http/actor.server.ts";
import { builtInConsent } from "#app/http/consent-text.server.ts";
import { guestCookie, visitorCookie, visitorSecret } from "#app/http/cookies.server.ts";
import { SPEAKING } from "#app/http/headers.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { isLinkPreview } from "#app/http/link-preview.ts";
import { visitor, visitorCommands } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { useFocusOnArrival, useFocusOnChange } from "#app/ui/browser/use-focus-on-change.ts";
import { IncompleteLink } from "#app/ui/components/layout/incomplete-link.tsx";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { SharedNote } from "#app/ui/features/sharing/shared-note.tsx";
import { ErrorPage, refusalOf } from "#app/ui/features/shell/error-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

const params = z.object({ urlPath: z.string() });

/** The workspace's name and nothing else: the title is what histories and cards keep. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.workspace ?? "Parley" },
  { name: "robots", content: "noindex, nofollow" },
  // Null where the action refused: no loader ran then, though its type does not say so.
  ...(hasKind(data) ? [{ name: KIND, content: data.kind }] : []),
  ...(hasOembed(data)
    ? [{ tagName: "link", rel: "alternate", type: "application/json+oembed", href: data.oembed }]
    : []),
];

const hasOembed = (data: unknown): data is { oembed: string } =>
  typeof data === "object" && data !== null && "oembed" in data;

const hasKind = (data: unknown): data is { kind: string } =>
  typeof data === "object" && data !== null && "kind" in data;

/** Says which of the two pages stands here, before its script has come. */
const KIND = "parley-link";
const kind =
  typeof document === "undefined"
    ? null
    : (document.querySelector<HTMLMetaElement>(`meta[name="${KIND}"]`)?.content ?? null);
/** A call to join and a recording to hear have little in common: a browser loads the one that is here, the server both. */
const [lobby, sharing] = await Promise.all([
  kind === "share" ? null : import("#app/ui/features/live/lobby/lobby-page.tsx"),
  kind === "invitation" ? null : import("#app/ui/features/sharing/shared-page.tsx"),
]);

/** The class of the document follows what it shows: only an invitation speaks. Whoever tries too much is told how long to wait. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const speaks = loaderHeaders.get("Permissions-Policy");
  const wait = errorHeaders?.get("Retry-After") ?? actionHeaders.get("Retry-After");
  return {
    ...(speaks !== null && { "Permissions-Policy": speaks }),
    ...(wait !== null && { "Retry-After": wait }),
  };
};

export const loader = visitor(
  "share.open",
  params,
  async ({ actor, request, search, params: { urlPath } }) => {
    const origin = originOf(request);
    try {
      if (await isShareLink(urlPath)) {
        if (isLinkPreview(request)) return json(await previewShared(urlPath, origin));
        const secret = visitorSecret(request);
        const opened = await openShared(urlPath, { secret, member: actor, origin }, search);
        return json(opened.view, { headers: cookieOf(opened.secret) });
      }
      if (isLinkPreview(request)) return json(await previewLobby(urlPath, origin));
      const [guest, language] = await Promise.all([findGuestActor(request), languageOf(request)]);
      const text = { language, builtIn: builtInConsent };
      const view = await openLobby(urlPath, { guest, member: actor, origin }, text);
      return json(view, { headers: SPEAKING });
    } catch (error) {
      return endOf(error, urlPath);
    }
  },
);

/** One page for every address that leads nowhere, and one for those that never can; what is no such end is thrown on. */
function endOf(error: unknown, urlPath: string) {
  const isEnd =
    error instanceof DomainError && (error.code === "not_found" || error.code === "link_ended");
  if (!isEnd) throw error;
  if (codeOf("shared", urlPath) === null) {
    const incomplete: SharedIncomplete = { kind: "incomplete", workspace: null };
    return json(incomplete, { status: ERRORS.not_found });
  }
  const end: SharedEnd = { kind: "ended", workspace: null };
  return json(end, { status: ERRORS[error.code] });
}

const cookieOf = (secret: string | null): Record<string, string> =>
  secret === null ? {} : { "Set-Cookie": visitorCookie(secret) };

/** A condition was met: the page is loaded again, with the browser's cookie. */
const onward = ({
  params: { urlPath },
  result,
}: {
  params: { urlPath: string };
  result: { secret: string } | null;
}) => redirect(paths.shared(urlPath), { headers: cookieOf(result?.secret ?? null) });

export const action = visitorCommands(sharedCommands, {
  params,
  situation: async ({ request, params: { urlPath } }) => ({
    urlPath,
    guest: await findGuestActor(request),
    origin: originOf(request),
    builtIn: builtInConsent,
    secret: visitorSecret(request),
    language: await languageOf(request),
  }),
  answers: {
    knock: ({ params: { urlPath }, result: { secret } }) =>
      redirect(
        paths.shared(urlPath),
        secret === null ? {} : { headers: { "Set-Cookie": guestCookie(secret) } },
      ),
    password: onward,
    send_code: onward,
    again: onward,
    other_address: onward,
    code: onward,
    open: onward,
  },
});

export default function SharedRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult: unknown = useActionData();
  useFocusOnChange(data.kind === "share" ? data.step : data.kind);
  if (data.kind === "incomplete") return <IncompleteLink footer={<Languages />} />;
  if (data.kind === "ended") return <SharedNote why="ended" languages={<Languages />} />;
  if (data.kind === "invitation" && lobby !== null)
    return (
      <lobby.LobbyPage
        view={data}
        lastResult={lastResult}
        footer={<Footer openUrl={data.openUrl} />}
      />
    );
  if (data.kind === "share" && sharing !== null)
    return <sharing.SharedPage view={data} lastResult={lastResult} languages={<Languages />} />;
  return <NarrowPage title={data.workspace}>{null}</NarrowPage>;
}

const Languages = () => <LanguageSwitch preferencesUrl={paths.preferences()} />;

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
      <Languages />
    </>
  );
}

/** A form that was sent to a link that ended meanwhile is answered as its page is. */
export function ErrorBoundary() {
  const error = useRouteError();
  const refusal = refusalOf(error);
  const { status } = refusal;
  // A document that begins with it came by no press on a page of ours.
  useFocusOnArrival(useNavigationType() !== NavigationType.Pop);
  return status === 404 || status === 410 ? (
    <SharedNote why="ended" languages={<Languages />} />
  ) : (
    <ErrorPage {...refusal} reader="visitor">
      <TryAgain />
    </ErrorPage>
  );
}

/** The same address once more, whatever was sent to it. */
function TryAgain() {
  const { t } = useTranslation("shared");
  const { pathname, search } = useLocation();
  return (
    <LinkButton to={`${pathname}${search}`} tone="primary" reloadDocument>
      {t("again")}
    </LinkButton>
  );
}
