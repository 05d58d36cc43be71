import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { connectionsCommands } from "#app/core/pages/connections-commands.server.ts";
import { getConnectionsPage } from "#app/core/pages/connections.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { ConnectionsPage } from "#app/ui/features/setting/connection/connections-page.tsx";

export const meta = pageTitle("integrations");

export const loader = signedIn("connection.manage", z.object({}), async ({ actor, search }) =>
  json(await getConnectionsPage(actor, search.get("open"))),
);

/**
 * The way to a provider is a page with a link that script follows: the policy of our documents lets no form lead to
 * another origin.
 */
const lead = ({ result }: { result: { leaving: string; cookies: string[] } }) => {
  const headers = new Headers();
  for (const cookie of result.cookies) headers.append("Set-Cookie", cookie);
  return json({ leaving: result.leaving }, { headers });
};

export const action = memberCommands(connectionsCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: { save_and_connect: lead, connect: lead },
  otherwise: ({ search }) => redirect(paths.connections({ open: search.get("open") })),
});

export default function AdminIntegrationRoute() {
  const answer: unknown = useActionData();
  return <ConnectionsPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
