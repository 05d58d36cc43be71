import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import * as z from "zod";
import { listSettingGroups } from "#app/core/pages/setting-nav.ts";
import { signedIn } from "#app/http/route.server.ts";
import { SettingNav } from "#app/ui/features/setting/setting-nav.tsx";
import { ErrorScreen, refusalOf } from "#app/ui/features/shell/error-page.tsx";

export const loader = signedIn("profile.read", z.unknown(), ({ actor }) =>
  Promise.resolve(json({ groups: listSettingGroups(actor) })),
);

export default function SettingShell() {
  return (
    <SettingNav groups={useLoaderData<typeof loader>().groups}>
      <Outlet />
    </SettingNav>
  );
}

/** Refusals of a page of the settings: what leads elsewhere stays where it was. */
export function ErrorBoundary() {
  return <ErrorScreen {...refusalOf(useRouteError())} />;
}
