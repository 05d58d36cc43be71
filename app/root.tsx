import { json, type LinksFunction, type MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import * as z from "zod";
import { languageOf, themeOf, timeZoneOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { useLanguage, PlaceProvider, type ReaderPlace } from "#app/i18n/place.tsx";
import { NonceContext } from "./nonce.ts";
import { ErrorPage, refusalOf } from "./ui/features/shell/error-page.tsx";
import { PageScroll } from "./ui/features/shell/scroll-restoration.tsx";
import stylesheet from "./ui/styles/app.css?url";
import japanese from "./ui/styles/japanese.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Parley" }];

/** Language, theme and zone are known before the first byte. */
export const loader = visitor("signin.use", z.unknown(), async ({ request, actor }) =>
  json({
    language: await languageOf(request),
    theme: themeOf(request),
    isMember: actor !== null,
    place: { zone: timeZoneOf(request, actor), nowIso: new Date().toISOString() },
  }),
);

const UTC: ReaderPlace = { zone: "UTC", nowIso: "1970-01-01T00:00:00.000Z" };

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  const language = useLanguage();
  useEffect(loadJapaneseFaces, []);
  return (
    <html lang={language} data-theme={data?.theme ?? "system"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {language === "ja" ? <JapaneseFaces /> : null}
      </head>
      <body>
        <PlaceProvider place={data?.place ?? UTC}>{children}</PlaceProvider>
        <PageScroll nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Fetched beside the page in Japanese; the page itself is drawn in the system's font meanwhile. */
const JapaneseFaces = () => (
  <>
    <link rel="preload" as="style" href={japanese} />
    <noscript>
      <link rel="stylesheet" href={japanese} />
    </noscript>
  </>
);

/**
 * The list of Japanese faces is three times the rest of the style, and matters only where the system has no Japanese
 * font: no page waits for it, in whichever language, as names and transcripts may be Japanese in all.
 */
function loadJapaneseFaces(): void {
  if (document.querySelector(`link[rel="stylesheet"][href="${japanese}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = japanese;
  document.head.append(link);
}

export function ErrorBoundary() {
  const reader =
    useRouteLoaderData<typeof loader>("root")?.isMember === true ? "member" : "visitor";
  return <ErrorPage {...refusalOf(useRouteError())} reader={reader} />;
}
