import { json } from "@remix-run/node";
import * as z from "zod";
import { listLinksOfClip } from "#app/core/pages/call-links.server.ts";
import { clipLinkCommands } from "#app/core/pages/clip-links-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";

const params = z.object({ clipId: z.uuid() });

/** The links to a clip, who opened them, and what a new one may be. */
export const loader = signedIn("link.create", params, async ({ actor, params: { clipId } }) =>
  json(await listLinksOfClip(actor, clipId)),
);

/** Forms of the dialog that shares it, answered where they stand. */
export const action = memberCommands(clipLinkCommands, {
  params,
  situation: ({ params: { clipId } }) => ({ clipId }),
});
