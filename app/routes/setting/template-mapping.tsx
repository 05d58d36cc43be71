import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { CRM_SLUGS } from "#app/core/domain/mapping/mapping-types.ts";
import { mappingCommands } from "#app/core/pages/mapping-commands.server.ts";
import { getMappingPage } from "#app/core/pages/mapping.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { MappingPage } from "#app/ui/features/setting/mapping/mapping-page.tsx";

export const meta = pageTitle("mapping");

const SANDBOX = "salesforce-sandbox";
/** The router has no partial segments: the parameter is the whole of "{crm}-mapping". */
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  crmMapping: z
    .enum([...CRM_SLUGS, SANDBOX].map((slug) => `${slug}-mapping` as const))
    .transform((segment) => [...CRM_SLUGS, SANDBOX].find((slug) => segment === `${slug}-mapping`)),
});
const crmOf = (slug: string | undefined) =>
  CRM_SLUGS.find((one) => one === slug) ?? ("salesforce" as const);

export const loader = signedIn(
  "template.manage",
  params,
  async ({ actor, params: { id, crmMapping }, search }) => {
    const crm = crmOf(crmMapping);
    if (crmMapping === SANDBOX) return redirect(paths.mapping(id, crm, { connection: SANDBOX }));
    const address = { templateId: id, crm, connection: search.get("connection") };
    const query = {
      ...{ row: search.get("row"), section: search.get("section") },
      ...{ object: search.get("object"), call: search.get("call") },
      ...{ find: search.get("find"), deal: search.get("deal") },
    };
    return json(await getMappingPage(actor, address, query));
  },
);

const hrefOf = (
  { id, crmMapping }: z.output<typeof params>,
  search: URLSearchParams,
  row: string | null,
) =>
  paths.mapping(id, crmOf(crmMapping), {
    ...{ connection: search.get("connection"), call: search.get("call"), row },
    ...{ find: search.get("find"), deal: search.get("deal") },
  });

export const action = memberCommands(mappingCommands, {
  params,
  situation: ({ params: { id, crmMapping }, search }) => ({
    ...{ templateId: id, crm: crmOf(crmMapping), connection: search.get("connection") },
  }),
  answers: {
    add_row: (told) => redirect(hrefOf(told.params, told.search, told.result.rowId)),
    run_past: ({ result }) => redirect(paths.recordings({ run: result.runId })),
    remove_row: (told) => redirect(hrefOf(told.params, told.search, null)),
  },
  otherwise: (told) => redirect(hrefOf(told.params, told.search, told.search.get("row"))),
});

export default function TemplateMappingRoute() {
  const answer: unknown = useActionData();
  return <MappingPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
