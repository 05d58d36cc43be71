import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { getConsole } from "#app/core/pages/console.server.ts";
import { consoleCommands } from "#app/core/pages/console-commands.server.ts";
import { zoneOfReader } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { ConsolePage } from "#app/ui/features/live/console/console-page.tsx";
import { useLiveConsole } from "#app/ui/features/shell/use-live-cards.ts";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("console");

export const loader = signedIn("console.read", z.object({}), async ({ actor }) =>
  json(await getConsole(actor)),
);

const toCall = ({ result: { callId } }: { result: { callId: string } }) =>
  redirect(paths.consoleCall(callId));

export const action = memberCommands(consoleCommands, {
  params: z.object({}),
  situation: async ({ request }) => ({ zone: await zoneOfReader(request) }),
  answers: { start: toCall, demo: toCall, test: ({ result }) => json(result) },
});

export default function ConsoleRoute() {
  const view = useLiveConsole(useLoaderData<typeof loader>());
  const lastResult: unknown = useActionData();
  return <ConsolePage view={view} lastResult={lastResult} />;
}
