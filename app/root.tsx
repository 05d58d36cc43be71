import { json, type LinksFunction, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import * as z from "zod";
import { languageOf, themeOf, timeZoneOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { useLanguage, PlaceProvider, type ReaderPlace } from "#app/i18n/place.tsx";
import { NonceContext } from "./nonce.ts";
import { ErrorPage } from "./ui/features/shell/error-page.tsx";
import stylesheet from "./ui/styles/app.css?url";

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
    place: { zone: timeZoneOf(request, actor), nowIso: new Date().toISOString() },
  }),
);

const UTC: ReaderPlace = { zone: "UTC", nowIso: "1970-01-01T00:00:00.000Z" };

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  const language = useLanguage();
  return (
    <html lang={language} data-theme={data?.theme ?? "system"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        <PlaceProvider place={data?.place ?? UTC}>{children}</PlaceProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useLoaderData<typeof loader>();
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <ErrorPage status={status} />;
}
