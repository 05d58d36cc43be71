import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { templatesCommands } from "#app/core/pages/templates-commands.server.ts";
import { getTemplatesPage } from "#app/core/pages/templates.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { TemplatesPage } from "#app/ui/features/setting/template/templates-page.tsx";

export const meta = pageTitle("templates");

export const loader = signedIn("template.list", z.object({}), async ({ actor, search }) =>
  json(
    await getTemplatesPage(actor, {
      ...{ tab: search.get("tab"), open: search.get("open"), call: search.get("call") },
    }),
  ),
);

export const action = memberCommands(templatesCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    make_template: ({ result }) => redirect(paths.template(result.templateId)),
    duplicate_template: ({ result }) => redirect(paths.template(result.templateId)),
    import_template: ({ result }) => redirect(paths.template(result.templateId)),
    archive_template: () => redirect(paths.templates()),
    restore_template: () => redirect(paths.templates()),
  },
  otherwise: ({ search }) =>
    redirect(paths.templates({ tab: search.get("tab"), open: search.get("open") })),
});

export default function TemplatesRoute() {
  const answer: unknown = useActionData();
  return <TemplatesPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
