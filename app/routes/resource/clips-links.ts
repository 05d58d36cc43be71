import { json } from "@remix-run/node";
import * as z from "zod";
import { getClipTerms } from "#app/core/domain/share/link-list.server.ts";
import { manyClipLinksCommands } from "#app/core/pages/clip-links-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";

const params = z.object({});

/** What new links to clips may be, for who reads the list of clips; whose calls they may show is asked of each. */
export const loader = signedIn("clip.list", params, async ({ actor }) =>
  json(await getClipTerms(actor)),
);

/** The form of the dialog that shares several clips, answered where it is. */
export const action = memberCommands(manyClipLinksCommands, { params, situation: () => ({}) });
