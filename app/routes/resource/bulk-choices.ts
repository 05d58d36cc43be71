import { json } from "@remix-run/node";
import * as z from "zod";
import { listBulkChoices } from "#app/core/domain/bulk/choices.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What can be chosen for the calls that are selected in the list. */
export const loader = signedIn("call.list", z.object({}), async ({ actor }) =>
  json(await listBulkChoices(actor)),
);
