import { json, redirect } from "@remix-run/node";
import * as z from "zod";
import { listChangesOf } from "#app/core/domain/crm/list-writes.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { crmCommands } from "#app/core/pages/crm-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";

const params = z.object({ callId: z.uuid() });

/** What a call proposes to CRMs, and what became of it. */
export const loader = signedIn("crm.read", params, async ({ actor, params: { callId } }) =>
  json({ groups: await listChangesOf(VENDORS, actor, callId) }),
);

const inPlace = ({ search, result }: { search: URLSearchParams; result: unknown }) =>
  search.get("in") === "place"
    ? json({ ok: true, ...(typeof result === "object" && result) })
    : redirect(paths.homeCrm());

export const action = memberCommands(crmCommands, {
  params,
  situation: ({ params: found }) => found,
  answers: {
    accept: inPlace,
    accept_all: inPlace,
    reject: inPlace,
    resend: inPlace,
    recheck: inPlace,
    propose_again: inPlace,
    revert: inPlace,
    force_revert: inPlace,
    keep: inPlace,
  },
});
