import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { logCommands } from "#app/core/pages/log-commands.server.ts";
import { getSystemLogPage } from "#app/core/pages/log.server.ts";
import { parseLogQuery } from "#app/core/domain/audit/log-query.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { LogPage } from "#app/ui/features/setting/log-page.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("systemLog");

export const loader = signedIn("systemlog.list", z.object({}), async ({ actor, request, search }) =>
  json(await getSystemLogPage(actor, parseLogQuery(search), timeZoneOf(request, actor))),
);

export const action = memberCommands(logCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: { check: ({ result }) => json(result) },
  otherwise: () => redirect(paths.systemLog()),
});

const answered = z.object({
  entries: z.number(),
  brokenAt: z.number().nullable(),
  unsealed: z.number(),
});

export default function SystemLogRoute() {
  const answer: unknown = useActionData();
  const check = answered.safeParse(answer).data ?? null;
  return <LogPage log="system" {...useLoaderData<typeof loader>()} check={check} answer={answer} />;
}
