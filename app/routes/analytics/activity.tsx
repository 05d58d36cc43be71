import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { activityCommands } from "#app/core/pages/saved-views.server.ts";
import { getActivityPage } from "#app/core/pages/activity.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { ActivityPage } from "#app/ui/features/analytics/activity-page.tsx";

export const meta = pageTitle("activity");

export const loader = signedIn("call.list", z.object({}), async ({ actor, request, search }) =>
  json(await getActivityPage(actor, search, timeZoneOf(request, actor))),
);

const toView = ({ result }: { result: { viewId: string } }) =>
  redirect(paths.activity({ view: result.viewId }));

export const action = memberCommands(activityCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: { save_view: toView, change_view: toView, restore_view: toView },
  otherwise: () => redirect(paths.activity()),
});

export default function ActivityRoute() {
  return <ActivityPage {...useLoaderData<typeof loader>()} answer={useActionData()} />;
}
