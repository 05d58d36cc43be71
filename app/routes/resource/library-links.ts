import { json } from "@remix-run/node";
import * as z from "zod";
import { listLinksOfLibrary } from "#app/core/pages/call-links.server.ts";
import { libraryLinkCommands } from "#app/core/pages/library-links-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";

const params = z.object({ libraryId: z.uuid() });

/** The links to a library, who opened them, how their lists differ from it, and what a new one would show. */
export const loader = signedIn("library.make", params, async ({ actor, params: { libraryId } }) =>
  json(await listLinksOfLibrary(actor, libraryId)),
);

/** Forms of the dialog that shares it, answered where they stand. */
export const action = memberCommands(libraryLinkCommands, {
  params,
  situation: ({ params: { libraryId } }) => ({ libraryId }),
});
