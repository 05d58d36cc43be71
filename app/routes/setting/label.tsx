import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { labelsCommands } from "#app/core/pages/labels-commands.server.ts";
import { getLabelsPage } from "#app/core/pages/labels.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { LabelPage } from "#app/ui/features/label/label-page.tsx";

export const meta = pageTitle("labels");

export const loader = signedIn("label.list", z.object({}), async ({ actor, search }) => {
  const query = { tab: search.get("tab"), edit: search.get("edit"), rule: search.get("rule") };
  return json(await getLabelsPage(actor, query));
});

export const action = memberCommands(labelsCommands, {
  params: z.object({}),
  situation: () => ({}),
  otherwise: ({ search }) => redirect(paths.settingLabel({ tab: search.get("tab") })),
});

export default function LabelRoute() {
  const answer: unknown = useActionData();
  return <LabelPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
