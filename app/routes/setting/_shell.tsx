import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import * as z from "zod";
import { can } from "#app/core/domain/access/access.ts";
import { signedIn } from "#app/http/route.server.ts";
import "#app/i18n/catalogues-account.ts";
import "#app/i18n/catalogues-setting.ts";
import { SettingTabs } from "#app/ui/features/setting/setting-tabs.tsx";
import { ErrorScreen, refusalOf } from "#app/ui/features/shell/error-page.tsx";

export const loader = signedIn("profile.read", z.unknown(), ({ actor }) =>
  Promise.resolve(
    json({
      can: { members: can(actor, "member.list"), systemLog: can(actor, "systemlog.list") },
    }),
  ),
);

export default function SettingShell() {
  const { can } = useLoaderData<typeof loader>();
  return (
    <SettingTabs can={can}>
      <Outlet />
    </SettingTabs>
  );
}

/** Refusals of a page of the settings: what leads elsewhere stays where it was. */
export function ErrorBoundary() {
  return <ErrorScreen {...refusalOf(useRouteError())} />;
}
