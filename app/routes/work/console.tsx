import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { connectionTest } from "#app/core/domain/live/connection-test.server.ts";
import { getConsole } from "#app/core/domain/live/console-view.server.ts";
import { consoleIntent } from "#app/core/domain/live/live-intent.schema.ts";
import { startCall, startDemoCall } from "#app/core/domain/live/start.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import "#app/i18n/catalogues-lobby.ts";
import { paths } from "#app/paths.ts";
import { ConsolePage } from "#app/ui/features/live/console/console-page.tsx";
import { useLiveConsole } from "#app/ui/features/shell/use-live-cards.ts";

export const meta: MetaFunction = () => [{ title: "Console · Parley" }];

export const loader = signedIn("console.read", z.object({}), async ({ actor }) =>
  json(await getConsole(actor)),
);

export const action = signedIn({ POST: "live.start" }, z.object({}), ({ actor, form }) =>
  form(consoleIntent, async (wish) => {
    if (wish.intent === "test") return json(await connectionTest(actor));
    const start = wish.intent === "demo" ? startDemoCall(actor) : startCall(actor, wish);
    return redirect(paths.consoleCall(await start));
  }),
);

export default function ConsoleRoute() {
  const view = useLiveConsole(useLoaderData<typeof loader>());
  const lastResult: unknown = useActionData();
  return <ConsolePage view={view} lastResult={lastResult} />;
}
