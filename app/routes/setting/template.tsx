import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { templateCommands } from "#app/core/pages/template-commands.server.ts";
import { getTemplatePage } from "#app/core/pages/template.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { LateBench } from "#app/ui/features/bench/late-bench.tsx";
import { TemplatePage } from "#app/ui/features/setting/template/template-page.tsx";

export const meta = pageTitle("template");

const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});

export const loader = signedIn(
  "template.list",
  params,
  async ({ actor, params: { id }, search }) => {
    const query = {
      tab: search.get("tab"),
      section: search.get("section"),
      compare: search.get("compare"),
    };
    return json(await getTemplatePage(actor, id, query));
  },
);

export const action = memberCommands(templateCommands, {
  params,
  situation: (asked) => ({ templateId: asked.params.id }),
  answers: {
    add_section: ({ params: { id }, result }) =>
      redirect(paths.template(id, { section: result.key })),
    change_section: ({ params: { id }, result }) =>
      redirect(paths.template(id, { section: result.key })),
    try_template: ({ result }) => json({ ok: true, ...result }),
    duplicate: ({ result }) => redirect(paths.template(result.templateId)),
  },
  otherwise: ({ params: { id }, search }) =>
    redirect(paths.template(id, { tab: search.get("tab"), section: search.get("section") })),
});

export default function TemplateRoute() {
  const answer: unknown = useActionData();
  const page = useLoaderData<typeof loader>();
  const bench = page.template.canChange ? <LateBench key={page.template.number} /> : undefined;
  return <TemplatePage {...page} answer={answer} bench={bench} />;
}
