import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { teamCareCommands } from "#app/core/pages/team-care-commands.server.ts";
import { getTeamCarePage } from "#app/core/pages/team-care.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { CarePage } from "#app/ui/features/analytics/care-page.tsx";

export const meta = pageTitle("teamCare");

export const loader = signedIn("care.own", z.object({}), async ({ actor, request, search }) =>
  json(await getTeamCarePage(actor, search, timeZoneOf(request, actor))),
);

export const action = memberCommands(teamCareCommands, {
  params: z.object({}),
  situation: () => ({}),
  otherwise: ({ search }) =>
    redirect(paths.teamCare({ week: search.get("week"), team: search.get("team") })),
});

export default function TeamCareRoute() {
  return <CarePage {...useLoaderData<typeof loader>()} />;
}
