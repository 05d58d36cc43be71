import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import * as z from "zod";
import { listSettingPages } from "#app/core/pages/setting-nav.ts";
import { signedIn } from "#app/http/route.server.ts";
import "#app/i18n/catalogues-account.ts";
import "#app/i18n/catalogues-setting.ts";
import { SettingTabs } from "#app/ui/features/setting/setting-tabs.tsx";
import { ErrorScreen, refusalOf } from "#app/ui/features/shell/error-page.tsx";

export const loader = signedIn("profile.read", z.unknown(), ({ actor }) =>
  Promise.resolve(json({ pages: listSettingPages(actor) })),
);

export default function SettingShell() {
  return (
    <SettingTabs pages={useLoaderData<typeof loader>().pages}>
      <Outlet />
    </SettingTabs>
  );
}

/** Refusals of a page of the settings: what leads elsewhere stays where it was. */
export function ErrorBoundary() {
  return <ErrorScreen {...refusalOf(useRouteError())} />;
}
