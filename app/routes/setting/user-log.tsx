import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { getLogPage } from "#app/core/pages/log.server.ts";
import { parseLogQuery } from "#app/core/domain/audit/log-query.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { LogPage } from "#app/ui/features/setting/log-page.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("userLog");

export const loader = signedIn("userlog.list", z.object({}), async ({ actor, request, search }) =>
  json(await getLogPage(actor, "user", parseLogQuery(search), timeZoneOf(request, actor))),
);

export default function UserLogRoute() {
  return <LogPage log="user" {...useLoaderData<typeof loader>()} check={null} />;
}
